/** Alarms: a callback at an instant, after a while, or again and again. */
import { callable, notNegative, positive, refuse, show } from "./errors.ts";
import type { Kernel } from "./kernel.ts";
import { namesOf, refuseUnknown } from "./known-names.ts";
import { room } from "./room.ts";
import { at, type Duration, type Instant, surelyLater } from "./time.ts";

/**
 * When an alarm fires, in milliseconds: at an instant of the scheduler's clock, after a while, or again and again: the first
 * time after `in` (default: `every`), then every `every`.
 */
export type AlarmTime = number | { readonly in: number } | { readonly every: number; readonly in?: number };

const names = namesOf<{ in: number; every: number }>({ in: 1, every: 1 });

/** An alarm that can be called off. */
export interface Alarm extends Disposable {
  cancel(): void;
}

/** @internal */
export function setAlarm(kernel: Kernel, time: AlarmTime, callback: () => void): Alarm {
  room();
  callable(callback, "alarm", "the alarm's callback");
  const now = kernel.now();
  const every = isObject(time) && "every" in time ? time.every : undefined;
  const period = every === undefined ? undefined : positive(every, "alarm", "the alarm's period");
  const first = firstAlarm(time, now, period);
  let fired = 0;
  let active = true;
  const pending = kernel.addPending(first, () => {
    if (period === undefined) {
      active = false;
      kernel.alarms.delete(pending);
    } else {
      // Periods that passed while the host was away are not made up for.
      const now = kernel.now();
      fired = Math.max(fired + 1, Math.floor((now - first) / period));
      // Rounding makes the quotient a little too small at times.
      if (first + fired * period <= now) fired++;
      const next = at(first + fired * period);
      kernel.setPending(pending, next > now ? next : surelyLater(now, period));
    }
    callback();
  });
  kernel.alarms.add(pending);
  const cancel = () => {
    if (!active) return;
    room();
    active = false;
    kernel.alarms.delete(pending);
    kernel.removePending(pending);
  };
  return { cancel, [Symbol.dispose]: cancel };
}

function firstAlarm(time: AlarmTime, now: Instant, period: Duration | undefined): Instant {
  if (isObject(time)) {
    refuseUnknown(time, names, "an alarm");
    const delay = "in" in time ? time.in : undefined;
    if (delay !== undefined) return surelyLater(now, notNegative(delay, "alarm", "the time until the alarm"));
    if (period !== undefined) return surelyLater(now, period);
  } else if (Number.isFinite(time)) return at(time);
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
