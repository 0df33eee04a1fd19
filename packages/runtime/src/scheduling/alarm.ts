/** Alarms: a callback at an instant, after a while, or again and again. */

import { tableOf } from "@preempt/checks";
import { callable, notNegative, positive, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { at, type Duration, type Instant, rounding, surelyLater } from "../kernel/time.ts";
import { room } from "../realm/room.ts";
import { type Missed, missedWord } from "./task-options.ts";

/**
 * When an alarm fires, in milliseconds.
 *
 * - A number: at that instant of the scheduler's clock. `{ in }`: after that time.
 * - `{ every }`: again and again, first after `every`. `{ every, in }`: first after `in`. `{ every, at }`: first at the instant
 *   `at`; if that has passed, at the next instant that is a whole number of periods later.
 *
 * `missed`: what happens to instants that passed while the thread was away, if at least one more period passed as well. "coalesce"
 * (default): the callback is called once for all of them. "skip": not before the next instant. "all": once for each.
 */
export type AlarmTime =
  | number
  | { readonly in: number }
  | { readonly every: number; readonly in?: number; readonly at?: undefined; readonly missed?: Missed }
  | { readonly every: number; readonly at: number; readonly in?: undefined; readonly missed?: Missed };

const table = tableOf<{ in: number; at: number; every: number; missed: Missed }>({
  in: 1,
  at: 1,
  every: 1,
  missed: missedWord,
});

/** A pending alarm. `cancel` and disposal prevent its callback. */
export interface Alarm extends Disposable {
  /** Cancels the alarm. No effect on one that has fired for the last time. */
  cancel(): void;
}

/** @internal */
export function setAlarm(kernel: Kernel, time: AlarmTime, callback: () => void): Alarm {
  room();
  callable(callback, "alarm", "the alarm's callback");
  const now = kernel.now();
  const every = isObject(time) && "every" in time ? time.every : undefined;
  const period = every === undefined ? undefined : positive(every, "alarm", "the alarm's period");
  const missed = isObject(time) && "missed" in time ? time.missed : undefined;
  if (isObject(time)) refuseWrong(time, table, "an alarm");
  const first = firstAlarm(time, now, period);
  let fired = 0;
  // The next of its instants, where the first has passed.
  if (period !== undefined && first < now) {
    fired = Math.ceil((now - first) / period);
    if (first + (fired - 1) * period >= now) fired--;
  }
  let active = true;
  const pending = kernel.addPending(fired === 0 ? first : at(first + fired * (period as Duration)), () => {
    if (period === undefined) {
      active = false;
      kernel.alarms.delete(pending);
    } else {
      const now = kernel.now();
      const due = first + fired * period;
      if (missed === "all") {
        kernel.setPending(pending, at(first + ++fired * period));
        callback();
        return;
      }
      // Periods that passed while the host was away are not made up for.
      fired = Math.max(fired + 1, Math.floor((now - first) / period));
      // Rounding makes the quotient a little too small at times.
      if (first + fired * period <= now) fired++;
      const next = at(first + fired * period);
      kernel.setPending(pending, next > now ? next : surelyLater(now, period));
      if (missed === "skip" && now - due >= period && next - period < now - rounding(now)) return;
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
    const delay = "in" in time ? time.in : undefined;
    const instant = "at" in time ? time.at : undefined;
    if (instant !== undefined && period !== undefined && delay === undefined) {
      if (Number.isFinite(instant)) return at(instant);
      refuse("alarm_not_finite", "the first instant of the alarm", show(instant), "an instant in milliseconds");
    }
    if (instant !== undefined) {
      refuse(
        "alarm_first",
        "the alarm's time",
        "an object with at",
        "{ every, at }, or the instant itself, without in",
      );
    }
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
