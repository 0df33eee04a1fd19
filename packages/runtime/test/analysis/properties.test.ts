/** What no reference case covers: independent ways to the same answer, and the doors. */
import {
  audsley,
  breakdown,
  busyPeriod,
  demand,
  edfResponseTimes,
  fifoResponseTime,
  firstViolation,
  hyperperiod,
  isEdfSchedulable,
  passesHyperbolic,
  passesLiuLayland,
  responseTimes,
  type TimedTask,
  utilisation,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const anyTask = fc
  .record({
    C: fc.integer({ min: 1, max: 6 }),
    T: fc.constantFrom(6, 8, 9, 12, 18, 24, 36),
    D: fc.integer({ min: 1, max: 40 }),
    J: fc.integer({ min: 0, max: 5 }),
    q: fc.integer({ min: 0, max: 6 }),
  })
  .map((task): TimedTask => ({ ...task, q: Math.min(task.q, task.C) }));
const anySet = fc.array(anyTask, { minLength: 1, maxLength: 4 });
const anyInterference = fc.array(fc.record({ C: fc.integer({ min: 1, max: 2 }), T: fc.integer({ min: 8, max: 20 }) }), {
  maxLength: 1,
});
const anyPreemption = fc.constantFrom("full", "none", "regions");

/** Runs integer time unit by unit: the job that `goesFirst` at each unit. Gives each job's response from its arrival. */
function simulate(
  tasks: readonly TimedTask[],
  jobs: readonly { readonly task: number; readonly arrival: number; readonly release: number }[],
  goesFirst: (job: { task: number; arrival: number; left: number }) => readonly number[],
): { task: number; response: number }[] {
  const live = jobs.map((job) => ({ ...job, left: (tasks[job.task] as TimedTask).C, response: Number.NaN }));
  for (let now = 0; live.some(({ left }) => left > 0); now++) {
    const [next] = live
      .filter(({ left, release }) => left > 0 && release <= now)
      .sort((a, b) => lexically(goesFirst(a), goesFirst(b)));
    if (next === undefined) continue;
    next.left--;
    if (next.left === 0) next.response = now + 1 - next.arrival;
  }
  return live;
}

function lexically(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - (b[i] as number);
  return 0;
}

test("under EDF with jitter no job responds later than the analysis says, and some take as long", () => {
  let attained = 0;
  fc.assert(
    fc.property(anySet, fc.array(fc.nat(30), { minLength: 4, maxLength: 4 }), fc.nat(3), (tasks, offsets, victim) => {
      fc.pre(utilisation(tasks) < 1);
      const bounds = edfResponseTimes(tasks);
      // All are released at 5, delayed by their jitter, or at offsets; ties go against the victim.
      const jobs = tasks.flatMap(({ T, J = 0 }, task) => {
        const first = task === victim ? (offsets[task] as number) : 5 - J;
        return Array.from({ length: 12 }, (_, k) => {
          const arrival = first + k * T;
          return { task, arrival, release: Math.max(arrival, Math.min(arrival + J, 5)) };
        });
      });
      const shifted = jobs.map((job) => ({ ...job, arrival: job.arrival + 5, release: job.release + 5 }));
      const outcome = simulate(tasks, shifted, ({ task, arrival }) => [
        arrival + (tasks[task] as TimedTask).D,
        task === victim ? 1 : 0,
        arrival,
      ]);
      for (const { task, response } of outcome) {
        expect(response).toBeLessThanOrEqual(bounds[task] as number);
        if (task === victim && tasks.length > 1 && response === bounds[task]) attained++;
      }
    }),
    { numRuns: 500 },
  );
  expect(attained).toBeGreaterThan(20);
});

test("under EDF with interference, preemptive or not, no job responds later than the analysis says, some as late", () => {
  const attained = { full: 0, none: 0 };
  const anyCase = fc.record({
    tasks: anySet,
    interference: anyInterference,
    preemption: fc.constantFrom("full", "none"),
    offsets: fc.array(fc.nat(30), { minLength: 4, maxLength: 4 }),
    victim: fc.nat(3),
    blocker: fc.nat(3),
  });
  fc.assert(
    fc.property(anyCase, ({ tasks, interference, preemption, offsets, victim, blocker }) => {
      fc.pre(utilisation([...tasks, ...interference.map((other) => ({ ...other, D: 1 }))]) < 1);
      const bounds = edfResponseTimes(tasks, { interference, preemption });
      const first = tasks.length;
      const everything: TimedTask[] = [...tasks, ...interference.map(({ C, T }) => ({ C, T, D: T }))];
      // All are released at 10, delayed by their jitter, but for the victim at an offset and one job at 9.
      const jobs = everything.flatMap(({ T, J = 0 }, task) => {
        const start = task === victim ? 5 + (offsets[task] as number) : task === blocker ? 9 : 10 - J;
        return Array.from({ length: 12 }, (_, k) => {
          const arrival = start + k * T;
          return { task, arrival, release: Math.max(arrival, Math.min(arrival + J, 10)) };
        });
      });
      const outcome = simulate(everything, jobs, ({ task, arrival, left }) => {
        const { C, D } = everything[task] as TimedTask;
        const isStarted = preemption === "none" && left < C;
        return [task >= first ? 0 : 1, isStarted ? 0 : 1, arrival + D, task === victim ? 1 : 0, arrival];
      });
      for (const { task, response } of outcome) {
        if (task >= first) continue;
        expect(response).toBeLessThanOrEqual(bounds[task] as number);
        if (interference.length > 0 && tasks.length > 1 && response === bounds[task]) attained[preemption]++;
      }
    }),
    { numRuns: 3000 },
  );
  expect(attained.full).toBeGreaterThan(20);
  expect(attained.none).toBeGreaterThan(10);
});

describe("EDF: blocking that changes with the deadline", () => {
  test("a job whose deadline is nobody's else is looked at where blocking begins", () => {
    const blocking = [{ from: 12, length: 5 }];
    expect(edfResponseTimes([{ C: 2, T: 10, D: 10 }], { blocking })).toEqual([5]); // arrives at 2, due at 12
  });

  test("where blocking ends, a later deadline is not reckoned with what was before", () => {
    const tasks = [
      { C: 2, T: 100, D: 20 },
      { C: 6, T: 9, D: 12 },
    ];
    const blocking = [
      { from: 0, length: 3 },
      { from: 21, length: 0 },
    ];
    // Due at 20: after 3 of blocking and one job. Due at 21, without blocking: done before the second one comes.
    expect(edfResponseTimes(tasks, { blocking })[0]).toBe(11);
  });
});

test("the quick demand analysis and the search for the first violation agree, whatever is asked of them", () => {
  fc.assert(
    fc.property(anySet, anyPreemption, anyInterference, (tasks, preemption, interference) => {
      const options = { preemption, interference } as const;
      expect(isEdfSchedulable(tasks, options)).toBe(firstViolation(tasks, options) === undefined);
    }),
    { numRuns: 3000 },
  );
});

test("EDF meets all deadlines by demand exactly where all response times are within them", () => {
  fc.assert(
    fc.property(anySet, anyPreemption, (tasks, preemption) => {
      fc.pre(utilisation(tasks) < 1);
      const on = tasks.map(({ C, T, D, q }) => ({ C, T, D, q: q ?? 0 }));
      const responses = edfResponseTimes(on, { preemption });
      const fits = responses.every((R, i) => (R as number) <= (on[i] as TimedTask).D);
      expect(isEdfSchedulable(on, { preemption })).toBe(fits);
    }),
    { numRuns: 3000 },
  );
});

test("interference is a task above all: EDF of one task under it is fixed priorities", () => {
  fc.assert(
    fc.property(anyTask, anyInterference, (task, interference) => {
      const above = interference.map(({ C, T }) => ({ C, T, D: T }));
      const tasks = [...above, task];
      fc.pre(utilisation(tasks) !== 1);
      const [R] = responseTimes(tasks, [...tasks.keys()]).slice(-1);
      const fits = (R?.R ?? Number.POSITIVE_INFINITY) <= task.D;
      expect(isEdfSchedulable([task], { interference })).toBe(fits);
      if (utilisation(tasks) < 1) expect(edfResponseTimes([task], { interference })).toEqual([R?.R]);
    }),
    { numRuns: 1000 },
  );
});

test("first come, first served with jitter: a simulation stays within the bound and attains it", () => {
  fc.assert(
    fc.property(anySet, (tasks) => {
      fc.pre(utilisation(tasks) < 1);
      const bound = fifoResponseTime(tasks) as number;
      const length = busyPeriod(tasks) as number;
      const jobs = tasks.flatMap(({ T, J = 0 }, task) =>
        Array.from({ length: Math.ceil((length + J) / T) }, (_, k) => {
          const arrival = 5 - J + k * T;
          return { task, arrival, release: Math.max(arrival, 5) };
        }),
      );
      const byRelease = jobs.map((job) => ({ ...job, arrival: job.release }));
      const outcome = simulate(tasks, byRelease, ({ arrival, task }) => [arrival, task]);
      expect(Math.max(...outcome.map(({ response }) => response))).toBe(bound);
    }),
    { numRuns: 500 },
  );
});

test("bounds are decided exactly, where numbers cannot", () => {
  // (1 + 1/3)(1 + 1/2) = 2 exactly; one part in 10^15 more is too much.
  const at = { C: 1, T: 2, D: 2 };
  expect(passesHyperbolic([{ C: 1, T: 3, D: 3 }, at])).toBe(true);
  const part = 10 ** 15;
  expect(passesHyperbolic([{ C: part + 1, T: 3 * part, D: 3 * part }, at])).toBe(false);
  expect(passesLiuLayland([{ C: part + 1, T: part, D: part }])).toBe(false);
  // 1/3 + 1/3 + 1/3 is 1 and not a bit more
  const thirds = Array.from({ length: 3 }, () => ({ C: 1, T: 3, D: 3 }));
  expect(isEdfSchedulable(thirds)).toBe(true);
  expect(isEdfSchedulable([...thirds, { C: 1, T: 2 ** 52, D: 2 ** 52 }])).toBe(false);
  expect(hyperperiod([{ T: 2 ** 51 - 1 }, { T: 2 ** 51 + 1 }])).toBe((2n ** 51n - 1n) * (2n ** 51n + 1n));
});

test("demand counts jobs that arrive and are due within a window, both ends included", () => {
  const tasks = [
    { C: 2, T: 5, D: 4 },
    { C: 1, T: 7, D: 9, J: 2 },
  ];
  expect([0, 3, 4, 6, 7, 8, 9].map((t) => demand(tasks, t))).toEqual([0, 0, 2, 2, 3, 3, 5]);
});

test("Audsley's assignment asks at most n² times, and finds nothing where there is nothing", () => {
  let asked = 0;
  const order = audsley(5, (task, above) => {
    asked++;
    return above.length === task;
  });
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(asked).toBeLessThanOrEqual(25);
  expect(audsley(3, () => false)).toBeUndefined();
  expect(audsley(0, () => false)).toEqual([]);
});

describe("an analysis that would take too long says so", () => {
  // Utilisation 1 exactly, and a hyperperiod of 3 · 10^12: the busy period goes through all of it.
  const filled = [9973, 9967, 9949].map((p) => ({ C: p, T: 3 * p, D: 3 * p }));

  test.for([
    ["the busy period", () => busyPeriod(filled, { maxSteps: 100 })],
    ["response times", () => responseTimes(filled, [0, 1, 2], { maxSteps: 100 })],
    ["quick demand analysis", () => isEdfSchedulable(filled, { maxSteps: 100 })],
    ["demand", () => firstViolation(filled, { maxSteps: 100 })],
    ["EDF response times", () => edfResponseTimes(filled, { maxSteps: 100 })],
    ["FIFO", () => fifoResponseTime(filled, { maxSteps: 100 })],
  ] as const)("%s", ([, analyse]) => {
    expect(analyse).toThrow("analysis_too_long: the analysis needs more than 100 steps");
  });
});

test("of EDF's busy periods with more arrivals than a set can hold the analysis says that it takes too long", () => {
  const tasks = [
    { C: 10 ** 11, T: 10 ** 12, D: 3 * 10 ** 12 },
    { C: 1, T: 10, D: 10 },
  ];
  // More steps than 2 ** 24, which is how many a set can hold.
  expect(() => edfResponseTimes(tasks, { maxSteps: 17_000_000 })).toThrow("analysis_too_long: ");
});

describe("bad input is refused at the door", () => {
  const good = { C: 1, T: 4, D: 4 };
  test.for([
    ["task_time: T of task 1 is -4.", { ...good, T: -4 }],
    ["task_time: C of task 1 is 0.5.", { ...good, C: 0.5 }],
    ["task_time: D of task 1 is NaN.", { ...good, D: Number.NaN }],
    ["task_time: J of task 1 is -1.", { ...good, J: -1 }],
    ['task_time: cs["log"] of task 1 is Infinity.', { ...good, cs: { log: Number.POSITIVE_INFINITY } }],
    ["chunks_not_c: the chunks of task 1 add up to 3, its C is 1.", { ...good, chunks: [1, 2] }],
  ] as const)("%s", ([message, bad]) => {
    expect(() => responseTimes([good, bad], [0, 1])).toThrow(message);
    expect(() => firstViolation([good, bad])).toThrow(message);
  });

  test("an order that leaves a task out", () => {
    expect(() => responseTimes([good, good], [0, 0])).toThrow("order_not_complete: the order of priorities is [0, 0].");
  });

  test("a sum of times that numbers cannot hold", () => {
    const long = { C: 2 ** 51, T: 2 ** 52, D: 2 ** 52, B: 2 ** 52 };
    expect(() => responseTimes([long], [0])).toThrow("time_too_long: ");
  });

  test("a grain that is no count, and nothing to break down", () => {
    expect(() => breakdown([good], () => false, { parts: 0 })).toThrow("parts_not_a_count: ");
    expect(() => breakdown([], () => true)).toThrow("tasks_empty: ");
    expect(breakdown([good], () => false)).toBeUndefined();
  });
});

test("at utilisation 1 with jitter first come, first served is looked at for a hyperperiod", () => {
  // The second job of the second task comes at 70 if the first one was as late as it may be: 36 + 2 x 50 - 70.
  const tasks = [
    { C: 1, T: 2, D: 200 },
    { C: 50, T: 100, D: 200, J: 30 },
  ];
  expect(busyPeriod(tasks)).toBeUndefined();
  expect(fifoResponseTime(tasks)).toBe(66);
});

test("at utilisation 1 with jitter or blocking responses under EDF have a bound, too", () => {
  const late = [
    { C: 1, T: 2, D: 2, J: 1 },
    { C: 2, T: 4, D: 8 },
  ];
  expect(edfResponseTimes(late)).toEqual([2, 5]);
  // The longest of all offsets of periodic tasks, looked at one by one.
  const whole = [
    { C: 2, T: 4, D: 3 },
    { C: 2, T: 6, D: 6 },
    { C: 1, T: 6, D: 9 },
  ];
  expect(edfResponseTimes(whole, { preemption: "none" })).toEqual([3, 4, 8]);
  expect(edfResponseTimes([...whole, { C: 1, T: 1000, D: 1000 }])).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("at utilisation 1 with jitter the busy period has no end, and each response has a bound", () => {
  const tasks = [
    { C: 1, T: 2, D: 2, J: 1 },
    { C: 2, T: 4, D: 8 },
  ];
  expect(busyPeriod(tasks)).toBeUndefined();
  // Released together: the first task's jobs at 0, 1, 3, 5, …; the second's runs in 2-3 and 4-5, and so do all after it.
  expect(responseTimes(tasks, [0, 1]).map(({ R }) => R)).toEqual([2, 5]);
  expect(responseTimes([...tasks, { C: 1, T: 1000, D: 1000 }], [0, 1, 2]).at(-1)?.R).toBeUndefined();
  // Here it is the last of the seven jobs of the hyperperiod, 84, that takes longest; the first takes 13.
  const slow = [
    { C: 7, T: 14, D: 14, J: 1 },
    { C: 6, T: 12, D: 24 },
  ];
  expect(responseTimes(slow, [0, 1])[1]).toMatchObject({ R: 19, R1: 13, terms: { job: 6 } });
});
