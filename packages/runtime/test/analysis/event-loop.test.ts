/** The event loop without preemption: bounds against every pattern of arrivals and every choice of the loop, for small sets. */
import {
  awaitingLoopResponseTimes,
  fifoResponseTime,
  isLoopSchedulable,
  type LoopOptions,
  type LoopTask,
  loopResponseTimes,
  timerJitter,
  utilisation,
} from "@preempt/runtime/analysis";
import fc from "fast-check";
import { expect, test } from "vitest";

const anyTask = fc.record({
  C: fc.integer({ min: 1, max: 3 }),
  T: fc.integer({ min: 3, max: 7 }),
  D: fc.constant(50),
  queue: fc.constantFrom("a", "b", "c"),
});
const anyLoop = fc.record({
  levels: fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) }),
  choice: fc.constantFrom("oldest", "any"),
});

/** All tuples of integers from 0 to the given ones. */
function* tuples(most: readonly number[]): Generator<number[]> {
  const [first, ...rest] = most;
  if (first === undefined) {
    yield [];
    return;
  }
  for (let value = 0; value <= first; value++) for (const others of tuples(rest)) yield [value, ...others];
}

/** The longest response of `victim` with these releases: callbacks run to their ends, the smallest `rank` first. */
function longest(
  tasks: readonly LoopTask[],
  releases: readonly (readonly number[])[],
  victim: number,
  rank: (task: number, release: number) => readonly number[],
): number {
  const waiting = releases.flatMap((all, task) => all.map((release) => ({ task, release })));
  let [now, worst] = [0, 0];
  while (waiting.length > 0) {
    const released = waiting.filter(({ release }) => release <= now);
    if (released.length === 0) {
      now++;
      continue;
    }
    const next = released.reduce((best, job) =>
      before(rank(job.task, job.release), rank(best.task, best.release)) ? job : best,
    );
    waiting.splice(waiting.indexOf(next), 1);
    now += (tasks[next.task] as LoopTask).C;
    if (next.task === victim) worst = Math.max(worst, now - next.release);
  }
  return worst;
}

function before(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] as number) < (b[at] as number);
}

/** Orders in which the loop may go through three queues of one level. */
const orders = [...tuples([2, 2, 2])].filter((order) => new Set(order).size === 3);

test("over all offsets and all choices of the loop, the longest response is the bound, and no other one is longer", () => {
  const counts = { attained: 0, blocked: 0 };
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 1, maxLength: 3 }), anyLoop, (tasks, loop) => {
      fc.pre(utilisation(tasks) < 1);
      const { levels, choice } = loop as Required<Pick<LoopOptions, "levels" | "choice">>;
      const bounds = loopResponseTimes(tasks, { levels, choice });
      const names = ["a", "b", "c"];
      for (const victim of tasks.keys()) {
        let worst = 0;
        for (const offsets of tuples(tasks.map(({ T }) => T))) {
          const releases = tasks.map(({ T }, i) => Array.from({ length: 9 }, (_, k) => (offsets[i] as number) + k * T));
          for (const order of choice === "any" ? orders : [[0, 0, 0]]) {
            const found = longest(tasks, releases, victim, (task, release) => {
              const queue = (tasks[task] as LoopTask).queue as "a" | "b" | "c";
              const place = order[names.indexOf(queue)] as number;
              return [levels[queue] as number, place, release, task === victim ? 1 : 0];
            });
            worst = Math.max(worst, found);
          }
        }
        expect(worst).toBe(bounds[victim]?.R);
        counts.attained++;
        if ((bounds[victim]?.terms.blocking ?? 0) > 0) counts.blocked++;
      }
    }),
    { numRuns: 40 },
  );
  expect(counts.attained).toBeGreaterThan(10);
  expect(counts.blocked).toBeGreaterThan(1);
});

test("with release jitter no response is above the bound, and some attain it", () => {
  let attained = 0;
  const withJitter = fc.tuple(anyTask, fc.nat(3)).map(([task, J]) => ({ ...task, J }));
  fc.assert(
    fc.property(
      fc.array(withJitter, { minLength: 1, maxLength: 3 }),
      anyLoop,
      fc.nat(2),
      (tasks, { levels }, blocker) => {
        fc.pre(utilisation(tasks) < 1);
        const bounds = loopResponseTimes(tasks, { levels });
        for (const victim of tasks.keys()) {
          // Those that come at 4 at the latest come at 4, a less urgent one at 3; the victim with each delay.
          for (const [late, first] of tuples([3, 6])) {
            const arrivals = tasks.map(
              ({ T, J }, i) => (i === victim ? (first as number) + 4 - J : i === blocker ? 3 : 4 - J) + 0 * T,
            );
            const releases = tasks.map(({ T, J }, i) =>
              Array.from({ length: 9 }, (_, k) => {
                const arrival = (arrivals[i] as number) + k * T;
                return i === victim
                  ? arrival + Math.min(J, late as number)
                  : Math.max(arrival, Math.min(arrival + J, 4));
              }),
            );
            const found = longest(tasks, releases, victim, (task, release) => [
              levels[(tasks[task] as LoopTask).queue as "a"],
              release,
              task === victim ? 1 : 0,
            ]);
            const { J } = tasks[victim] as { J: number };
            expect(found + Math.min(J, late as number)).toBeLessThanOrEqual(bounds[victim]?.R as number);
            if (found + J === bounds[victim]?.R) attained++;
          }
        }
      },
    ),
    { numRuns: 100 },
  );
  expect(attained).toBeGreaterThan(20);
});

test("one queue is first come, first served; the terms add up", () => {
  fc.assert(
    fc.property(fc.array(anyTask, { minLength: 1, maxLength: 5 }), anyLoop, fc.nat(4), (tasks, loop, J) => {
      const late = tasks.map((task, i) => ({ ...task, J: i === 0 ? J : 0 }));
      const own = late.map(({ queue: _, ...task }) => task);
      const fifo = fifoResponseTime(own);
      expect(loopResponseTimes(own).map((found) => found?.R)).toEqual(
        own.map((task) => (fifo === undefined ? undefined : fifo + task.J)),
      );
      for (const found of loopResponseTimes(late, loop as LoopOptions)) {
        if (found === undefined) continue;
        const { jitter, blocking, queue, urgent, earlier } = found.terms;
        const sum = [...queue, ...urgent].reduce((all, { time }) => all + time, 0);
        expect(jitter + blocking + sum - earlier).toBe(found.R);
      }
    }),
    { numRuns: 300 },
  );
});

test("a frame that goes first waits for one callback; one in any order waits for all of them", () => {
  const tasks: LoopTask[] = [
    { C: 4000, T: 16_667, D: 20_000, queue: "frame" },
    { C: 6000, T: 50_000, D: 50_000, queue: "input" },
    { C: 13_000, T: 100_000, D: 100_000, queue: "network" },
  ];
  const of = (options: LoopOptions) => loopResponseTimes(tasks, options).map((found) => found?.R);
  expect(of({ levels: { frame: 0, input: 1, network: 1 } })[0]).toBe(4000 + 12_999);
  expect(of({})).toEqual([23_000, 23_000, 23_000]);
  // A second frame comes before the input's callback can begin.
  expect(of({ choice: "any" })).toEqual([23_000, 27_000, 23_000]);
  expect(isLoopSchedulable(tasks)).toBe(false);
  expect(isLoopSchedulable(tasks, { levels: { input: 1, network: 1 } })).toBe(true);
});

test("what follows an await waits in the queue again", () => {
  const other = { C: 4, T: 40, D: 40 };
  // It cannot be less: the other callback may come before either part.
  const alone = awaitingLoopResponseTimes([{ C: 2, T: 30, D: 30, segments: [1, 3, 1] }, other]);
  expect(alone[0]).toBeGreaterThanOrEqual(5 + 3 + 1);
  // Each part counts as if the other one could be before it: 1 + 1 + 4, and after that and 3 of waiting the same again.
  expect(alone).toEqual([15, 6]);
  // What is awaited may be there already: then nothing comes in between, and an urgent callback waits for all of it.
  const urgent = { C: 1, T: 20, D: 20, queue: "first" };
  const parted = { C: 6, T: 50, D: 50, queue: "second", segments: [2, 5, 2, 5, 2] };
  expect(awaitingLoopResponseTimes([urgent, parted], { levels: { second: 1 } })[0]).toBe(1 + 5);
  const whole = [{ C: 2, T: 30, D: 30, J: 1 }, other];
  expect(awaitingLoopResponseTimes(whole)).toEqual(loopResponseTimes(whole).map((found) => found?.R));
  const suspending = { C: 2, T: 30, D: 30, S: 3 };
  expect(awaitingLoopResponseTimes([suspending, other])).toEqual([undefined, undefined]);
  // A job that may outlast its period.
  expect(awaitingLoopResponseTimes([{ C: 2, T: 13, D: 30, segments: [1, 3, 1] }, other])[0]).toBeUndefined();
});

test("above a full thread a callback has no bound, and one that goes before the others has", () => {
  const tasks: LoopTask[] = [
    { C: 2, T: 4, D: 4, queue: "a" },
    { C: 3, T: 4, D: 4, queue: "b" },
  ];
  expect(loopResponseTimes(tasks)).toEqual([undefined, undefined]);
  expect(loopResponseTimes(tasks, { levels: { b: 1 } }).map((found) => found?.R)).toEqual([4, undefined]);
  const odd = [{ C: 1, T: 4, D: 4, held: 0.5 }];
  expect(() => loopResponseTimes(odd)).toThrow(expect.objectContaining({ code: "task_time" }));
  expect(timerJitter({ granularity: 1000, lateness: 300 })).toBe(1299);
  expect(timerJitter({})).toBe(0);
});
