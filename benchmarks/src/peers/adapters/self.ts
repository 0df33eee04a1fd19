/** The polyfill of `scheduler` looks for `self`, which Node has not. Imported before it. */
(globalThis as { self?: unknown }).self ??= globalThis;
