/** Which core gets which task, and what is refused. */

import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AdmissionError,
  type Bin,
  type Placement,
  placeAll,
  placements,
  utilisationOf,
} from "../../src/partitioned/placement/placement.ts";
import { utilisationTest } from "../../src/partitioned/placement/utilisation-test.ts";
import type { AdmissionAnswer, SystemModel, TaskModel } from "../../src/scheduling/admission.ts";

const system = (policy: string): SystemModel => ({ policy, slice: 1, releaseLatency: 0, switchCost: 0 });
const edf = (tasks: readonly TaskModel[]) => utilisationTest(tasks, system("edf"));
const fp = (tasks: readonly TaskModel[]) => utilisationTest(tasks, system("fp"));

/** A task that needs `percent` of a core. */
const task = (percent: number, more: Partial<TaskModel> = {}): TaskModel => ({
  name: `${percent}%`,
  period: 100,
  deadline: 100,
  wcet: percent,
  priority: 0,
  ...more,
});

const empty = (cores: number): Bin[] => Array.from({ length: cores }, (_, core) => ({ core, tasks: [] }));

const place = (rule: Placement, percents: readonly number[], cores: number, test = edf) =>
  placeAll(
    percents.map((percent) => ({ model: task(percent), core: undefined })),
    empty(cores),
    rule,
    test,
  );

test.for([
  // 50 first, then 40 beside it; 30 and 30 on the next; 10 fills up the first
  ["first-fit", [30, 50, 40, 30, 10], [1, 0, 0, 1, 0]],
  // 60 and 50 on cores of their own; 40 where it leaves least
  ["best-fit", [60, 50, 40, 30], [0, 1, 0, 1]],
  // each to the emptiest
  ["worst-fit", [60, 50, 40, 30], [0, 1, 1, 0]],
] as const)("%s decreasing", ([rule, percents, expected]) => {
  expect(place(rule, percents, 2)).toEqual(expected);
});

test("in decreasing order a set fits that does not in the order given", () => {
  expect(place("first-fit", [30, 30, 70, 70], 2)).toEqual([0, 1, 0, 1]);
  expect(() => {
    const bins = empty(2);
    for (const percent of [30, 30, 70, 70]) {
      const [core = 0] = placeAll([{ model: task(percent), core: undefined }], bins, "first-fit", edf);
      bins[core] = { core, tasks: [...(bins[core]?.tasks ?? []), task(percent)] };
    }
  }).toThrow(AdmissionError);
});

test("a refusal names the task, and for each core why", () => {
  try {
    place("worst-fit", [60, 60, 60], 2);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(AdmissionError);
    const refusal = error as AdmissionError;
    expect(refusal.code).toBe("not_admitted");
    expect(refusal.task).toBe("60%");
    expect(refusal.reasons.map(({ core }) => core)).toEqual([0, 1]);
    expect(refusal.message).toContain(
      "Core 0: their densities sum to 1.2, above 1. Core 1: their densities sum to 1.2, above 1.",
    );
  }
});

test("a task that is bound to a core goes there or nowhere", () => {
  const bound = { model: task(50), core: 1 };
  expect(placeAll([bound], empty(3), "first-fit", edf)).toEqual([1]);
  const full: Bin[] = [
    { core: 0, tasks: [] },
    { core: 1, tasks: [task(60)] },
  ];
  expect(() => placeAll([bound], full, "first-fit", edf)).toThrow(/Core 1/);
});

test("any set, any rule: what is placed passes the test on every core, all or none", () => {
  const percents = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...placements), percents, fc.integer({ min: 1, max: 4 }), (rule, set, cores) => {
      const bins = empty(cores);
      let placed: number[];
      try {
        placed = placeAll(
          set.map((percent) => ({ model: task(percent), core: undefined })),
          bins,
          rule,
          edf,
        );
      } catch (error) {
        expect(bins).toEqual(empty(cores));
        // It did not fit beside those that went before it, so together they are too much for one core at least.
        const refused = Number.parseInt((error as AdmissionError).task, 10);
        const before = set.filter((percent) => percent >= refused).reduce((a, b) => a + b, 0);
        expect(before).toBeGreaterThan(100);
        return;
      }
      for (let core = 0; core < cores; core++) {
        const mine = set.filter((_, i) => placed[i] === core).map((percent) => task(percent));
        expect(edf(mine).admitted).toBe(true);
        expect(utilisationOf(mine)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
    { numRuns: 300 },
  );
});

test("EDF: utilisation 1 is admitted whatever the fractions, and no more", () => {
  expect(edf(Array.from({ length: 10 }, () => task(10))).admitted).toBe(true);
  expect(edf([task(100 / 3), task(100 / 3), task(100 / 3)]).admitted).toBe(true);
  expect(edf([task(50), task(50.001)]).admitted).toBe(false);
  // a shorter deadline counts as a shorter period
  expect(edf([task(50, { deadline: 50 }), task(1)]).admitted).toBe(false);
});

/** Worst-case response times by iteration (Joseph and Pandya 1986), for tasks in decreasing order of priority. */
function meetsAll(tasks: readonly TaskModel[]): boolean {
  return tasks.every((task, i) => {
    let response = task.wcet;
    for (let before = -1; response !== before && response <= task.deadline; ) {
      before = response;
      response = tasks
        .slice(0, i)
        .reduce((sum, other) => sum + Math.ceil(before / other.period) * other.wcet, task.wcet);
    }
    return response <= task.deadline;
  });
}

test("fixed priorities: whatever the hyperbolic bound admits meets its deadlines by response-time analysis", () => {
  const some = fc.record({
    period: fc.integer({ min: 2, max: 200 }),
    share: fc.integer({ min: 1, max: 100 }),
    tight: fc.integer({ min: 1, max: 100 }),
  });
  let admitted = 0;
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (drawn) => {
      const set = drawn
        .map(({ period, share, tight }, i) => {
          const deadline = Math.max(1, Math.ceil((period * tight) / 100));
          return task(0, { name: `T${i}`, period, deadline, wcet: Math.max(1, Math.floor((deadline * share) / 200)) });
        })
        .sort((a, b) => a.deadline - b.deadline)
        .map((t, i) => ({ ...t, priority: -i }));
      const answer: AdmissionAnswer = fp(set);
      if (!answer.admitted) return;
      admitted++;
      expect(meetsAll(set)).toBe(true);
    }),
    { numRuns: 2000 },
  );
  expect(admitted).toBeGreaterThan(100);
});

test("fixed priorities: the bound is that of Bini and Buttazzo, and says nothing on other orders", () => {
  const pair = (percent: number) => [
    task(percent, { priority: 2, deadline: 90, period: 90, wcet: percent * 0.9 }),
    task(percent, { priority: 1 }),
  ];
  expect(fp(pair(41)).admitted).toBe(true); // 1.41² = 1.9881
  expect(fp(pair(42))).toMatchObject({ admitted: false, reason: "the hyperbolic bound is 2.0164, above 2" });
  const inverted = fp([task(1, { deadline: 10, priority: 1 }), task(1, { deadline: 50, priority: 2 })]);
  expect(inverted).toMatchObject({ admitted: false, reason: expect.stringContaining("deadline-monotonic") });
  expect(utilisationTest([task(1)], system("fifo"))).toMatchObject({
    admitted: false,
    reason: expect.stringContaining('"fifo"'),
  });
});
