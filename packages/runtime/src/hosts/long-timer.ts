/** Timers of any length, never early, from timers that count to 2^31 ms and may fire a little before time. */
import type { Cancellable } from "../host.ts";
import type { Instant } from "../time.ts";

/** A number in browsers, an object in Node. */
declare const timerType: unique symbol;
type Timer = { readonly [timerType]: true };
declare const setTimeout: (callback: () => void, ms: number) => Timer;
declare const clearTimeout: (timer: Timer) => void;

const longest = 2 ** 31 - 1;

export function longTimer(at: Instant, callback: () => void, now: () => Instant): Cancellable {
  let timer: Timer;
  const arm = () => {
    const left = at - now();
    // Never negative: Node would warn of it.
    timer = setTimeout(() => (now() >= at ? callback() : arm()), Math.min(longest, Math.max(0, Math.ceil(left))));
  };
  arm();
  return { cancel: () => clearTimeout(timer) };
}
