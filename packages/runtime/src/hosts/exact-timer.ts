/** Timers of any length, never early, and late by a millisecond at most, as far as engines let them. */

import type { Instant } from "../kernel/time.ts";
import type { Cancellable } from "./host.ts";
import { ownTimer } from "./own-timers.ts";
import type { Hop } from "./quickest.ts";

/** Sets a timer of the engine's, and takes one back. */
export interface EngineTimers {
  readonly begin: (callback: () => void, ms: number) => unknown;
  readonly end: (timer: unknown) => void;
}

export function engineTimers(): EngineTimers {
  return { begin: ownTimer("setTimeout"), end: ownTimer("clearTimeout") };
}

/** As far as engines count. */
const longest = 2 ** 31 - 1;
/**
 * Chromium lets timers of 32 ms and more fire with others, up to 8 ms late. So a long one ends so many milliseconds before
 * time, and a short one follows.
 */
const lazy = 30;
const lead = 16;
/**
 * Where timers set timers, which an idle kernel does, browsers make the fifth and all that follow last so many
 * milliseconds at least. What a message sets is the first again.
 */
const clamp = 4;

/**
 * @param hop Back from the event loop by a message. For browsers: their timers need help to be exact.
 * @param timers The engine's, unless somebody has to know of what is set.
 */
export function exactTimer(
  at: Instant,
  callback: () => void,
  now: () => Instant,
  hop?: Hop,
  { begin, end } = engineTimers(),
): Cancellable {
  let timer: unknown;
  let isOff = false;
  const look = (otherwise: () => void) => (now() < at ? otherwise() : callback());
  const set = () => {
    const left = Math.ceil(at - now());
    const ms = hop && left > lazy ? left - lead : left;
    // Never negative: Node would warn of it.
    timer = begin(() => look(arm), Math.min(longest, Math.max(0, ms)));
  };
  const arm = () => (hop && at - now() < clamp ? hop(() => isOff || look(set)) : set());
  arm();
  return {
    cancel() {
      isOff = true;
      end(timer);
    },
  };
}
