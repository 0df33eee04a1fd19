/** An admission is a promise: whatever is admitted is run by the real kernel, and no job is late. */
import { exactAdmission, type SystemModel, type TaskModel } from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Arrival, execute, type Pattern, type Surroundings } from "./execution.ts";

const systemOf = ({ policy, slice, step, dispatch, round, eventLoop }: Surroundings): SystemModel => ({
  policy,
  slice: slice + step,
  overrun: step,
  switchCost: dispatch,
  releaseLatency: eventLoop,
  eventLoop: { round, time: eventLoop },
});

const anySurroundings = fc
  .record({
    policy: fc.constantFrom("edf", "fp", "fifo"),
    slice: fc.oneof(fc.integer({ min: 6, max: 15 }), fc.constant(1000)),
    step: fc.integer({ min: 1, max: 3 }),
    dispatch: fc.integer({ min: 0, max: 4 }),
    round: fc.constantFrom(Number.POSITIVE_INFINITY, 20, 60),
    eventLoop: fc.integer({ min: 0, max: 6 }),
  })
  .map((all): Surroundings => all as Surroundings);

/** A task whose wcet and section grow with a scale. */
interface Shape {
  readonly weight: number;
  readonly period: number;
  readonly deadline: number;
  readonly jitter: number;
  readonly section: number;
  readonly priority: number;
}

const anyShape = fc.record({
  weight: fc.integer({ min: 1, max: 10 }),
  period: fc.integer({ min: 20, max: 200 }),
  deadline: fc.integer({ min: 40, max: 150 }),
  jitter: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 })),
  section: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
  priority: fc.integer({ min: 0, max: 3 }),
});

const scaled = (shapes: readonly Shape[], scale: number): TaskModel[] =>
  shapes.map(({ weight, period, deadline, jitter, section, priority }, i) => {
    const wcet = Math.max(1, Math.floor((weight * scale) / 10));
    return {
      name: `t${i}`,
      period,
      deadline: Math.floor((period * deadline) / 100) + jitter,
      wcet,
      priority,
      jitter,
      sections: { shared: Math.floor((wcet * section) / 100) },
    };
  });

/** The heaviest version that is admitted: where a mistake would show. */
function heaviestAdmitted(shapes: readonly Shape[], system: SystemModel): TaskModel[] | undefined {
  for (let scale = 200; scale >= 1; scale--) {
    const tasks = scaled(shapes, scale);
    if (exactAdmission(tasks, system).admitted) return tasks;
  }
  return undefined;
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

function randomArrivals(tasks: readonly TaskModel[], random: () => number, horizon: number): Arrival[] {
  return tasks.flatMap(({ period, jitter = 0 }, task) => {
    const arrivals: Arrival[] = [];
    const pause = random() < 0.5 ? 0 : 0.5;
    for (let at = Math.floor(random() * period); at < horizon; at += period + Math.floor(random() * pause * period))
      arrivals.push({ task, at, jitter: Math.floor(random() * (jitter + 1)) });
    return arrivals;
  });
}

const measured = { sets: 0, jobs: 0, tightest: 0 };

test("no job of an admitted set is late, and none responds later than the answer says", () => {
  fc.assert(
    fc.property(
      anySurroundings,
      fc.array(anyShape, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (surroundings, shapes, stream) => {
        const system = systemOf(surroundings);
        const tasks = heaviestAdmitted(shapes, system);
        fc.pre(tasks !== undefined);
        const answer = exactAdmission(tasks, system);
        const random = () => stream.next().value as number;
        const horizon = 4 * Math.max(...tasks.map(({ period }) => period));
        const patterns: Pattern[] = tasks.flatMap(({ wcet }, first) => {
          const sectionAt = random();
          // The others come while the first job runs, or while the event loop has the thread right after it.
          const during = 1 + Math.floor(random() * 4);
          const after = wcet + surroundings.dispatch + Math.floor(random() * (surroundings.eventLoop + 1));
          return [
            { arrivals: denseArrivals(tasks, first, during, horizon), sectionAt },
            { arrivals: denseArrivals(tasks, first, after, horizon), sectionAt },
            { arrivals: denseArrivals(tasks, first, 0, horizon), inner: { task: first, until: horizon } },
            { arrivals: randomArrivals(tasks, random, horizon), sectionAt },
          ];
        });
        measured.sets++;
        for (const pattern of patterns) {
          for (const outcome of execute(tasks, pattern, surroundings)) {
            measured.jobs++;
            expect(outcome).toMatchObject({ missed: false });
            const bound = answer.admitted ? answer.responseTimes[outcome.task] : undefined;
            if (bound === undefined) continue;
            expect(outcome.response).toBeLessThanOrEqual(bound);
            measured.tightest = Math.max(measured.tightest, outcome.response / bound);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(measured.sets).toBe(300);
  // A bound that is never approached would be worth nothing.
  expect(measured.tightest).toBeGreaterThan(0.9);
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
        const free: Surroundings = { policy, slice, step, dispatch: 0, round: Number.POSITIVE_INFINITY, eventLoop: 0 };
        const answer = exactAdmission(tasks, { ...systemOf(free), slice: slice + step - 1, overrun: step - 1 });
        if (!answer.admitted) throw new Error(answer.reason);
        const worst = tasks.map(() => 0);
        // The job that blocks begins a unit of time before the others at least.
        const isNear = (response: number, task: number) => response >= (answer.responseTimes[task] as number) - 1;
        for (const first of tasks.keys()) {
          const arrivals = denseArrivals(tasks, first, early, 5 * 24);
          for (const { task, at, response } of execute(tasks, { arrivals }, free)) {
            expect(response).toBeLessThanOrEqual(answer.responseTimes[task] as number);
            worst[task] = Math.max(worst[task] as number, response);
            if (at > 48 && isNear(response, task)) late++;
          }
        }
        near += worst.filter(isNear).length;
      },
    ),
    { numRuns: 200, seed: 4 },
  );
  expect(near).toBeGreaterThan(150);
  // It goes on like that: the delay with which it began is never made up for.
  expect(late).toBeGreaterThan(200);
});
