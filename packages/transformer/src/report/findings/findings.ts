/** Everything that may be said of a file whose functions can be handled, but will not do what was hoped for. */
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { findAwaitsOutside } from "./await-outside.ts";
import { findBrokenChains } from "./broken-chain.ts";
import { findCalledByEngine } from "./called-by-engine.ts";
import { findHeavyCallbacks } from "./heavy-callback.ts";
import { findInInitialisers } from "./initialisers.ts";
import { findNeverReached } from "./never-reached.ts";
import { findRendering } from "./rendering.ts";
import type { View } from "./view.ts";
import { findWalkedByPlatform } from "./walked-by-platform.ts";

export function findInFile(view: View): Diagnostic[] {
  return [
    ...findBrokenChains(view),
    ...findHeavyCallbacks(view),
    ...findAwaitsOutside(view),
    ...findNeverReached(view),
    ...findRendering(view),
    ...findCalledByEngine(view),
    ...findInInitialisers(view),
    ...findWalkedByPlatform(view),
  ];
}
