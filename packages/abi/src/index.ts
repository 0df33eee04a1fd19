/**
 * What emitted code and the runtime must agree on. The transformer writes code by it, and the runtime runs that code by it.
 *
 * `scripts/build.mjs` puts this package into both builds, numbers and strings as literals.
 * A change here changes both sides.
 */
export * from "./budget.ts";
export * from "./depth.ts";
export * from "./frame.ts";
export * from "./modules.ts";
export * from "./names.ts";
export * from "./state.ts";
