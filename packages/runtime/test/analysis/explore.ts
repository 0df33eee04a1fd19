/**
 * Everything that a few small self-suspending tasks can do: all sporadic arrivals; and in the dynamic model every job
 * suspended in any of its units of time, up to S of them, in the segmented one between its executions, for any part of
 * the given lengths. Independent of the analyses and of the kernel.
 */
import type { SuspendingTask } from "@preempt/runtime/analysis";

interface Shape {
  readonly C: number;
  readonly S: number;
  readonly T: number;
  readonly D: number;
  /** By what a job has executed: how long it may suspend itself there. Undefined: S in total. */
  readonly pauses: ReadonlyMap<number, number> | undefined;
}

/** One task in a state: time since the last arrival, T at most; what its job has left. No job: C is 0. */
type Part = readonly [age: number, c: number, s: number];

/**
 * The longest response of each task, in index order, under fixed priorities by index or under EDF with ties either way.
 * Undefined where some job is unfinished when the next one may come.
 */
export function longestResponses(tasks: readonly SuspendingTask[], policy: "fp" | "edf"): number[] | undefined {
  const shapes = tasks.map(shapeOf);
  const worst = shapes.map(() => 0);
  const seen = new Set<number>();
  const open: Part[][] = [];
  const add = (state: Part[]) => {
    const key = state.reduce((all, [age, c, s]) => ((all * 32 + age) * 8 + c) * 8 + s, 0);
    if (seen.has(key)) return;
    seen.add(key);
    open.push(state);
  };
  add(shapes.map(({ T }) => [T, 0, 0]));
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const released of arrivalsOf(state, shapes)) {
      for (const awake of awakeOf(released)) {
        for (const running of runningOf(released, awake, shapes, policy)) {
          const next = released.map(([age, c, s], i): Part => {
            if (c === 0) return [Math.min((shapes[i] as Shape).T, age + 1), 0, 0];
            if (!awake.includes(i)) return [age + 1, c, s - 1];
            // A suspension is over once the job is ready; in the dynamic model there may be another one.
            if (i !== running) return [age + 1, c, (shapes[i] as Shape).pauses === undefined ? s : 0];
            if (c === 1) worst[i] = Math.max(worst[i] as number, age + 1);
            const { C, pauses } = shapes[i] as Shape;
            const pause = pauses === undefined ? s : (pauses.get(C - c + 1) ?? 0);
            return [age + 1, c - 1, c === 1 ? 0 : pause];
          });
          if (next.some(([age, c], i) => c > 0 && age >= (shapes[i] as Shape).T)) return undefined;
          add(next);
        }
      }
    }
  }
  return worst;
}

function shapeOf({ C, S = 0, T, D, segments }: SuspendingTask): Shape {
  if (segments === undefined) return { C, S, T, D, pauses: undefined };
  const pauses = new Map<number, number>();
  let executed = 0;
  segments.forEach((length, i) => {
    if (i % 2 === 0) executed += length;
    else pauses.set(executed, length);
  });
  return { C, S: 0, T, D, pauses };
}

function arrivalsOf(state: readonly Part[], shapes: readonly Shape[]): Part[][] {
  let all: Part[][] = [[]];
  state.forEach((part, i) => {
    const { C, S, T } = shapes[i] as Shape;
    const choices: Part[] = part[0] === T ? [part, [0, C, S]] : [part];
    all = all.flatMap((before) => choices.map((choice) => [...before, choice]));
  });
  return all;
}

/** The tasks whose jobs do not suspend themselves in this unit. */
function awakeOf(state: readonly Part[]): number[][] {
  let all: number[][] = [[]];
  state.forEach(([, c, s], i) => {
    if (c === 0) return;
    all = all.flatMap((before) => (s > 0 ? [[...before, i], before] : [[...before, i]]));
  });
  return all;
}

function runningOf(
  state: readonly Part[],
  awake: readonly number[],
  shapes: readonly Shape[],
  policy: "fp" | "edf",
): (number | undefined)[] {
  if (awake.length === 0) return [undefined];
  if (policy === "fp") return [Math.min(...awake)];
  const left = (i: number) => (shapes[i] as Shape).D - (state[i] as Part)[0];
  const soonest = Math.min(...awake.map(left));
  return awake.filter((i) => left(i) === soonest);
}
