/** Timers of any length, never early, from timers that count to 2^31 ms and may fire a little before time. */
import type { Cancellable } from "../host.ts";
import type { Instant } from "../time.ts";

const longest = 2 ** 31 - 1;

export function longTimer(
  at: Instant,
  callback: () => void,
  now: () => Instant,
  setTimer: (ms: number, fire: () => void) => Cancellable,
): Cancellable {
  let current: Cancellable;
  const arm = () => {
    const left = at - now();
    current = setTimer(Math.min(longest, Math.max(0, Math.ceil(left))), () => {
      if (now() >= at) callback();
      else arm();
    });
  };
  arm();
  return { cancel: () => current.cancel() };
}
