/** The stack resource policy under EDF, where release jitter makes more urgent jobs of lower levels. */
import { Resource } from "@preempt/runtime";
import { edfResourceBlocking, edfResponseTimes, isEdfSchedulable, type TimedTask } from "@preempt/runtime/analysis";
import { consume, virtualScheduler } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

interface Placed extends TimedTask {
  readonly phase: number;
}

/** The longest response of each task on the kernel, its jitter the longest each time; sections at the beginning of its jobs. */
function longestResponses(tasks: readonly Placed[], until: number): number[] {
  const longest = tasks.map(() => 0);
  const { rt, host } = virtualScheduler({
    preemption: "ideal",
    slice: Number.POSITIVE_INFINITY,
    budget: 0,
    observer: {
      jobFinished(job, now) {
        const i = Number(job.name);
        longest[i] = Math.max(longest[i] as number, now - job.arrival);
      },
    },
  });
  const resources = new Map<string, Resource>();
  for (const name of tasks.flatMap(({ cs = {} }) => Object.keys(cs))) {
    if (!resources.has(name)) resources.set(name, new Resource(rt, { name, protocol: "srp" }));
  }
  for (const [i, { C, T, D, J = 0, cs = {}, phase }] of tasks.entries()) {
    const sections = Object.entries(cs);
    const rest = C - sections.reduce((all, [, length]) => all + length, 0);
    const body = function* () {
      for (const [name, length] of sections) {
        yield;
        const lock = yield* (resources.get(name) as Resource).acquire();
        yield* consume(rt, length);
        lock.unlock();
      }
      if (rest > 0) {
        if (sections.length > 0) yield;
        yield* consume(rt, rest);
      }
    };
    const uses = sections.map(([name]) => resources.get(name) as Resource);
    rt.task(body, {
      name: String(i),
      period: T,
      deadline: D,
      jitter: J,
      phase,
      uses,
      backlog: Number.POSITIVE_INFINITY,
    });
  }
  host.run(until);
  return longest;
}

const boundsOf = (tasks: readonly TimedTask[]) =>
  edfResponseTimes(tasks, { blocking: edfResourceBlocking(tasks, "srp") });

test("a job that was released late waits for a section of its level, though nobody that is as urgent uses the resource", () => {
  const tasks = [
    { C: 20, T: 1000, D: 100, J: 60, phase: 0 },
    { C: 50, T: 1000, D: 80, cs: { a: 50 }, phase: 59 },
  ];
  expect(edfResourceBlocking(tasks, "srp")).toEqual([
    { from: 40, length: 50 },
    { from: 80, length: 0 },
  ]);
  expect(longestResponses(tasks, 900)).toEqual([129, 50]);
  expect(boundsOf(tasks)).toEqual([130, 70]);
  expect(isEdfSchedulable(tasks, { blocking: edfResourceBlocking(tasks, "srp") })).toBe(false);
});

test("and for one of each that it let start before; the rest of these comes later", () => {
  const tasks = [
    { C: 5, T: 1000, D: 200, J: 150, phase: 0 },
    { C: 30, T: 1000, D: 190, cs: { a: 30 }, phase: 148 },
    { C: 40, T: 1000, D: 150, cs: { b: 10 }, phase: 149 },
  ];
  // 1 of 30 and 1 of 10 are done when it is released.
  expect(longestResponses(tasks, 900)[0]).toBe(150 + 29 + 9 + 5);
  expect(boundsOf(tasks)[0]).toBe(150 + 30 + 10 + 5);
});

test("without jitter one section blocks, of a resource that something due uses", () => {
  const tasks = [
    { C: 1, T: 50, D: 10, cs: { a: 1 } },
    { C: 5, T: 50, D: 20, cs: { b: 5 } },
    { C: 9, T: 50, D: 30, cs: { a: 4, b: 3 } },
    { C: 9, T: 50, D: 40, cs: { c: 9 } },
  ];
  expect(edfResourceBlocking(tasks, "srp")).toEqual([
    { from: 10, length: 4 },
    { from: 30, length: 0 },
  ]);
});

test("no job of random sets with jitter responds later than its bound, and some nearly as late", () => {
  const task = fc
    .record({
      C: fc.integer({ min: 1, max: 6 }),
      T: fc.integer({ min: 8, max: 24 }),
      later: fc.nat(20),
      J: fc.oneof(fc.constant(0), fc.nat(24)),
      a: fc.nat(6),
      b: fc.nat(6),
      phase: fc.nat(24),
    })
    .map(({ C, T, later, J, a, b, phase }): Placed => {
      const cs = { a: Math.min(a, C), b: Math.min(b, C - Math.min(a, C)) };
      const held = Object.fromEntries(Object.entries(cs).filter(([, length]) => length > 0));
      return { C, T, D: C + later, J, cs: held, phase };
    });
  const counts = { near: 0 };
  fc.assert(
    fc.property(fc.array(task, { minLength: 2, maxLength: 4 }), (tasks) => {
      const bounds = boundsOf(tasks);
      for (const [i, response] of longestResponses(tasks, 200).entries()) {
        const bound = bounds[i];
        if (bound === undefined) continue;
        expect(response).toBeLessThanOrEqual(bound);
        if (response >= bound - 1) counts.near++;
      }
    }),
    { numRuns: 600, seed: 7 },
  );
  expect(counts.near).toBeGreaterThan(200);
});
