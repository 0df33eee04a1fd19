import { type Alarm, Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { growth } from "../kit/growth.ts";
import { world } from "../kit/world.ts";

const anyAlarm = fc.record({
  in: fc.double({ min: 0, max: 50, noNaN: true }),
  cancelled: fc.boolean(),
});

test("alarms fire in the order of their instants, never early, once, and not when they were called off", () => {
  fc.assert(
    fc.property(fc.array(anyAlarm, { maxLength: 60 }), (plans) => {
      const host = new VirtualHost();
      const rt = new Scheduler({ host });
      const fired: number[] = [];
      const alarms = plans.map(({ in: ms }, i) =>
        rt.alarm({ in: ms }, () => {
          expect(host.now()).toBeGreaterThanOrEqual(ms);
          fired.push(i);
        }),
      );
      for (const [i, { cancelled }] of plans.entries()) if (cancelled) alarms[i]?.cancel();
      host.run();
      const expected = plans
        .map(({ in: ms, cancelled }, i) => ({ i, ms, cancelled }))
        .filter(({ cancelled }) => !cancelled)
        .sort((a, b) => a.ms - b.ms || a.i - b.i);
      expect(fired).toEqual(expected.map(({ i }) => i));
      expect(host.pending).toEqual({ turns: 0, timers: 0 });
    }),
  );
});

test("10,000 alarms need one timer of the host, and setting, calling off and firing them stays cheap", async () => {
  const host = new VirtualHost();
  let timers = 0;
  const { timer } = host;
  host.timer = (...args) => {
    timers++;
    return timer.apply(host, args);
  };
  const rt = new Scheduler({ host });
  const set = (n: number): Alarm[] =>
    Array.from({ length: n }, (_, i) => rt.alarm({ in: 1 + ((i * 7919) % n) / n }, () => {}));
  const time = (n: number): number => {
    const from = performance.now();
    const alarms = set(n);
    for (let i = 0; i < n; i += 2) alarms[i]?.cancel();
    host.run();
    return (performance.now() - from) / n;
  };
  time(10_000);
  // Armed again only when the earliest changes.
  expect(timers).toBeLessThan(15_000);
  // A queue that was searched from end to end would cost ten times as much for each.
  expect(await growth(time, { few: 1000, many: 10_000, limit: 6 })).toBeLessThan(6);
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});

test("while jobs run an alarm waits for the end of the slice at most", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 20, noNaN: true }), fc.integer({ min: 1, max: 4 }), (at, slice) => {
      const { rt, host, work } = world({ slice, round: 100 });
      rt.submit(work(40, 0.5));
      let late = Number.NaN;
      rt.alarm(at, () => {
        late = host.now() - at;
      });
      host.run();
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(slice);
    }),
  );
});

test("a time that is none is refused with what was given and what is expected", () => {
  const { rt } = world();
  const expected = "Give an instant in milliseconds, { in: milliseconds } or { every: milliseconds }.";
  for (const [time, code, given] of [
    [Number.NaN, "alarm_not_finite", "NaN"],
    [Number.POSITIVE_INFINITY, "alarm_not_finite", "Infinity"],
    [undefined, "alarm_not_finite", "undefined"],
    [null, "alarm_not_finite", "null"],
    ["soon", "alarm_not_finite", '"soon"'],
    [{}, "alarm_not_finite", "an object without in or every"],
  ] as const) {
    expect(() => rt.alarm(time as never, () => {})).toThrow(
      expect.objectContaining({
        name: "PreemptError",
        code,
        message: `${code}: the alarm's time is ${given}. ${expected}`,
      }),
    );
  }
  expect(() => rt.alarm({ in: Number.NaN }, () => {})).toThrow("alarm_negative: the time until the alarm is NaN.");
  expect(() => rt.alarm({ every: 0 }, () => {})).toThrow("alarm_not_positive: the alarm's period is 0.");
});

test("an alarm in a using block is called off at its end", () => {
  const { rt, host } = world();
  let fired = 0;
  {
    using _alarm = rt.alarm({ every: 1 }, () => fired++);
    host.run(3.5);
  }
  host.run(10);
  expect(fired).toBe(3);
});

test("an alarm that comes again comes first after `in`, where that is given", () => {
  const { rt, host, note, trace } = world();
  rt.alarm({ in: 5, every: 10 }, () => note("later"));
  rt.alarm({ in: 0, every: 10 }, () => note("at once"));
  rt.alarm({ in: 3, every: Number.POSITIVE_INFINITY }, () => note("once"));
  host.run(26);
  expect(trace).toEqual(["0 at once", "3 once", "5 later", "10 at once", "15 later", "20 at once", "25 later"]);
});

test("an alarm does not drift, and fires no more often than time passes, wherever time starts", () => {
  for (const start of [0, 1e8, 1.8e12]) {
    const host = new VirtualHost({ start });
    const rt = new Scheduler({ host });
    let tenths = 0;
    let instants = 0;
    rt.alarm({ every: 0.1 }, () => tenths++);
    const often = rt.alarm({ every: 1e-5 }, () => instants++);
    host.run(start + 0.25);
    often.cancel();
    host.run(start + 100.05);
    expect(tenths, `from ${start}`).toBe(1000);
    // As often as the clock can tell: its step is a quarter of a microsecond there.
    expect(instants, `from ${start}`).toBeGreaterThan(start === 1.8e12 ? 1000 : 24_000);
  }
});
