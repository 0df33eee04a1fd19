/** An admission is a promise: whatever is admitted is run by the real kernel, and no job is late. */
import { exactAdmission, type SystemModel, type TaskModel } from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Arrival, execute, type Pattern, type Surroundings, systemOf } from "./execution.ts";

const resourceNames = ["log", "store"];

const systemWith = (surroundings: Surroundings): SystemModel => ({
  ...systemOf(surroundings),
  protocols: Object.fromEntries(resourceNames.map((name) => [name, surroundings.protocol])),
});

const anySurroundings = fc
  .record({
    policy: fc.constantFrom("edf", "fp", "fifo"),
    slice: fc.oneof(fc.integer({ min: 6, max: 15 }), fc.constant(1000)),
    step: fc.integer({ min: 1, max: 3 }),
    dispatch: fc.integer({ min: 0, max: 4 }),
    round: fc.constantFrom(Number.POSITIVE_INFINITY, 20, 60),
    eventLoop: fc.integer({ min: 0, max: 6 }),
    protocol: fc.constantFrom("npcs", "npcs", "pip", "srp", "pcp", "icpp"),
  })
  .map((all): Surroundings => {
    const needsPriorities = all.protocol === "pcp" || all.protocol === "icpp";
    return { ...all, ...(needsPriorities && { policy: "fp" }) } as Surroundings;
  });

/** A task whose wcet and sections grow with a scale. */
interface Shape {
  readonly weight: number;
  readonly period: number;
  /** Of the period, percent; undefined: none. */
  readonly deadline: number | undefined;
  readonly jitter: number;
  /** Of the wcet, percent. */
  readonly sections: readonly number[];
  readonly priority: number;
}

const anyShape = fc.record({
  weight: fc.integer({ min: 1, max: 10 }),
  period: fc.integer({ min: 20, max: 200 }),
  deadline: fc.option(fc.integer({ min: 40, max: 150 }), { nil: undefined, freq: 8 }),
  jitter: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 })),
  sections: fc.oneof(
    fc.constant([0, 0]),
    fc.integer({ min: 0, max: 100 }).map((one) => [one, 0]),
    fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })),
  ),
  priority: fc.integer({ min: 0, max: 3 }),
});

const scaled = (shapes: readonly Shape[], scale: number): TaskModel[] =>
  shapes.map(({ weight, period, deadline = Number.POSITIVE_INFINITY, jitter, sections, priority }, i) => {
    const wcet = Math.max(1, Math.floor((weight * scale) / 10));
    return {
      name: `t${i}`,
      period,
      deadline: Math.floor((period * deadline) / 100) + jitter,
      wcet,
      priority,
      jitter,
      sections: Object.fromEntries(
        resourceNames.map((n, k) => [n, Math.floor((wcet * (sections[k] as number)) / 100)]),
      ),
    };
  });

/** The heaviest version that is admitted, where a mistake would show: among each tenth one, then up to the next of those. */
function heaviestAdmitted(shapes: readonly Shape[], system: SystemModel): TaskModel[] | undefined {
  const admitted = (from: number, to: number, step: number) => {
    for (let scale = from; scale >= to; scale -= step)
      if (exactAdmission(scaled(shapes, scale), system).admitted) return scale;
    return undefined;
  };
  const tenth = admitted(200, 10, 10) ?? 0;
  const scale = admitted(tenth + 9, tenth + 1, 1) ?? tenth;
  return scale === 0 ? undefined : scaled(shapes, scale);
}

/** Worst cases: one job just before all others, which come together and, after their jitter, as densely as they may. */
function denseArrivals(tasks: readonly TaskModel[], first: number, early: number, horizon: number): Arrival[] {
  const start = early + Math.max(...tasks.map(({ jitter = 0 }) => jitter));
  return tasks.flatMap(({ period, jitter = 0 }, task) => {
    const arrivals: Arrival[] = [];
    const begin = task === first ? start - early - jitter : start - jitter;
    for (let at = begin; at < horizon; at += period)
      arrivals.push({ task, at, jitter: at === begin ? jitter : Math.max(0, start - at) });
    return arrivals;
  });
}

/**
 * Worst cases of EDF (Spuri 1996): all others come together and as densely as they may, right after a job of `first`, but
 * a job of `victim` comes when it is due together with one of theirs.
 */
function dueTogether(
  tasks: readonly TaskModel[],
  first: number,
  victim: number,
  random: () => number,
  early: number,
  horizon: number,
): Arrival[] {
  const dense = denseArrivals(tasks, first, early, horizon);
  const { deadline, period, jitter = 0 } = tasks[victim] as TaskModel;
  const start = Math.max(
    ...dense.filter(({ at }) => at < early + period).map((arrival) => arrival.at + arrival.jitter),
  );
  const whole = dense.filter(({ task, at }) => task !== victim && at + (tasks[task] as TaskModel).deadline < horizon);
  const other = whole[Math.floor(random() * whole.length)];
  if (other === undefined || deadline === Number.POSITIVE_INFINITY) return dense;
  const last = other.at + (tasks[other.task] as TaskModel).deadline - deadline;
  if (last < 0) return dense;
  const own: Arrival[] = [];
  for (let at = last % period; at < horizon; at += period)
    own.push({ task: victim, at, jitter: Math.min(jitter, Math.max(0, start - at)) });
  return [...dense.filter(({ task }) => task !== victim), ...own];
}

function randomArrivals(tasks: readonly TaskModel[], random: () => number, horizon: number): Arrival[] {
  return tasks.flatMap(({ period, jitter = 0 }, task) => {
    const arrivals: Arrival[] = [];
    const pause = random() < 0.5 ? 0 : 0.5;
    for (let at = Math.floor(random() * period); at < horizon; at += period + Math.floor(random() * pause * period))
      arrivals.push({ task, at, jitter: Math.floor(random() * (jitter + 1)) });
    return arrivals;
  });
}

/** Runs sets that are admitted, and tells how close jobs came to the answers. */
function measure(draws: { numRuns: number; seed?: number }) {
  const measured = { sets: 0, tightest: { edf: 0, fp: 0, fifo: 0 } };
  fc.assert(
    fc.property(
      anySurroundings,
      fc.array(anyShape, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (surroundings, shapes, stream) => {
        const system = systemWith(surroundings);
        const tasks = heaviestAdmitted(shapes, system);
        fc.pre(tasks !== undefined);
        const answer = exactAdmission(tasks, system);
        const random = () => stream.next().value as number;
        const horizon = 4 * Math.max(...tasks.map(({ period }) => period));
        const patterns: Pattern[] = tasks.flatMap(({ wcet }, first) => {
          const sectionAt = random();
          const victim = Math.floor(random() * tasks.length);
          // The others come while the first job runs, or while the event loop has the thread right after it.
          const during = 1 + Math.floor(random() * 4);
          const after = wcet + surroundings.dispatch + Math.floor(random() * (surroundings.eventLoop + 1));
          return [
            { arrivals: denseArrivals(tasks, first, during, horizon), sectionAt },
            { arrivals: denseArrivals(tasks, first, after, horizon), sectionAt },
            { arrivals: denseArrivals(tasks, first, 0, horizon), inner: { task: first, until: horizon } },
            { arrivals: dueTogether(tasks, first, victim, random, during, horizon), sectionAt },
            { arrivals: randomArrivals(tasks, random, horizon), sectionAt },
          ];
        });
        const [{ policy }, { tightest }] = [surroundings, measured];
        measured.sets++;
        for (const pattern of patterns) {
          for (const outcome of execute(tasks, pattern, surroundings)) {
            expect(outcome).toMatchObject({ missed: false });
            const bound = answer.admitted ? answer.responseTimes[outcome.task] : undefined;
            if (bound === undefined) continue;
            expect(outcome.response).toBeLessThanOrEqual(bound);
            tightest[policy] = Math.max(tightest[policy], outcome.response / bound);
          }
        }
      },
    ),
    draws,
  );
  return measured;
}

test("no job of an admitted set is late, and none responds later than the answer says", { timeout: 120_000 }, () => {
  expect(measure({ numRuns: 150 }).sets).toBe(150);
});

test("the answers are come close to: a bound that is never approached would be worth nothing", () => {
  const { tightest } = measure({ numRuns: 150, seed: 1 });
  for (const policy of ["edf", "fp", "fifo"] as const) expect(tightest[policy]).toBeGreaterThan(0.9);
});

test("what the running job releases goes before a job that came earlier and was not noticed: FIFO's answer says so", () => {
  const tasks: TaskModel[] = [
    { name: "long", period: 20, deadline: Number.POSITIVE_INFINITY, wcet: 14, priority: 0 },
    { name: "victim", period: 51, deadline: 40, wcet: 7, priority: 0 },
    { name: "other", period: 64, deadline: Number.POSITIVE_INFINITY, wcet: 7, priority: 0 },
  ];
  const surroundings: Surroundings = {
    policy: "fifo",
    slice: 1000,
    step: 1,
    dispatch: 0,
    round: Number.POSITIVE_INFINITY,
    eventLoop: 0,
    protocol: "npcs",
  };
  // "other" releases "long" in its first step; "victim" comes while that runs, which releases another one of its own at its end.
  const arrivals = [
    { task: 2, at: 0, jitter: 0 },
    { task: 1, at: 12, jitter: 0 },
  ];
  const outcomes = execute(tasks, { arrivals, inner: { task: 0, until: 30 } }, surroundings);
  const victim = outcomes.find(({ task }) => task === 1);
  expect(victim?.response).toBe(30);
  expect(exactAdmission(tasks, systemWith(surroundings))).toEqual({ admitted: true, responseTimes: [36, 36, 36] });
});

/** Tasks that need the whole processor, exactly: the last one takes what the others leave. */
const anyFullSet = fc
  .array(
    fc.record({
      wcet: fc.integer({ min: 1, max: 6 }),
      period: fc.constantFrom(4, 6, 8, 12, 24),
      jitter: fc.integer({ min: 0, max: 8 }),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((tasks) => {
    const left = tasks.reduce((left, { wcet, period }) => left - (wcet * 24) / period, 24);
    return [...tasks, { wcet: left, period: 24, jitter: 1 }];
  })
  .filter((tasks) => (tasks.at(-1)?.wcet as number) >= 1)
  .map((tasks) => tasks.map((task, i): TaskModel => ({ ...task, name: `t${i}`, deadline: 1000, priority: -i })));

test("at utilisation 1 with jitter and blocking, where busy periods have no end, no job responds later either", () => {
  let [near, late] = [0, 0];
  fc.assert(
    fc.property(
      anyFullSet,
      fc.constantFrom("fp", "fifo"),
      fc.integer({ min: 2, max: 9 }),
      fc.integer({ min: 1, max: 2 }),
      fc.integer({ min: 0, max: 3 }),
      (tasks, policy, slice, step, early) => {
        const nothing = { dispatch: 0, round: Number.POSITIVE_INFINITY, eventLoop: 0, protocol: "npcs" } as const;
        const free: Surroundings = { policy, slice, step, ...nothing };
        const answer = exactAdmission(tasks, { ...systemWith(free), slice: slice + step - 1, overrun: step - 1 });
        if (!answer.admitted) throw new Error(answer.reason);
        const worst = tasks.map(() => 0);
        // The job that blocks begins a unit of time before the others at least.
        const isNear = (response: number, task: number) => response >= (answer.responseTimes[task] as number) - 1;
        for (const first of tasks.keys()) {
          const arrivals = denseArrivals(tasks, first, early, 5 * 24);
          for (const inner of [undefined, { task: first, until: 5 * 24 }]) {
            for (const { task, at, response } of execute(tasks, { arrivals, ...(inner && { inner }) }, free)) {
              expect(response).toBeLessThanOrEqual(answer.responseTimes[task] as number);
              worst[task] = Math.max(worst[task] as number, response);
              if (at > 48 && isNear(response, task)) late++;
            }
          }
        }
        near += worst.filter(isNear).length;
      },
    ),
    { numRuns: 200, seed: 4 },
  );
  // Fewer under FIFO: its answer allows that any job releases any other at the end of its slice.
  expect(near).toBeGreaterThan(75);
  // It goes on like that: the delay with which it began is never made up for.
  expect(late).toBeGreaterThan(200);
});
