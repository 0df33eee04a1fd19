/** The schedule-abstraction graph against all schedules of small job sets, one by one. */
import { exploreSchedules, exploreTasks, jobsOfTasks, type VariedJob } from "@preempt/runtime/analysis";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

interface Bounds {
  earliest: number;
  latest: number;
}

/** What ends when, over all releases and execution times. */
function everySchedule(jobs: readonly VariedJob[]): Bounds[] {
  const bounds = jobs.map(() => ({ earliest: Number.POSITIVE_INFINITY, latest: 0 }));
  const ranges = jobs.flatMap(({ release, execution }) => [release, execution]);
  const values = ranges.map(([least]) => least);
  for (;;) {
    oneSchedule(jobs, values).forEach((end, i) => {
      const bound = bounds[i] as Bounds;
      bound.earliest = Math.min(bound.earliest, end);
      bound.latest = Math.max(bound.latest, end);
    });
    const next = values.findIndex((value, i) => value < (ranges[i]?.[1] ?? 0));
    if (next < 0) return bounds;
    for (let i = 0; i < next; i++) values[i] = ranges[i]?.[0] as number;
    values[next] = (values[next] as number) + 1;
  }
}

/** @param values release and execution time of each job */
function oneSchedule(jobs: readonly VariedJob[], values: readonly number[]): number[] {
  const ends: (number | undefined)[] = jobs.map(() => undefined);
  for (let now = 0; ends.includes(undefined); ) {
    let next: number | undefined;
    jobs.forEach(({ priority, after = [] }, i) => {
      if (ends[i] !== undefined || (values[2 * i] as number) > now) return;
      if (after.some((before) => ends[before] === undefined)) return;
      if (next === undefined || priority < (jobs[next] as VariedJob).priority) next = i;
    });
    if (next === undefined) now++;
    else ends[next] = now += values[2 * next + 1] as number;
  }
  return ends as number[];
}

const range = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(2)).map(([least, width]) => [least, least + width] as const);
const job = fc.record({
  release: range(8),
  execution: range(4),
  deadline: fc.nat(20),
  priority: fc.nat(4),
});

describe("an exploration of a job set", () => {
  test("finds the earliest and the latest end of each job, exactly", () => {
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
        const { jobs: bounds, schedulable } = exploreSchedules(jobs);
        expect(bounds).toEqual(everySchedule(jobs));
        expect(schedulable).toBe(jobs.every(({ deadline }, i) => (bounds[i] as Bounds).latest <= deadline));
      }),
      { numRuns: 150 },
    );
  });

  test("gives bounds that no schedule leaves, where jobs wait for others", () => {
    const chained = fc
      .array(fc.tuple(job, fc.nat(3)), { minLength: 2, maxLength: 4 })
      .map((parts) => parts.map(([one, before], i) => (before < i ? { ...one, after: [before] } : one)));
    fc.assert(
      fc.property(chained, (jobs) => {
        const { jobs: bounds } = exploreSchedules(jobs);
        everySchedule(jobs).forEach(({ earliest, latest }, i) => {
          expect(bounds[i]?.earliest).toBeLessThanOrEqual(earliest);
          expect(bounds[i]?.latest).toBeGreaterThanOrEqual(latest);
        });
      }),
      { numRuns: 150 },
    );
  });

  test("ends at the first deadline that may be missed, if that is all one wants to know", () => {
    const jobs = [0, 1, 2].map((i): VariedJob => {
      return { release: [0, 0], execution: [1, 2], deadline: i === 0 ? 1 : 9, priority: i };
    });
    expect(exploreSchedules(jobs, { untilMiss: true })).toMatchObject({
      schedulable: false,
      jobs: [{ earliest: 1, latest: 2 }, undefined, undefined],
    });
    expect(exploreSchedules(jobs).jobs[2]).toEqual({ earliest: 3, latest: 6 });
  });

  test("refuses jobs that wait for each other, and values that are no ranges", () => {
    const one: VariedJob = { release: [0, 0], execution: [1, 1], deadline: 5, priority: 0 };
    const circle = [
      { ...one, after: [1] },
      { ...one, after: [0] },
    ];
    expect(() => exploreSchedules(circle)).toThrow("jobs_in_a_circle: job 0 can never start");
    expect(() => exploreSchedules([{ ...one, after: [3] }])).toThrow("job_after: job 0 is after 3");
    expect(() => exploreSchedules([{ ...one, release: [3, 1] }])).toThrow("job_range: the release of job 0 is");
    expect(() => exploreSchedules(Array(9).fill(one), { maxSteps: 5 })).toThrow("analysis_too_long");
  });
});

describe("an exploration of periodic tasks", () => {
  test("shows what the worst case of each job does not: a shorter job may make another one late", () => {
    const tasks = [
      { C: 3, Cmin: 2, T: 5, D: 5 },
      { C: 2, Cmin: 1, T: 10, D: 10 },
      { C: 4, Cmin: 3, T: 20, D: 20 },
    ];
    expect(exploreTasks(tasks.map(({ C, T, D }) => ({ C, T, D }))).schedulable).toBe(true);
    const varied = exploreTasks(tasks);
    expect(varied.schedulable).toBe(false);
    expect(varied.tasks.map((task) => task?.worst)).toEqual([6, 7, 12]);
  });

  test("says whether what it found repeats", () => {
    const tasks = [
      { C: 1, T: 4, D: 4 },
      { C: 2, T: 6, D: 6 },
    ];
    expect(exploreTasks(tasks)).toEqual({
      schedulable: true,
      repeats: true,
      tasks: [
        { best: 1, worst: 1 },
        { best: 2, worst: 3 },
      ],
      jobs: 5,
      states: 5,
    });
    expect(exploreTasks(tasks.map((task, i) => ({ ...task, O: i }))).repeats).toBe(false);
  });

  test("takes chunks as jobs that follow one another", () => {
    const jobs = jobsOfTasks([{ C: 5, Cmin: 4, T: 10, D: 10, J: 1, chunks: [2, 3] }], { until: 20 });
    expect(jobs.map(({ release, execution, after }) => ({ release, execution, after }))).toEqual([
      { release: [0, 1], execution: [1, 2], after: undefined },
      { release: [0, 0], execution: [2, 3], after: [0] },
      { release: [10, 11], execution: [1, 2], after: undefined },
      { release: [10, 10], execution: [2, 3], after: [2] },
    ]);
    const urgent = { C: 1, T: 5, D: 2, O: 1 };
    const bulky = { C: 6, T: 20, D: 20 };
    expect(exploreTasks([urgent, bulky]).schedulable).toBe(false);
    expect(exploreTasks([urgent, { ...bulky, chunks: [2, 2, 2] }]).schedulable).toBe(true);
  });

  test("refuses windows that are too long", () => {
    const tasks = [
      { C: 1, T: 7919, D: 100 },
      { C: 1, T: 7907, D: 100 },
      { C: 1, T: 7901, D: 100 },
    ];
    expect(() => exploreTasks(tasks)).toThrow("exploration_too_large");
    expect(() => exploreTasks([{ C: 3, Cmin: 4, T: 7, D: 7 }])).toThrow("task_time: Cmin of task 0 is 4");
  });
});
