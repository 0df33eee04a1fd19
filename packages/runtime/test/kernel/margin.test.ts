/** Slices end earlier by what the last ones were late. */
import { type AdmissionControl, Scheduler } from "@preempt/runtime";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Margin } from "../../src/pacing/margin.ts";

function marginAfter(...lates: readonly number[]): number {
  const margin = new Margin();
  for (const late of lates) margin.see(late, 1, 0);
  return margin.of(1);
}

const none = (count: number) => Array.from({ length: count }, () => 0);

describe("what a margin is, of slices of 1 ms", () => {
  test("none as long as slices are late by a tenth at most", () => {
    expect(marginAfter(0, 0.05, 0.1)).toBe(0);
  });

  test("as much as the latest was late, less a tenth", () => {
    expect(marginAfter(0, 0.4, 0.2)).toBeCloseTo(0.3);
  });

  test("none for what takes longer than half a slice: that would not fit in", () => {
    expect(marginAfter(0.61)).toBe(0);
    expect(marginAfter(0.6)).toBeCloseTo(0.5);
    expect(marginAfter(0.3, 5)).toBeCloseTo(0.2);
  });

  test("none for slices that ended for something else, or of which nobody knows", () => {
    expect(marginAfter(-0.4, Number.NaN, Number.NEGATIVE_INFINITY)).toBe(0);
  });

  test("none for a step of the clock", () => {
    const margin = new Margin();
    margin.see(0.25, 1, 0.25);
    expect(margin.of(1)).toBe(0);
    margin.see(0.5, 1, 0.25);
    expect(margin.of(1)).toBe(0.25);
  });

  test("half of a slice at most, though longer ones were later", () => {
    const margin = new Margin();
    margin.see(4, 8, 0);
    expect(margin.of(8)).toBeCloseTo(3.2);
    expect(margin.of(1)).toBe(0.5);
  });

  test("none where a slice has no end", () => {
    const margin = new Margin();
    margin.see(1e9, Number.POSITIVE_INFINITY, 0);
    expect(margin.of(1)).toBe(0);
  });

  test("after 1,000 slices a single one says nothing more", () => {
    expect(marginAfter(0.5, 0.3, ...none(997))).toBeCloseTo(0.4);
    expect(marginAfter(0.5, 0.3, ...none(998))).toBeCloseTo(0.2);
    expect(marginAfter(...none(1000), 0.5)).toBe(0);
    expect(marginAfter(...none(1000), 0.3, 0.5)).toBeCloseTo(0.2);
  });

  test("slices are remembered for 2,000 to 4,000 more", () => {
    expect(marginAfter(0.5, 0.5, ...none(3997))).toBeCloseTo(0.4);
    expect(marginAfter(0.5, 0.5, ...none(3998))).toBe(0);
    expect(marginAfter(...none(1998), 0.5, 0.5, ...none(1999))).toBeCloseTo(0.4);
  });
});

test("whatever slices are late by, at most one in 800 is later than its margin and a tenth of its length", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 ** 31 - 2 }),
      fc.double({ min: 0.05, max: 0.6, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
      (seed, most, steepness) => {
        let random = seed;
        const margin = new Margin();
        let later = 0;
        const slices = 40_000;
        for (let k = -1000; k < slices; k++) {
          random = (random * 48_271) % (2 ** 31 - 1);
          const late = most * (random / 2 ** 31) ** steepness;
          if (k >= 0 && late > margin.of(1) + 0.1) later++;
          margin.see(late, 1, 0);
        }
        expect(later).toBeLessThanOrEqual(slices / 800);
      },
    ),
  );
});

/** How long a job has the thread each time. Its points take 0.1 ms, and each ninth one, or another, `long`. */
function stretches(
  long: number,
  options: {
    readonly slice: number;
    readonly round?: number;
    /** The length of a round, by the host. */
    readonly hostRound?: number;
    readonly each?: number;
    readonly budget?: number;
    readonly margin?: boolean;
    readonly admission?: AdmissionControl;
  },
) {
  const { hostRound, each = 9, ...others } = options;
  const host = new VirtualHost();
  if (hostRound !== undefined) Object.assign(host, { roundEnd: (start: number) => start + hostRound });
  const lengths: number[] = [];
  const rounds: number[] = [];
  let [from, start] = [0, 0];
  const rt = new Scheduler({
    host,
    ...others,
    observer: {
      jobDispatched(_, now) {
        from = now;
      },
      jobPreempted(_, now) {
        lengths.push(now - from);
      },
      roundStarted(now) {
        start = now;
      },
      roundEnded(now) {
        rounds.push(now - start);
      },
    },
  });
  rt.submit(function* () {
    for (let k = 0; k < 4000; k++) {
      host.advance(k % each === each - 1 ? long : 0.1);
      yield;
    }
  });
  host.run();
  return { lengths, rounds };
}

const longest = (lengths: readonly number[]) => Math.max(...lengths);

describe("a job some points of which take long", () => {
  test("has slices as long as they were set, or a tenth longer, once it was seen", () => {
    const { lengths } = stretches(0.45, { slice: 1, round: 1000 });
    expect(longest(lengths.slice(0, 20))).toBeGreaterThan(1.2);
    expect(longest(lengths.slice(20))).toBeLessThan(1.1 + 1e-9);
  });

  test("ends rounds in time as well", () => {
    const { rounds } = stretches(0.45, { slice: 1000, round: 1 });
    expect(longest(rounds.slice(0, 20))).toBeGreaterThan(1.2);
    expect(longest(rounds.slice(20))).toBeLessThan(1.1 + 1e-9);
  });

  test("has whole slices where nothing comes late", () => {
    const { lengths } = stretches(0.1, { slice: 1, round: 1000 });
    expect(lengths.every((length) => length >= 1 - 1e-9)).toBe(true);
  });

  test("has whole slices where its budget was set", () => {
    const { lengths } = stretches(0.45, { slice: 1, round: 1000, budget: 0 });
    expect(lengths.every((length) => length >= 1 - 1e-9)).toBe(true);
  });

  test("has whole slices where there is an admission test, which reckons with them, and where the user says so", () => {
    const whole = { slice: 1, round: 1000, margin: false };
    const admission = admitBy(exactAdmission);
    for (const options of [whole, { slice: 1, round: 1000, admission }]) {
      const { lengths } = stretches(0.45, options);
      expect(lengths.every((length) => length >= 1 - 1e-9)).toBe(true);
    }
    const { lengths } = stretches(0.45, { ...whole, margin: true, admission });
    expect(longest(lengths.slice(20))).toBeLessThan(1.1 + 1e-9);
  });
});

test("where the host makes rounds shorter than slices, none is shorter than half of what it makes", () => {
  // How late a round is depends on where in it the long one comes.
  const { rounds } = stretches(2.9, { slice: 5, hostRound: 2, each: 37 });
  expect(rounds.length).toBeGreaterThan(100);
  expect(Math.min(...rounds.slice(0, -1))).toBeGreaterThan(1 - 1e-9);
});

test("a job whose slices end early takes turns with others nevertheless, and both end", () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, slice: 1, round: 2 });
  const order: string[] = [];
  const job = (name: string, long: number) =>
    rt.submit(
      function* () {
        for (let k = 0; k < 300; k++) {
          host.advance(k % 3 === 2 ? long : 0.1);
          yield;
        }
        order.push(name);
      },
      { name },
    );
  job("late", 0.5);
  job("punctual", 0.1);
  host.run();
  expect(order).toEqual(["punctual", "late"]);
  expect(host.now()).toBeCloseTo(300 * 0.1 + 200 * 0.1 + 100 * 0.5);
});

test("who gets the thread when a round is nearly over is late for that, and no more and more by its own margin", () => {
  const host = new VirtualHost();
  const lengths: number[] = [];
  let from = 0;
  const rt = new Scheduler({
    host,
    slice: 1,
    // 0.05 ms are left after a slice.
    round: 1.05,
    observer: {
      jobDispatched(_, now) {
        from = now;
      },
      jobPreempted(job, now) {
        if (job.name === "slow") lengths.push(now - from);
      },
    },
  });
  const job = (name: string, point: number) =>
    rt.submit(
      function* () {
        for (let k = 0; k < 4000; k++) {
          host.advance(point);
          yield;
        }
      },
      { name },
    );
  job("quick", 0.1);
  job("slow", 0.2);
  host.run();
  expect(longest(lengths.slice(200, 400))).toBeGreaterThan(0.95);
});

test("a margin that is neither true nor false is refused", () => {
  expect(() => new Scheduler({ margin: 0.2 as never })).toThrow(
    "margin_not_a_boolean: the margin of the scheduler is 0.2. Give true or false.",
  );
});
