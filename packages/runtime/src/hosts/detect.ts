/**
 * The host that is there: Node's in Node, Bun, Deno and their workers, a browser's in windows and workers. A window
 * played in Node (jsdom) counts as a window; `setImmediate` says nothing, since pages load polyfills of it.
 */

import { browserHost } from "./browser.ts";
import type { Host } from "./host.ts";
import { nodeHost } from "./node.ts";

interface Surroundings {
  readonly document?: unknown;
  readonly process?: { readonly versions?: { readonly node?: string } };
}

export function detectHost(): Host {
  const { document, process } = globalThis as Surroundings;
  return process?.versions?.node && !document ? nodeHost() : browserHost();
}
