/** What jobs do in one simulation of a campaign: when they come, for how long they execute, and where they suspend themselves. */
import type { Integers, Random } from "../generate/random.ts";
import { type CourseOf, randomCourse } from "../simulate/suspension.ts";
import { suspensionTime } from "../suspension.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import { QuickRandom } from "./quick-random.ts";

export interface Pattern {
  readonly offsets: readonly number[];
  /** "max": all of J. */
  readonly jitter: "max" | "random";
  /** By task: whether its jobs do all that they may, or less. */
  readonly isWhole: readonly boolean[];
  /** For all that is random. */
  readonly seed: number;
}

/**
 * Patterns that are the worst ones of simpler models: all at once; all at once, but for one just before (it blocks); deadlines at
 * one instant. Then random ones.
 */
export function drawPattern(random: Random, { tasks }: TaskSet, at: number): Pattern {
  const early = random.integer(0, tasks.length - 1);
  const latest = Math.max(...tasks.map(({ D }) => D));
  const offsets = tasks.map(({ T, D }, i) => {
    if (at === 0) return 0;
    if (at === 1) return i === early ? 0 : 1;
    return at === 2 ? latest - D : random.integer(0, T);
  });
  return {
    offsets,
    jitter: random.real() < 0.5 ? "max" : "random",
    isWhole: tasks.map(() => at < 3 || random.real() < 0.7),
    seed: random.integer(0, 2 ** 30),
  };
}

/** The same with one thing changed: another instant, or other random numbers. */
export function changedPattern(random: Random, { tasks }: TaskSet, pattern: Pattern): Pattern {
  if (random.real() < 0.4) return { ...pattern, seed: random.integer(0, 2 ** 30) };
  const i = random.integer(0, tasks.length - 1);
  const { T } = tasks[i] as TaskParameters;
  return { ...pattern, offsets: pattern.offsets.map((offset, k) => (k === i ? random.integer(0, T) : offset)) };
}

export function withOffsets(set: TaskSet, { offsets }: Pattern, before: readonly (number | undefined)[]): TaskSet {
  // What others release has no offset of its own.
  const tasks = set.tasks.map((task, i) => (before[i] === undefined ? { ...task, O: offsets[i] as number } : task));
  return { ...set, tasks };
}

/** By task: what its jobs execute, and where they suspend themselves, for every third job at the latest something else. */
export function coursesOf({ tasks }: TaskSet, { isWhole, seed }: Pattern): CourseOf[] {
  return tasks.map((task, i) => {
    const { C, segments } = task;
    const S = suspensionTime(task);
    return (k) => {
      const random = new QuickRandom(seed, i, k);
      const isLess = !isWhole[i] && random.real() < 0.5;
      const executed = isLess ? random.integer(1, C) : C;
      if (segments !== undefined) return segments.map((length, at) => lengthOf(random, length, at, isLess));
      if (S === 0 || executed < 2) return [executed];
      return randomCourse(random, executed, isLess ? random.integer(0, S) : S);
    };
  });
}

function lengthOf(random: Integers, length: number, at: number, isLess: boolean): number {
  if (!isLess) return length;
  return random.integer(at % 2 === 0 ? 1 : 0, length);
}
