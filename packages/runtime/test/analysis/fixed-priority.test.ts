/** Response times under fixed priorities: found quickly, and as the definition has them. */
import {
  type Convention,
  exactAdmission,
  type Preemption,
  responseTimeAmong,
  responseTimes,
  type TaskModel,
  type TimedTask,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

interface Level {
  readonly self: TimedTask;
  readonly above: readonly TimedTask[];
  /** Blocking by whatever is below. */
  readonly B: number;
  /** The end of a job that is not preempted. */
  readonly last: number;
}

const endOfTime = 5000;

/** The first t at which `work` is done, all of them tried; undefined: none up to the end of time. */
function firstDone(work: (t: number) => number): number | undefined {
  for (let t = 0; t <= endOfTime; t++) if (work(t) === t) return t;
  return undefined;
}

/** The longest of the responses of all jobs that a busy period can have. */
function literalResponse({ self, above, B, last }: Level): { R: number; R1: number } | undefined {
  const before = (t: number, { C, T, J = 0 }: TimedTask) => Math.ceil((t + J) / T) * C;
  const upTo = (t: number, { C, T, J = 0 }: TimedTask) => (Math.floor((t + J) / T) + 1) * C;
  const all = (t: number, tasks: readonly TimedTask[], of: typeof before) =>
    tasks.reduce((sum, task) => sum + of(t, task), 0);
  // From 1 on: at 0 nothing has come, so nothing is left to do.
  const length = firstDone((t) => (t === 0 ? 1 : B + all(t, [...above, self], before)));
  if (length === undefined) return undefined;
  const { C, T, J = 0 } = self;
  const responses: number[] = [];
  for (let q = 0; q * T - J < length; q++) {
    const ahead = B + (q + 1) * C - last;
    const begin = firstDone((t) => ahead + all(t, above, last > 0 ? upTo : before)) as number;
    responses.push(begin + last - (q * T - J));
  }
  return { R: Math.max(...responses), R1: responses[0] as number };
}

const anyTask = fc
  .record({
    C: fc.integer({ min: 2, max: 9 }),
    T: fc.oneof(fc.constantFrom(12, 24, 36, 48), fc.integer({ min: 9, max: 40 })),
    J: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 70 })),
    B: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 20 })),
    q: fc.integer({ min: 0, max: 9 }),
    cut: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ cut, ...task }): TimedTask => {
    const { C } = task;
    return { ...task, D: 1000, q: Math.min(task.q, C), chunks: cut < 1 || cut >= C ? [C] : [cut, C - cut] };
  });

/** The longest part of a job that keeps others waiting, and the part at its end. */
const parts: Readonly<Record<Preemption, (task: TimedTask) => readonly [region: number, last: number]>> = {
  full: () => [0, 0],
  none: ({ C }) => [C, C],
  chunks: ({ chunks = [] }) => [Math.max(...chunks), chunks.at(-1) as number],
  regions: ({ q = 0 }) => [q, 0],
};

test("response times are the literal ones, of all jobs of a busy period, with jitter, blocking and every preemption", () => {
  const seen = { bounded: 0, later: 0 };
  fc.assert(
    fc.property(
      fc.array(anyTask, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<Preemption>("full", "none", "chunks", "regions"),
      fc.constantFrom<Convention>("discrete", "continuous"),
      (tasks, preemption, convention) => {
        const load = tasks.reduce((sum, { C, T }) => sum + C / T, 0);
        fc.pre(load < 0.999);
        const order = [...tasks.keys()];
        const found = responseTimes(tasks, order, { preemption, convention });
        for (const [i, self] of tasks.entries()) {
          const region = Math.max(0, ...tasks.slice(i + 1).map((task) => parts[preemption](task)[0]));
          const B = (self.B ?? 0) + (convention === "discrete" ? Math.max(0, region - 1) : region);
          const literal = literalResponse({ self, above: tasks.slice(0, i), B, last: parts[preemption](self)[1] });
          if (literal === undefined) continue;
          expect(found[i]).toMatchObject(literal);
          // By itself, and whatever the order of those above and below.
          const [above, below] = [order.slice(0, i).reverse(), order.slice(i + 1).reverse()];
          expect(responseTimeAmong(tasks, i, above, below, { preemption, convention })).toMatchObject(literal);
          seen.bounded++;
          if ((found[i]?.terms?.job ?? 0) > 0) seen.later++;
        }
      },
    ),
    { numRuns: 4000, seed: 8 },
  );
  expect(seen.bounded).toBeGreaterThan(5000);
  expect(seen.later).toBeGreaterThan(100);
});

test("admission answers with the literal response times, where some are equally urgent and sections block", () => {
  /** In nanoseconds, which are what is calculated with. */
  const anyModel = fc.record({
    C: fc.integer({ min: 1, max: 9 }),
    T: fc.integer({ min: 10, max: 90 }),
    J: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
    priority: fc.integer({ min: 0, max: 3 }),
    section: fc.integer({ min: 0, max: 9 }),
  });
  const ns = 1e-6;
  let compared = 0;
  fc.assert(
    fc.property(fc.array(anyModel, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 6 }), (drawn, slice) => {
      const models = drawn.map(({ C, T, J, priority, section }, i): TaskModel => {
        const times = { period: T * ns, wcet: C * ns, jitter: J * ns, deadline: 1 };
        return { name: `t${i}`, ...times, priority, sections: { log: Math.min(section, C) * ns } };
      });
      fc.pre(drawn.reduce((sum, { C, T }) => sum + C / T, 0) < 0.999);
      const answer = exactAdmission(models, { policy: "fp", slice: slice * ns, releaseLatency: 0, switchCost: 0 });
      if (!answer.admitted) throw new Error(answer.reason);
      for (const [i, { C, T, J, priority }] of drawn.entries()) {
        const above = drawn.filter((other, k) => k !== i && other.priority >= priority);
        const below = drawn.filter((other) => other.priority < priority);
        const longest = (of: (task: (typeof drawn)[number]) => number) => Math.max(0, ...below.map(of));
        const B = longest((other) => Math.min(slice, other.C)) + longest(({ C, section }) => Math.min(section, C));
        const timed = (task: { C: number; T: number; J: number }) => ({ ...task, D: 1000 });
        const literal = literalResponse({ self: timed({ C, T, J }), above: above.map(timed), B, last: 0 });
        if (literal === undefined) continue;
        expect(answer.responseTimes[i]).toBe(literal.R / 1e6);
        compared++;
      }
    }),
    { numRuns: 2000, seed: 9 },
  );
  expect(compared).toBeGreaterThan(3000);
});

describe("admission of 1,000 tasks is decided, and at once", () => {
  const system = { policy: "fp", slice: 1, overrun: 0.1, releaseLatency: 0.1, switchCost: 0.001 };
  /** They need 90 % of the processor, and have periods from a tenth of a second to 100 s. */
  const periods = Array.from({ length: 1000 }, (_, i) => 100 * 1000 ** (((i * 619) % 1000) / 1000));
  const rateMonotonic = periods.map(
    (period, i): TaskModel => ({
      name: `t${i}`,
      period,
      deadline: 3 * period,
      wcet: (0.9 / 1000) * period,
      priority: -period,
    }),
  );
  const cases: Record<string, TaskModel[]> = {
    "each of a priority of its own": rateMonotonic,
    "in ten levels": rateMonotonic.map((task) => ({ ...task, priority: -Math.floor(Math.log10(task.period) * 3) })),
    "with sections that block each level for another time": rateMonotonic.map((task, i) => ({
      ...task,
      sections: { log: Math.min(task.wcet, ((i * 7) % 13) / 2) },
    })),
  };

  test.for(Object.entries(cases))("%s", ([, tasks]) => {
    const begin = performance.now();
    const answer = exactAdmission(tasks, system);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(answer.admitted || answer.reason).toBe(true);
    expect(answer.admitted && answer.responseTimes.filter((R) => R === undefined)).toEqual([]);
  });
});
