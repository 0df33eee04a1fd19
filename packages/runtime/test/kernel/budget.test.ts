/** How budgets follow the pace of code, whatever it does. Virtual clocks: every point takes what the test says. */
import { Scheduler } from "@preempt/runtime";
import { attach, state } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { at } from "../../src/kernel/time.ts";
import { fixedAllowance, Pace } from "../../src/pacing/budget.ts";

const target = 0.125;

/** A clock that stands while the kernel works: the end of a budget takes no longer than ever. */
const still = { now: () => at(0), resolution: 0 };

interface Surroundings {
  /** Milliseconds. */
  readonly resolution?: number;
  /** Milliseconds that the end of each budget takes. */
  readonly end?: number;
}

/** Runs `points` points of code through a pace, each as long as `lengthOf` says. Returns the lengths of the budgets. */
function drive(
  pace: Pace,
  points: number,
  lengthOf: (k: number) => number,
  { resolution = 0, end = 0 }: Surroundings = {},
): number[] {
  const lengths: number[] = [];
  // A third of an end lies between two readings, as it does in Node.
  const clock = { now: () => at(resolution === 0 ? end / 3 : 0), resolution };
  for (let k = 0; k < points; ) {
    const budget = pace.next(Number.POSITIVE_INFINITY, at(0), clock);
    let time = end;
    for (let i = 0; i <= budget && k < points; i++) time += lengthOf(k++);
    // A coarse clock shows whole steps.
    const shown = resolution === 0 ? time : Math.floor(time / resolution) * resolution;
    pace.learn(budget, shown, target, resolution);
    lengths.push(time);
  }
  return lengths;
}

for (const perPoint of [1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1]) {
  test(`a budget lasts an eighth of the slice when a point takes ${perPoint} ms`, () => {
    const pace = new Pace();
    const lengths = drive(pace, Math.max(20_000, 8 / perPoint), () => perPoint).slice(20);
    const bound = Math.min(target, 16_385 * perPoint); // budgets are not longer than so many points
    const longest = lengths.reduce((a, b) => Math.max(a, b));
    expect(longest).toBeLessThanOrEqual(target * 1.01 + perPoint);
    expect((pace.budget + 1) * perPoint).toBeGreaterThan(bound * 0.9 - perPoint);
  });
}

test("a budget without end is the largest there is, 2 ** 25 points: a small integer, in emitted code too", () => {
  for (const budget of [2 ** 25, 2 ** 40, Number.POSITIVE_INFINITY])
    expect(fixedAllowance(budget).next(1, at(0), still)).toBe(2 ** 25);
});

test("a slice of a second is no reason to learn slowly", () => {
  const pace = new Pace();
  let looks = 0;
  for (let points = 0; points < 20_000; looks++) {
    const { budget } = pace;
    points += budget + 1;
    pace.learn(budget, (budget + 1) * 1e-4, 250, 0);
  }
  expect(looks).toBeLessThan(200);
});

test("one change of pace costs one long budget, and the next ones are right", () => {
  const pace = new Pace();
  drive(pace, 1_000_000, () => 1e-5);
  const lengths = drive(pace, 2000, () => 0.1);
  expect(lengths.filter((length) => length > 2 * target)).toHaveLength(1);
});

test("code that turns slow again and again, whatever the interval, overruns a few times only, where a tenth of the time pays for it", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 20_000 }),
      fc.integer({ min: 5, max: 200 }),
      fc.integer({ min: 1, max: 50 }),
      (fast, more, offset) => {
        const pace = new Pace();
        // Looking at the clock at each of the fast points costs 0.0002 ms a look.
        const slow = more + Math.ceil((2 * fast * 0.0002) / 0.1);
        const period = fast + slow;
        const cycles = 60;
        const lengthOf = (k: number) => ((k + offset) % period < fast ? 1e-5 : 1);
        const lengths = drive(pace, cycles * period, lengthOf);
        const overruns = lengths.filter((length) => length > 4).length;
        // A fixed budget above `fast` would overrun in every cycle.
        expect(overruns).toBeLessThanOrEqual(6);
      },
    ),
    { numRuns: 30 },
  );
});

test("care for what an engine takes to compile costs three fifths of that at most, though ends of budgets are slow until then", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 3000 }),
      fc.double({ min: 0.3, max: 2, noNaN: true }),
      (apart, compiling) => {
        const [points, end] = [60_000, 0.007];
        const lengths = drive(new Pace(), points, (k) => (k % apart === 0 ? compiling : 0.0002), { end });
        const most = 0.6 * compiling * Math.ceil(points / apart);
        // Budgets of the wanted length end, too.
        expect(lengths.length * end).toBeLessThan(most + (lengths.reduce((a, b) => a + b) / target) * end);
      },
    ),
  );
});

interface Slice {
  /** Milliseconds. */
  readonly late: number;
  /** Budgets. */
  readonly looks: number;
}

/** Runs one slice of 1 ms at a time. */
function slicesOf(pace: Pace, count: number, timeOf: (points: number) => number): Slice[] {
  return Array.from({ length: count }, () => {
    let left = 1;
    let looks = 0;
    for (; left > 0; looks++) {
      const budget = pace.next(left, at(0), still);
      const time = timeOf(budget + 1);
      pace.learn(budget, time, target, 0);
      left -= time;
    }
    return { late: -left, looks };
  });
}

/**
 * The same, point by point.
 *
 * @param end Milliseconds that the end of each budget takes
 */
function slices(pace: Pace, count: number, lengthOf: (k: number) => number, end = 0): Slice[] {
  let k = 0;
  return slicesOf(pace, count, (points) => {
    let time = end;
    for (let i = 0; i < points; i++) time += lengthOf(k++);
    return time;
  });
}

const latest = (all: readonly Slice[]) => Math.max(...all.map(({ late }) => late));
const meanLooks = (all: readonly Slice[]) => all.reduce((sum, { looks }) => sum + looks, 0) / all.length;

test("code that has become slower by half ends no slice later than by an eighth of a budget", () => {
  fc.assert(
    fc.property(fc.integer({ min: 20_000, max: 60_000 }), fc.constantFrom(1e-4, 1e-3), (change, perPoint) => {
      const late = slices(new Pace(), 100, (k) => (k < change ? perPoint : 1.5 * perPoint));
      expect(latest(late.slice(5))).toBeLessThan(target / 8 + 2 * perPoint);
    }),
  );
});

test("a slice in which something else took the thread for a while ends when it is over", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5200, max: 6800 }), (moment) => {
      // In the third budget of the eleventh slice, of which little is left then.
      const late = slices(new Pace(), 20, (k) => (k === 100_000 + moment ? 0.24 : 1e-4));
      expect(latest(late.slice(5))).toBeLessThan(0.1 * target);
    }),
  );
});

test("a budget that was chosen a bit too large is no reason for care", () => {
  let random = 1;
  const all = slicesOf(new Pace(), 5500, (points) => {
    random = (random * 16_807) % (2 ** 31 - 1);
    return points * 1e-4 * (0.6 + (0.8 * random) / 2 ** 31);
  });
  expect(meanLooks(all.slice(500))).toBeLessThan(12.3);
});

test.each([
  [10_000, 0.4],
  [30_000, 0.7],
  [90_000, 0.7],
  [90_000, 2],
  [150_000, 1],
])(
  "where care prevents nothing it ends: each %d points a stretch of %d ms, which comes in a budget of any size",
  (apart, length) => {
    const all = slices(new Pace(), 1500, (k) => (k % apart === apart - 1 ? length : 1e-4), 0.001);
    expect(meanLooks(all.slice(1000))).toBeLessThan(18);
  },
);

test.each([
  [5, 5, 100],
  [5, 5, 10],
  [2, 9, 100],
  [9, 2, 100],
  [15, 15, 100],
])("where it does it goes on: %d ms of fast code and %d of code %d times as slow, in turn", (fast, slow, factor) => {
  const [quick, heavy] = [1e-3 / factor, 1e-3];
  const points = Math.round(fast / quick);
  const both = points + Math.round(slow / heavy);
  const all = slices(new Pace(), 600, (k) => (k % both < points ? quick : heavy));
  // A budget in care lasts twice as long as it should at most, if code turns slow at the end of a slice.
  expect(latest(all.slice(60))).toBeLessThan(2 * target);
});

test.each([
  [5, 0.5, 40],
  [10, 0.3, 10],
])(
  "a program that has both, phases and stretches, has care for its phases: %d ms of fast code with a stretch of %d ms",
  (fast, stretch, overruns) => {
    // Then 5 ms of slow code; that again and again.
    const points = fast * 100_000;
    const both = points + 5000;
    for (const place of [0.1, 0.5, 0.98].map((part) => part * points)) {
      const lengthOf = (k: number) => (k % both >= points ? 1e-3 : k % both === place ? stretch : 1e-5);
      const late = slices(new Pace(), 660, lengthOf).slice(60);
      expect(late.filter(({ late }) => late > 2 * stretch).length).toBeLessThan(overruns);
    }
  },
);

test("care costs its share, too, where the clock does not show what the ends of budgets take", () => {
  const [overrun, end, resolution] = [5, 0.005, 0.02];
  // 40,000 points of 10 ns, then one that takes long, which no budget prevents.
  const lengths = drive(new Pace(), 500_000, (k) => (k === 40_000 ? overrun : 1e-5), { end, resolution });
  const looks = lengths.length - 500_000 / (target / 1e-5);
  expect(looks * end).toBeLessThan(overrun / 4);
});

test("care is not spent by budgets that would be as small without it", () => {
  // 2 ms of fast code, 4 of code four times as slow, and 80 of code of which a budget has less than care allows; that in turn.
  const lengthOf = (k: number) => {
    const at = k % 3_500_000;
    return at < 200_000 ? 1e-5 : at < 300_000 ? 4e-5 : 2.5e-5;
  };
  const lengths = drive(new Pace(), 10 * 3_500_000, lengthOf);
  expect(lengths.filter((length) => length > 3 * target).length).toBeLessThan(3);
});

test.each([
  [1, 3, 5],
  [1, 10, 20],
  [1, 30, 50],
  [0.1, 3, 5],
  [0.1, 10, 20],
])(
  "by a clock with steps of %d ms budgets are no shorter for long after a stretch of %d ms, which comes each %d ms",
  (resolution, stretch, apart) => {
    const pace = new Pace();
    const clock = { now: () => at(0), resolution };
    const each = Math.round(apart / 4e-4);
    let [time, shown, sliceEnd, looks] = [0, 0, 1, 0];
    // 400 ms of points without the stretches.
    for (let k = 0; k < 1_000_000; looks++) {
      const budget = pace.next(sliceEnd - shown, at(0), clock);
      for (let i = 0; i <= budget; i++) time += k++ % each === each - 1 ? stretch : 4e-4;
      const now = Math.floor(time / resolution) * resolution;
      pace.learn(budget, now - shown, 0.25, resolution);
      shown = now;
      if (now >= sliceEnd) sliceEnd = now + 1;
    }
    // Four in a millisecond, and as many for care.
    expect(looks / 400).toBeLessThan(12);
  },
);

test("by an exact clock a budget that took no time says nothing of what points take", () => {
  const pace = new Pace();
  for (let k = 0; k < 20; k++) pace.learn(pace.budget, (pace.budget + 1) * 0.01, target, 0);
  pace.learn(1, 0, target, 0);
  expect(pace.next(0.05, at(0), still)).toBeLessThan(5);
});

test("looks at the clock for the end of a slice are few", () => {
  const pace = new Pace();
  slices(pace, 20, () => 1e-4);
  let looks = 0;
  for (let left = 1; left > 0; looks++) left -= (pace.next(left, at(0), still) + 1) * 1e-4;
  expect(looks).toBeLessThanOrEqual(12);
});

test("care costs no more than its share: fast code between slow phases still gets long budgets in the end", () => {
  const pace = new Pace();
  drive(pace, 100_000, () => 1e-5);
  drive(pace, 50, () => 1);
  drive(pace, 3_000_000, () => 1e-5);
  expect(pace.budget).toBeGreaterThan(8000);
});

test("a coarse clock of 1 ms neither shrinks nor blows up the budget of fast code", () => {
  const pace = new Pace();
  const lengths = drive(pace, 3_000_000, () => 1e-4, { resolution: 1 }).slice(100);
  expect(Math.max(...lengths)).toBeLessThan(2);
  expect(pace.budget).toBeGreaterThan(300);
});

/** A job of `count` points, the k-th of which takes `lengthOf(k)` milliseconds. Tells when a budget is used up. */
function pointed(host: VirtualHost, count: number, lengthOf: (k: number) => number, usedUp = () => {}) {
  const body = function* () {
    for (let k = 0; k < count; k++) {
      if (--state.budget < 0) {
        usedUp();
        yield;
      }
      host.advance(lengthOf(k));
    }
  };
  return attach(() => undefined, body as never);
}

test.each([
  ["Node", 0, 0.125],
  ["Chromium, isolated", 0.005, 0.125],
  ["Firefox, isolated", 0.02, 0.16],
  ["Chromium", 0.1, 0.25],
  ["Firefox", 1, 0.25],
])("by the clock of %s, with steps of %d ms, a budget lasts %d ms", (_host, resolution, length) => {
  const host = Object.assign(new VirtualHost(), { resolution });
  const lengths: number[] = [];
  let begin = 0;
  // The kernel takes no time.
  const usedUp = () => {
    lengths.push(host.now() - begin);
    begin = host.now();
  };
  new Scheduler({ host, slice: 1 }).submit(pointed(host, 100_000, () => 0.001, usedUp));
  host.run();
  const longest = Math.max(...lengths.slice(-300));
  expect(longest).toBeGreaterThan(0.9 * length);
  expect(longest).toBeLessThan(length + 0.002);
});

test("the kernel keeps to its slices under a program made to defy any fixed interval", () => {
  const host = new VirtualHost();
  const waits: number[] = [];
  const rt = new Scheduler({ host, slice: 1, round: 1e9 });
  // From nanoseconds to milliseconds and back, phases of every length
  const phase = (k: number) => Math.floor(Math.log2(k + 2)) % 2 === 0;
  const job = rt.submit(
    pointed(host, 60_000, (k) => (phase(k) ? 1e-5 : 0.5)),
    { name: "defiant" },
  );
  rt.observe({ jobDispatched: (_, now) => void waits.push(now) });
  host.run();
  expect(job.state).toBe("done");
  const slices = waits.map((at, i) => (waits[i + 1] ?? host.now()) - at);
  // One change of pace after another, each at most once beyond a slice and a budget of its own
  expect(slices.filter((length) => length > 3).length).toBeLessThanOrEqual(8);
});

test("a stretch longer than a slice is told once per function, with its name and length", () => {
  const host = new VirtualHost();
  const told: string[] = [];
  const rt = new Scheduler({
    host,
    slice: 1,
    budget: 0,
    observer: { sliceOverrun: (job, length) => void told.push(`${job.name} ${length.toFixed(3)}`) },
  });
  const heavy = pointed(host, 5, () => 7);
  rt.submit(heavy, { name: "heavy" });
  rt.submit(heavy, { name: "heavy again" });
  rt.submit(
    pointed(host, 5, () => 0.5),
    { name: "light" },
  );
  host.run();
  expect(told).toEqual(["heavy 7.000"]);
});
