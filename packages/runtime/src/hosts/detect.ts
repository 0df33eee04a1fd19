/** The host that is there. */
import type { Host } from "../host.ts";
import { browserHost } from "./browser.ts";
import { nodeHost } from "./node.ts";

export function detectHost(): Host {
  return "setImmediate" in globalThis && !("document" in globalThis) ? nodeHost() : browserHost();
}
