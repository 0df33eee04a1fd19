/** Tests of one set beside each other: none says what another one denies. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzeSet } from "../../src/lab/analyze/analyze-set.ts";
import type { AnalyzeOptions } from "../../src/lab/analyze/options.ts";
import { analysisTable } from "../../src/lab/analyze/table.ts";
import type { TaskParameters, TaskSet } from "../../src/lab/task-set.ts";

const all: AnalyzeOptions = { also: ["opa", "breakdown", "sensitivity", "partition"], processors: 1 };

const plain = fc
  .record({ C: fc.integer({ min: 1, max: 6 }), T: fc.constantFrom(4, 5, 6, 8, 10, 12, 15, 20), later: fc.nat(10) })
  .map(({ C, T, later }): TaskParameters => ({ C, T, D: Math.max(C, Math.min(T, C + later)) }));

/** The same tasks with something more. */
const kinds: Readonly<Record<string, fc.Arbitrary<TaskParameters>>> = {
  plain,
  jitter: fc.tuple(plain, fc.nat(4)).map(([task, J]) => ({ ...task, J })),
  blocking: fc.tuple(plain, fc.nat(3)).map(([task, B]) => ({ ...task, B })),
  regions: fc.tuple(plain, fc.nat(6)).map(([task, q]) => ({ ...task, q: Math.min(q, task.C) })),
  chunks: fc.tuple(plain, fc.nat(5)).map(([task, first]) => {
    const cut = Math.min(first, task.C - 1);
    return { ...task, chunks: cut === 0 ? [task.C] : [cut, task.C - cut] };
  }),
  sections: fc.tuple(plain, fc.nat(5), fc.nat(5)).map(([task, a, b]) => {
    const first = Math.min(a, task.C);
    return { ...task, cs: { a: first, b: Math.min(b, task.C - first) } };
  }),
};

describe.for(Object.entries(kinds))("sets with %s", ([, task]) => {
  test("what needs a schedulable set is said of those alone", () => {
    fc.assert(
      fc.property(
        fc.array(task, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("npcs", "pip", "pcp", "srp"),
        (tasks, protocol) => {
          const found = analyzeSet({ id: "s", tasks }, { ...all, protocol });
          const { dm, edf, rm, density, breakdown, sensitivity, partition } = found;
          if (density.applies && density.pass) expect(edf.sched).toBe(true);
          if (found.baker?.pass) expect(edf.sched).not.toBe(false);
          if (found.ll?.pass) expect([found.hyperbolic?.pass, rm.sched]).toEqual([true, true]);
          if (dm.sched) expect(found.opa?.feasible).toBe(true);
          if (found.opa?.feasible) expect(edf.sched).not.toBe(false);
          // One processor takes what passes, and no more; so does the set as heavy as it is.
          expect([partition?.first.dm !== null, partition?.first.edf !== null]).toEqual([dm.sched, edf.sched === true]);
          if (breakdown === undefined) return;
          const { dm_k, edf_k } = breakdown;
          expect([(dm_k ?? 0) >= 1000, (edf_k ?? 0) >= 1000]).toEqual([dm.sched, edf.sched === true]);
          for (const slack of sensitivity?.dm ?? []) expect(slack === null).toBe(!dm.sched);
          for (const slack of sensitivity?.edf ?? []) expect(slack === null).toBe(edf.sched !== true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("no more than its own chunks are known of a longer job: how much heavier a set may get is left out, and said so", () => {
  const set: TaskSet = { id: "s", tasks: [{ C: 4, T: 10, D: 10, chunks: [1, 3] }] };
  const found = analyzeSet(set, all);
  expect([found.breakdown, found.sensitivity]).toEqual([undefined, undefined]);
  expect(found.remarks).toEqual([expect.stringContaining("breakdown and sensitivity are left out")]);
  expect(analyzeSet(set, { ...all, preemption: "full" })).toMatchObject({
    breakdown: { dm_k: 2749 },
    sensitivity: { dm: [6] },
  });
});

test("a set of jobs by themselves has no tasks to make heavier", () => {
  expect(analyzeSet({ id: "s", tasks: [], jobs: [[0, 1, 5]] }, all)).not.toHaveProperty("breakdown");
});

test("a section is no longer than a job that is made shorter", () => {
  const tasks = [
    { C: 50, T: 100, D: 100, cs: { a: 50 } },
    { C: 50, T: 100, D: 60, cs: { a: 50 } },
  ];
  expect(analyzeSet({ id: "s", tasks }, all).breakdown).toEqual({ dm_k: 619, edf_k: 619 });
});

test("the table has no density of sets of which it leaves something out", () => {
  const task = { C: 1, T: 10, D: 10 };
  const column = (more: object) => {
    const [head = "", line = ""] = analysisTable([analyzeSet({ id: "s", tasks: [{ ...task, ...more }] })]).split("\n");
    return line.trim().split(/\s+/)[head.trim().split(/\s+/).indexOf("density")];
  };
  expect([{}, { J: 1 }, { B: 1 }, { q: 1 }, { chunks: [1] }].map(column)).toEqual(["yes", "-", "-", "-", "-"]);
});

test("where jobs run to their ends nobody finds a resource taken: sections change no verdict", () => {
  const holder = { C: 6, T: 20, D: 20, cs: { a: 4 } };
  const tasks: TaskParameters[] = [{ C: 2, T: 10, D: 10, cs: { a: 1 } }, holder];
  const bare = tasks.map(({ cs: _, ...task }) => task);
  const found = analyzeSet({ id: "s", tasks }, { preemption: "none", also: ["opa", "non-preemptive", "sensitivity"] });
  const without = analyzeSet({ id: "s", tasks: bare }, { preemption: "none", also: ["opa", "sensitivity"] });
  expect(found).toMatchObject({ dm: without.dm, rm: without.rm, edf: without.edf, opa: without.opa });
  expect(found.sensitivity).toEqual(without.sensitivity);
  // After the 5 that are left of the holder, 2.
  expect(found.dm.R).toEqual([7, 8]);
  expect(found.nonPreemptive).toEqual({ dm: true, edf: true });
  expect(analyzeSet({ id: "s", tasks }, { also: ["non-preemptive"] }).nonPreemptive).toEqual({ dm: true, edf: true });
});

test("Liu and Layland's bound counts what blocks under rate-monotonic priorities, also where those by deadline are others", () => {
  const tasks = [
    { C: 1, T: 10, D: 100, cs: { a: 1 } },
    { C: 10, T: 20, D: 20, cs: { a: 10 } },
  ];
  // Of the first task: 1/10 + 10/10.
  expect(analyzeSet({ id: "s", tasks })).toMatchObject({ ll: { pass: false }, hyperbolic: { pass: false } });
  expect(analyzeSet({ id: "s", tasks: [{ ...tasks[0], D: 10 }, tasks[1]] as TaskParameters[] }).ll?.pass).toBe(false);
});

test("the longest response of first come, first served counts from the arrival, as all others do", () => {
  const tasks = [
    { C: 1, T: 7, D: 9, J: 2 },
    { C: 4, T: 7, D: 9, J: 3 },
  ];
  // The second task's job arrives 3 before both are released, and goes after the first one's.
  expect(analyzeSet({ id: "late", tasks }).fifo).toEqual({ R: 8, sched: true });
});

test("without response times the verdicts are the same", () => {
  const verdictsOf = ({ dm, rm, edf, fifo, ll, hyperbolic, density, baker }: ReturnType<typeof analyzeSet>) => ({
    ...{ ll, hyperbolic, density, baker },
    ...{ dm: dm.sched, rm: rm.sched, edf: edf.sched, fifo: fifo.sched },
  });
  fc.assert(
    fc.property(fc.oneof(...Object.values(kinds)), fc.array(plain, { minLength: 1, maxLength: 4 }), (one, others) => {
      const set: TaskSet = { id: 1, tasks: [one, ...others] };
      const short = analyzeSet(set, { responses: false });
      expect(verdictsOf(short)).toEqual(verdictsOf(analyzeSet(set)));
      expect([short.edf.R, short.edf.firstViolation, short.fifo.R]).toEqual([null, null, null]);
    }),
  );
});
