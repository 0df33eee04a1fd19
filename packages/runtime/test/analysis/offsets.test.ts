/** Offsets: exact responses and bounds against schedules unit by unit, and against each other. */
import {
  audsley,
  deadlineMonotonicOrder,
  demandBetween,
  edfOffsets,
  hyperperiod,
  isEdfSchedulable,
  type OffsetTask,
  offsetResponseAmong,
  offsetResponseTimes,
  responseTimes,
  utilisation,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Effort } from "../../src/analysis/integers.ts";
import { OffsetSchedule, Repetition } from "../../src/analysis/offset-schedule.ts";
import { earliestArrival } from "../../src/analysis/offset-task.ts";
import { phasesOf, transactionBound } from "../../src/analysis/offset-transactions.ts";

const taskOf = (periods: readonly number[]) =>
  fc
    .record({
      C: fc.integer({ min: 1, max: 4 }),
      T: fc.constantFrom(...periods),
      D: fc.integer({ min: 3, max: 16 }),
      O: fc.integer({ min: 0, max: 20 }),
    })
    .map((task): OffsetTask => task);
const setOf = (task: fc.Arbitrary<OffsetTask>, maxLength = 4) => fc.array(task, { minLength: 1, maxLength });
const anySet = setOf(taskOf([4, 6, 8, 9, 12, 18]));

interface Job {
  readonly task: number;
  readonly arrival: number;
  readonly release: number;
  readonly execution: number;
}

/** Unit by unit: the jobs with their responses from the arrival. */
function simulate(
  jobs: readonly Job[],
  keyOf: (job: Job) => readonly number[],
): (Job & { readonly response: number })[] {
  const live = jobs
    .map((job) => ({ ...job, left: job.execution, key: keyOf(job) }))
    .sort((a, b) => lexically(a.key, b.key));
  const done: (Job & { readonly response: number })[] = [];
  for (let now = 0; live.length > 0; now++) {
    const next = live.find(({ release }) => release <= now);
    if (next === undefined) continue;
    next.left--;
    if (next.left > 0) continue;
    live.splice(live.indexOf(next), 1);
    done.push({ ...next, response: now + 1 - next.arrival });
  }
  return done;
}

function lexically(a: readonly number[], b: readonly number[]): number {
  for (const [i, value] of a.entries()) if (value !== b[i]) return value - (b[i] as number);
  return 0;
}

/** All jobs that arrive before `end`. */
function jobsUntil(
  tasks: readonly OffsetTask[],
  end: number,
  delay: (task: number, k: number) => number = () => 0,
  execution: (task: number, k: number) => number = (task) => (tasks[task] as OffsetTask).C,
): Job[] {
  return tasks.flatMap(({ O = 0, T }, task) => {
    const count = Math.max(0, Math.ceil((end - O) / T));
    let before = 0;
    return Array.from({ length: count }, (_, k) => {
      const arrival = O + k * T;
      // Jobs of a task are released in order.
      const release = Math.max(before, arrival + delay(task, k));
      before = release;
      return { task, arrival, release, execution: execution(task, k) };
    });
  });
}

const byPriority =
  (order: readonly number[]) =>
  ({ task, arrival }: Job) => [order.indexOf(task), arrival];
const byDeadline =
  (tasks: readonly OffsetTask[]) =>
  ({ task, arrival }: Job) => [arrival + (tasks[task] as OffsetTask).D, arrival, task];

function longest(tasks: readonly OffsetTask[], done: readonly { readonly task: number; readonly response: number }[]) {
  return tasks.map((_, i) => Math.max(0, ...done.filter(({ task }) => task === i).map(({ response }) => response)));
}

const lastOffset = (tasks: readonly OffsetTask[]) => Math.max(...tasks.map(({ O = 0 }) => O));

/** Long enough for every response to be seen. */
const horizonOf = (tasks: readonly OffsetTask[]) => lastOffset(tasks) + 4 * Number(hyperperiod(tasks));

test("fixed priorities: the exact responses are those of the schedule unit by unit", () => {
  let shorter = 0;
  fc.assert(
    fc.property(anySet, (tasks) => {
      fc.pre(utilisation(tasks) <= 1);
      const order = deadlineMonotonicOrder(tasks);
      const found = offsetResponseTimes(tasks, order);
      const done = simulate(jobsUntil(tasks, horizonOf(tasks)), byPriority(order));
      expect(found.map(({ R }) => R)).toEqual(longest(tasks, done));
      expect(new Set(found.map(({ method }) => method))).toEqual(new Set(["exact"]));
      found.forEach(({ R, arrival }, i) => {
        const first = done.filter(({ task, response }) => task === i && response === R).map((job) => job.arrival);
        expect(arrival).toBe(Math.min(...first));
      });
      const synchronous = responseTimes(tasks, order);
      if (found.some(({ R }, i) => (R as number) < (synchronous[i]?.R as number))) shorter++;
    }),
    { numRuns: 150 },
  );
  expect(shorter).toBeGreaterThan(30);
});

test("EDF: responses, verdict and the first miss are those of the schedule unit by unit", () => {
  const verdicts = { yes: 0, no: 0, more: 0 };
  fc.assert(
    fc.property(anySet, (tasks) => {
      fc.pre(utilisation(tasks) <= 1);
      const { isSchedulable, by, responses, violation } = edfOffsets(tasks);
      const done = simulate(jobsUntil(tasks, horizonOf(tasks)), byDeadline(tasks));
      expect(by).toBe("schedule");
      expect(responses).toEqual(longest(tasks, done));
      const late = done.filter(({ task, response }) => response > (tasks[task] as OffsetTask).D);
      expect(isSchedulable).toBe(late.length === 0);
      verdicts[isSchedulable ? "yes" : "no"]++;
      if (isSchedulable && !isEdfSchedulable(tasks)) verdicts.more++;
      if (violation === undefined) return;
      const { from, to } = violation;
      expect(to).toBe(Math.min(...late.map(({ task, arrival }) => arrival + (tasks[task] as OffsetTask).D)));
      expect(demandBetween(tasks, from, to)).toBeGreaterThan(to - from);
    }),
    { numRuns: 600 },
  );
  expect(Math.min(...Object.values(verdicts))).toBeGreaterThan(2);
});

test("EDF: deadlines are met if and only if the demand fits into every window from a release to a deadline", () => {
  fc.assert(
    fc.property(anySet, (tasks) => {
      fc.pre(utilisation(tasks) <= 1);
      const end = lastOffset(tasks) + 2 * Number(hyperperiod(tasks));
      const jobs = jobsUntil(tasks, end);
      const deadlines = jobs.map(({ task, arrival }) => arrival + (tasks[task] as OffsetTask).D);
      const isFine = jobs.every(({ arrival }) =>
        deadlines.every((to) => to <= arrival || demandBetween(tasks, arrival, to) <= to - arrival),
      );
      expect(edfOffsets(tasks).isSchedulable).toBe(isFine);
    }),
    { numRuns: 100 },
  );
});

test("EDF: what is accepted by transactions misses nothing, and that is more than the test for the worst offsets accepts", () => {
  let more = 0;
  const J = fc.integer({ min: 0, max: 3 });
  const draws = fc.array(fc.nat(4), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(setOf(taskOf([6, 8, 12, 24])), fc.array(J, { minLength: 4 }), draws, (plain, jitters, delays) => {
      fc.pre(utilisation(plain) <= 1);
      const tasks = plain.map((task, i) => ({ ...task, J: jitters[i] as number }));
      fc.pre(tasks.some(({ J }) => J > 0));
      const { by, isSchedulable, responses } = edfOffsets(tasks);
      if (!isSchedulable) return;
      if (by === "transactions") more++;
      for (const share of [0, 1, 2]) {
        const jobs = jobsUntil(tasks, 100, (task, k) => {
          const { J } = tasks[task] as { J: number };
          return share === 2 ? Math.min(J, delays[(5 * task + 3 * k) % delays.length] as number) : share * J;
        });
        const seen = longest(tasks, simulate(jobs, byDeadline(tasks)));
        seen.forEach((R, i) => {
          expect((tasks[i] as OffsetTask).D).toBeGreaterThanOrEqual(R);
          expect(responses[i]).toBeGreaterThanOrEqual(R);
        });
      }
    }),
    { numRuns: 600 },
  );
  expect(more).toBeGreaterThan(5);
});

const lateTask = fc
  .record({ task: taskOf([6, 8, 12, 24]), J: fc.integer({ min: 0, max: 4 }) })
  .map(({ task, J }): OffsetTask => ({ ...task, J }));

test("transactions: no response is above the bound, with jitter and shorter executions, and some attain it", () => {
  const counts = { attained: 0, below: 0 };
  fc.assert(
    fc.property(setOf(lateTask), fc.array(fc.nat(4), { minLength: 40, maxLength: 40 }), (tasks, draws) => {
      fc.pre(utilisation(tasks) < 1);
      const order = deadlineMonotonicOrder(tasks);
      const phases = phasesOf(tasks);
      const synchronous = responseTimes(tasks, order).map(({ R }) => R as number);
      const R = order.map((task, level) => {
        const limit = synchronous[task] as number;
        return transactionBound(tasks, task, order.slice(0, level), phases, limit, new Effort())?.R ?? limit;
      });
      const drawn = (task: number, k: number) => draws[(7 * task + 3 * k) % draws.length] as number;
      const patterns = [
        jobsUntil(tasks, 100),
        jobsUntil(tasks, 100, (task) => tasks[task]?.J ?? 0),
        jobsUntil(tasks, 100, (task, k) => Math.min(drawn(task, k), tasks[task]?.J ?? 0)),
        jobsUntil(tasks, 100, (task, k) => (drawn(task, k) % 2) * (tasks[task]?.J ?? 0)),
        jobsUntil(
          tasks,
          100,
          (task, k) => (drawn(task, k) % 2) * (tasks[task]?.J ?? 0),
          (task, k) => Math.max(1, (tasks[task] as OffsetTask).C - drawn(task, k + 1)),
        ),
      ];
      const seen = patterns.map((jobs) => longest(tasks, simulate(jobs, byPriority(order))));
      order.forEach((task, level) => {
        const worst = Math.max(...seen.map((all) => all[task] as number));
        expect(worst).toBeLessThanOrEqual(R[level] as number);
        if ((R[level] as number) === synchronous[task]) return;
        counts.below++;
        if (worst === R[level]) counts.attained++;
      });
    }),
    { numRuns: 300 },
  );
  expect(counts.below).toBeGreaterThan(30);
  expect(counts.attained / counts.below).toBeGreaterThan(0.4);
});

test("transactions: without jitter the bound is between the exact response and the one for the worst offsets", () => {
  const counts = { exact: 0, between: 0 };
  fc.assert(
    fc.property(setOf(taskOf([6, 8, 12, 24]), 5), (tasks) => {
      fc.pre(utilisation(tasks) < 1);
      const order = deadlineMonotonicOrder(tasks);
      const exact = offsetResponseTimes(tasks, order);
      order.forEach((task, level) => {
        const bound = transactionBound(tasks, task, order.slice(0, level), phasesOf(tasks), Infinity, new Effort());
        const synchronous = responseTimes(tasks, order)[task]?.R as number;
        expect(bound?.R).toBeGreaterThanOrEqual(exact[task]?.R as number);
        expect(bound?.R).toBeLessThanOrEqual(synchronous);
        const { own = 0, arrival = 0, interference = [] } = bound?.terms ?? {};
        expect(own + interference.reduce((all, { time }) => all + time, 0) - arrival).toBe(bound?.R);
        if (bound?.R === synchronous) return;
        counts[bound?.R === exact[task]?.R ? "exact" : "between"]++;
      });
    }),
    { numRuns: 200 },
  );
  expect(counts.exact).toBeGreaterThan(counts.between);
});

/** Three tasks of one period share a transaction; the other one has nothing in common with them. */
const twoTransactions: OffsetTask[] = [
  { C: 2, T: 20, D: 20, O: 0 },
  { C: 2, T: 20, D: 20, O: 10 },
  { C: 3, T: 11, D: 11, O: 0 },
  { C: 5, T: 37, D: 37, O: 0 },
];

test("the worst phase of a transaction, not all of its tasks at once, delays a task of another one", () => {
  const order = [0, 1, 2, 3];
  const phases = phasesOf(twoTransactions);
  const found = transactionBound(twoTransactions, 3, [0, 1, 2], phases, Infinity, new Effort());
  // One job of the first two tasks: the other one comes 10 later.
  expect(found?.R).toBe(5 + 3 + 2);
  expect(found?.terms).toEqual({
    first: 3,
    groups: [[3], [0, 1], [2]],
    job: 0,
    arrival: 0,
    own: 5,
    interference: [
      { task: 0, time: 2 },
      { task: 1, time: 0 },
      { task: 2, time: 3 },
    ],
  });
  expect(responseTimes(twoTransactions, order)[3]?.R).toBe(15);
});

test("EDF: the worst phase of a transaction, not all of its tasks at once, is due together with a task of another one", () => {
  const tasks: OffsetTask[] = [
    { C: 2, T: 10, D: 3, O: 0 },
    { C: 2, T: 10, D: 3, O: 4 },
    { C: 7, T: 997, D: 12, O: 1 },
  ];
  expect(edfOffsets(tasks, { maxSteps: 9000 })).toMatchObject({ by: "transactions", responses: [3, 3, 12] });
  // A unit more, and a deadline is missed: 8 + 3 * 2 are due in 13.
  const longer = tasks.with(2, { C: 8, T: 997, D: 12, O: 1 });
  expect(edfOffsets(longer, { maxSteps: 9000 }).by).toBeUndefined();
  expect(edfOffsets(longer)).toMatchObject({ by: "schedule", isSchedulable: false });
});

test("each task's method: exact down to where the schedule is too long, then transactions, then the worst offsets", () => {
  const tasks: OffsetTask[] = [
    { C: 2, T: 10, D: 10, O: 0 },
    { C: 2, T: 10, D: 10, O: 5 },
    { C: 2, T: 997, D: 997, O: 1 },
    { C: 1, T: 1009, D: 1009, O: 3 },
  ];
  const found = offsetResponseTimes(tasks, [0, 1, 2, 3], { maxSteps: 10_000 });
  expect(found.map(({ R, method }) => [R, method])).toEqual([
    [2, "exact"],
    [2, "exact"],
    [4, "transactions"],
    [5, "transactions"],
  ]);
  expect(offsetResponseTimes(tasks, [0, 1, 2, 3], { maxSteps: 20 }).map(({ method }) => method)).toEqual([
    "exact",
    "exact",
    "synchronous",
    "synchronous",
  ]);
});

test("Audsley's priorities with offsets succeed where deadline-monotonic ones fail, and never the other way round", () => {
  const counts = { monotonic: 0, more: 0 };
  fc.assert(
    fc.property(setOf(taskOf([6, 8, 12, 24])), (tasks) => {
      fc.pre(utilisation(tasks) <= 1);
      const inTime = (order: readonly number[]) =>
        offsetResponseTimes(tasks, order).every(({ R }, i) => (R as number) <= (tasks[i] as OffsetTask).D);
      const order = audsley(tasks.length, (task, above, below) => {
        return (offsetResponseAmong(tasks, task, above, below).R as number) <= (tasks[task] as OffsetTask).D;
      });
      if (order !== undefined) expect(inTime(order)).toBe(true);
      if (inTime(deadlineMonotonicOrder(tasks))) {
        counts.monotonic++;
        expect(order).toBeDefined();
      } else if (order !== undefined) counts.more++;
    }),
    { numRuns: 1500 },
  );
  expect(counts.monotonic).toBeGreaterThan(counts.more);
  expect(counts.more).toBeGreaterThan(0);
});

test("a utilisation above 1 has no responses, and only from the task on with which it is", () => {
  const tasks: OffsetTask[] = [
    { C: 3, T: 4, D: 4, O: 1 },
    { C: 2, T: 4, D: 4, O: 3 },
  ];
  expect(offsetResponseTimes(tasks, [0, 1]).map(({ R, method }) => [R, method])).toEqual([
    [3, "exact"],
    [undefined, undefined],
  ]);
  expect(edfOffsets(tasks)).toMatchObject({
    isSchedulable: false,
    by: "synchronous",
    responses: [undefined, undefined],
  });
});

test("at a utilisation of 1 with deadlines beyond the periods the transient is over before the responses are taken", () => {
  const tasks: OffsetTask[] = [
    { C: 2, T: 4, D: 4, O: 3 },
    { C: 3, T: 6, D: 9, O: 0 },
  ];
  const done = simulate(jobsUntil(tasks, 200), byPriority([0, 1]));
  expect(offsetResponseTimes(tasks, [0, 1]).map(({ R }) => R)).toEqual(longest(tasks, done));
});

test("wrong offsets and blocking are refused by task and field", () => {
  const task = { C: 1, T: 4, D: 4 };
  expect(() => offsetResponseTimes([{ ...task, O: -1 }], [0])).toThrow(/task_time.*O of task 0 is -1/);
  expect(() => edfOffsets([task, { ...task, O: 0.5 }])).toThrow(/O of task 1 is 0.5/);
  expect(() => edfOffsets([task, { ...task, q: 1 }])).toThrow(/offset_blocking.*task 1/);
  expect(() => offsetResponseTimes([task], [1])).toThrow("order_not_complete");
});

test("a task that falls behind has another state a hyperperiod later, though its oldest job has as much left", () => {
  const tasks: OffsetTask[] = [
    { C: 4, T: 4, D: 4 },
    { C: 1, T: 4, D: 4 },
  ];
  const schedule = new OffsetSchedule(tasks, (task) => task, new Effort());
  const repetition = new Repetition(2, 4, 4);
  for (const _ of [1, 2, 3]) {
    expect(schedule.runTo(repetition.at)).toBe(true);
    expect(repetition.isSeen(schedule)).toBe(false);
  }
});

test("with release jitter no response is exact, from the task on that has it", () => {
  const tasks: OffsetTask[] = [
    { C: 1, T: 4, D: 4, O: 1 },
    { C: 1, T: 8, D: 8, O: 2, J: 1 },
    { C: 1, T: 8, D: 8, O: 4 },
  ];
  expect(offsetResponseTimes(tasks, [0, 1, 2]).map(({ R, method }) => [R, method])).toEqual([
    [1, "exact"],
    // Released at 3, after the job that arrived at 1.
    [2, "transactions"],
    [1, "transactions"],
  ]);
});

test("how soon after a release of one task another one can have arrived is the least over all jobs and delays", () => {
  const anyOne = fc.record({
    T: fc.integer({ min: 2, max: 9 }),
    O: fc.integer({ min: 0, max: 9 }),
    J: fc.integer({ min: 0, max: 12 }),
  });
  fc.assert(
    fc.property(anyOne, anyOne, (one, other) => {
      const [first, second] = [one, other].map((times) => ({ ...times, C: 1, D: 100 })) as [OffsetTask, OffsetTask];
      let least = Number.POSITIVE_INFINITY;
      // Arrivals repeat themselves after T times T; no more than a period after the release is the next one.
      for (let k = 10; k < 10 + other.T; k++) {
        for (let delay = 0; delay <= one.J; delay++) {
          const release = one.O + k * one.T + delay;
          for (let i = 0; other.O + i * other.T <= release + other.T; i++) {
            const arrival = other.O + i * other.T;
            if (arrival + other.J >= release) least = Math.min(least, arrival - release);
          }
        }
      }
      expect(earliestArrival(first, second)).toBe(least);
    }),
    { numRuns: 500 },
  );
});

test("not the first job of the busy period may have the longest response, also in transactions", () => {
  // After Lehoczky (RTSS 1990): 26 in 70, here in two halves, and 62 in 100.
  let later = 0;
  for (let O = 0; O < 70; O += 5) {
    const tasks: OffsetTask[] = [
      { C: 13, T: 70, D: 70, O: 0 },
      { C: 13, T: 70, D: 70, O: 20 },
      { C: 62, T: 100, D: 200, O },
    ];
    const exact = offsetResponseTimes(tasks, [0, 1, 2])[2]?.R as number;
    const bound = transactionBound(tasks, 2, [0, 1], phasesOf(tasks), Infinity, new Effort());
    expect(bound?.R).toBeGreaterThanOrEqual(exact);
    expect(bound?.R).toBeLessThanOrEqual(responseTimes(tasks, [0, 1, 2])[2]?.R as number);
    if ((bound?.terms.job ?? 0) > 0) later++;
  }
  expect(later).toBeGreaterThan(0);
});
