/** Random jobs in random exclusive units inside of each other: what one job does in a unit no other comes into the middle of. */
import { type Job, Scheduler } from "@preempt/runtime";
import { attach, exclusive, mustWait, run, signal, state, wait, waitHere } from "@preempt/runtime/abi";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";

const unitCount = 3;

type Step =
  | { readonly kind: "work"; readonly ms: number }
  | { readonly kind: "await" }
  | { readonly kind: "throw" }
  | { readonly kind: "enter"; readonly unit: number; readonly steps: readonly Step[] };

const { steps: stepsOf } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 3 }),
  step: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("work" as const), ms: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.constant({ kind: "await" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "throw" as const }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("enter" as const),
        unit: fc.nat({ max: unitCount - 1 }),
        steps: tie("steps"),
      }),
    },
  ),
}));

const jobs = fc.array(
  fc.record({
    steps: stepsOf,
    delay: fc.nat({ max: 6 }),
    priority: fc.nat({ max: 3 }),
    cancelAt: fc.option(fc.nat({ max: 12 }), { freq: 4 }),
  }),
  { minLength: 2, maxLength: 5 },
);

const callers = fc.array(fc.record({ at: fc.nat({ max: 15 }), unit: fc.nat({ max: unitCount - 1 }) }), {
  maxLength: 3,
});

let series = 0;

class Model {
  readonly host = new VirtualHost();
  readonly problems: string[] = [];
  readonly locks = Array.from({ length: unitCount }, (_, k) => exclusive(`model ${series}.${k}`));
  /** Which job is in the middle of something in each unit, and how often it has entered. */
  readonly #inside = new Map<number, { readonly who: string; depth: number }>();

  /** @param isOrdered Whether units are entered in order only: then nobody waits in a circle */
  readonly isOrdered: boolean;
  constructor(isOrdered: boolean) {
    series++;
    this.isOrdered = isOrdered;
  }

  enter(k: number, who: string): void {
    const inside = this.#inside.get(k);
    if (inside === undefined) this.#inside.set(k, { who, depth: 1 });
    else if (inside.who === who) inside.depth++;
    else this.problems.push(`${who} comes into the middle of what ${inside.who} does in ${k}`);
  }

  leave(k: number): void {
    const inside = this.#inside.get(k);
    if (inside !== undefined && --inside.depth === 0) this.#inside.delete(k);
  }

  /** A function of unit `own`, or of none, as the transformer emits it. */
  *body(who: string, steps: readonly Step[], held: readonly number[]): Generator<unknown, unknown, unknown> {
    const own = held.at(-1);
    const lock = own === undefined ? undefined : this.locks[own];
    if (lock !== undefined) while (lock.owner !== undefined && mustWait(lock)) yield;
    if (own !== undefined) this.enter(own, who);
    let isInside = true;
    try {
      for (const step of steps) {
        if (step.kind === "work") {
          for (let i = 0; i < step.ms; i++) {
            this.host.advance(1);
            if (--state.budget < 0) yield lock;
          }
        } else if (step.kind === "throw") throw new Error(`of ${who}`);
        else if (step.kind === "await") {
          // Others are expected meanwhile.
          isInside = false;
          for (const k of held) this.leave(k);
          wait(Promise.resolve());
          yield lock;
          for (const k of held) this.enter(k, who);
          isInside = true;
        } else if (!this.isOrdered || held.every((k) => k <= step.unit)) {
          if (run(this.body(who, step.steps, [...held, step.unit])) === signal) yield lock;
        }
      }
      return who;
    } finally {
      if (own !== undefined && isInside) this.leave(own);
    }
  }

  plainly(k: number, who: string): void {
    const lock = this.locks[k] as (typeof this.locks)[number];
    if (lock.owner !== undefined) waitHere(lock);
    this.enter(k, who);
    this.leave(k);
  }
}

async function play(
  model: Model,
  list: readonly { steps: readonly Step[]; delay: number; priority: number; cancelAt: number | null }[],
  calls: readonly { at: number; unit: number }[],
  options: { policy: "fp" | "rr"; budget: number },
): Promise<Job[]> {
  const { host } = model;
  const rt = new Scheduler({ host, slice: 1, ...options, onError: (error) => void model.problems.push(String(error)) });
  const submitted = list.map(({ steps, delay, priority, cancelAt }, i) => {
    const original = () => 0;
    attach(original, (() => model.body(`j${i}`, steps, [])) as never);
    const job = rt.submit(original, { delay, priority }) as Job;
    job.then(undefined, () => {});
    if (cancelAt !== null) rt.alarm({ in: cancelAt }, () => job.cancel("enough"));
    return job;
  });
  calls.forEach(({ at, unit }, i) => {
    rt.alarm({ in: at }, () => model.plainly(unit, `caller ${i}`));
  });
  for (let turns = 0; turns < 40; turns++) {
    host.run();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return submitted;
}

const options = fc.record({
  policy: fc.constantFrom("fp" as const, "rr" as const),
  budget: fc.constantFrom(0, 1, 3, 50),
});

const work: Step = { kind: "work", ms: 1 };
const inUnit = (unit: number, ...steps: Step[]): Step => ({ kind: "enter", unit, steps });
/** The third job leaves unit 1, as the first one needs it, and then comes to unit 0, in which the first one is. */
const comesToTheAsker = [
  { steps: [inUnit(0, inUnit(1))], delay: 4, priority: 0, cancelAt: null },
  { steps: [inUnit(1, inUnit(1, inUnit(1, work, work))), inUnit(0)], delay: 3, priority: 0, cancelAt: null },
];

test("units entered in order: no two jobs are in the middle of one, everything ends, and nothing is reported", async () => {
  await fc.assert(
    fc.asyncProperty(jobs, callers, options, async (list, calls, how) => {
      const model = new Model(true);
      const submitted = await play(model, list, calls, how);
      expect(model.problems).toEqual([]);
      expect(submitted.map((job) => job.finish !== undefined)).toEqual(list.map(() => true));
      expect(model.locks.map(({ owner }) => owner)).toEqual(model.locks.map(() => undefined));
    }),
    { numRuns: 60, examples: [[comesToTheAsker, [], { policy: "fp", budget: 0 }]] },
  );
});

test("units entered in any order: everything ends, and whoever comes into the middle is reported", async () => {
  await fc.assert(
    fc.asyncProperty(jobs, callers, options, async (list, calls, how) => {
      const model = new Model(false);
      const submitted = await play(model, list, calls, how);
      const met = model.problems.filter((problem) => problem.includes("comes into the middle"));
      const reported = model.problems.filter((problem) => problem.includes("unit_shared"));
      if (met.length > 0) expect(reported.length).toBeGreaterThan(0);
      expect(met.length + reported.length).toBe(model.problems.length);
      expect(submitted.map((job) => job.finish !== undefined)).toEqual(list.map(() => true));
      expect(model.locks.map(({ owner }) => owner)).toEqual(model.locks.map(() => undefined));
    }),
    { numRuns: 40 },
  );
});
