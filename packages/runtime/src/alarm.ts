/** Alarms: a callback at an instant, after a while, or again and again. */
import { callable, notNegative, positive, refuse, show } from "./errors.ts";
import type { Kernel } from "./kernel.ts";
import { at, type Instant } from "./time.ts";

/** When an alarm fires, in milliseconds: at an instant of the scheduler's clock, after a while, or again and again. */
export type AlarmTime = number | { readonly in: number } | { readonly every: number };

/** An alarm that can be called off. */
export interface Alarm extends Disposable {
  cancel(): void;
}

/** @internal */
export function setAlarm(kernel: Kernel, time: AlarmTime, callback: () => void): Alarm {
  callable(callback, "alarm", "the alarm's callback");
  const now = kernel.now();
  const period = isObject(time) && "every" in time ? positive(time.every, "alarm", "the alarm's period") : undefined;
  let next = firstAlarm(time, now, period);
  let active = true;
  const pending = kernel.addPending(next, () => {
    if (period === undefined) active = false;
    else {
      // Periods that passed while the host was away are not made up for.
      const missed = Math.floor((kernel.now() - next) / period);
      next = at(next + (Math.max(0, missed) + 1) * period);
      kernel.setPending(pending, next);
    }
    callback();
  });
  const cancel = () => {
    if (!active) return;
    active = false;
    kernel.removePending(pending);
  };
  return { cancel, [Symbol.dispose]: cancel };
}

function firstAlarm(time: AlarmTime, now: Instant, period: number | undefined): Instant {
  if (period !== undefined) return at(now + period);
  if (isObject(time) && "in" in time) return at(now + notNegative(time.in, "alarm", "the time until the alarm"));
  if (Number.isFinite(time)) return at(time as number);
  return refuse(
    "alarm_not_finite",
    "the alarm's time",
    isObject(time) ? "an object without in or every" : show(time),
    "an instant in milliseconds, { in: milliseconds } or { every: milliseconds }",
  );
}

/** Whatever code that is not checked gives. */
function isObject(time: unknown): time is object {
  return typeof time === "object" && time !== null;
}
