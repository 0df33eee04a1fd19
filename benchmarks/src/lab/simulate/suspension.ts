/** Where simulated jobs suspend themselves, and for how long. */
import { PreemptError, type Scheduler, Semaphore } from "@preempt/runtime";
import { cutAtRandom, type Integers, Random } from "../generate/random.ts";
import { drawChunks } from "../generate/sections.ts";
import { suspensionTime } from "../suspension.ts";
import type { TaskParameters } from "../task-set.ts";
import type { SimulateOptions } from "./options.ts";

/** Execution and suspension in turn: c, s, c, …, c. */
export type Course = readonly number[];

/** The course of each job of a task. Undefined: its jobs do not suspend themselves. */
export type CourseOf = (k: number) => Course;

/**
 * By the options: the longest suspensions, those of the dynamic model as one in the middle; or random ones, those of the
 * dynamic model in up to three pieces at random places.
 */
export function courseOf(task: TaskParameters, i: number, options: SimulateOptions): CourseOf | undefined {
  const S = suspensionTime(task);
  const { suspension = "max", seed = 1 } = options;
  const { C, segments } = task;
  // Before its first unit of execution and after its last one no job can await.
  if (S === 0 || C < 2) return undefined;
  const half = Math.floor(C / 2);
  const longest = segments ?? [half, S, C - half];
  if (suspension === "max") return () => longest;
  return (k) => {
    const random = new Random(seed, i, k);
    if (segments !== undefined)
      return segments.map((length, at) => (at % 2 === 0 ? length : random.integer(0, length)));
    return randomCourse(random, C, random.integer(0, S));
  };
}

/** Into so many suspensions random ones of the dynamic model are cut at most. */
export const mostPieces = 3;

/** `C`, 2 or more, and `S`, cut at random into up to three suspensions with executions around them. */
export function randomCourse(random: Integers, C: number, S: number): Course {
  const executions = drawChunks(random, C, random.integer(1, mostPieces) + 1);
  const pauses = cutAtRandom(random, S, executions.length - 1);
  return executions.flatMap((length, at) => (at === 0 ? [length] : [pauses[at - 1] as number, length]));
}

/**
 * Lets the running job wait for a time, as one that awaits a timer: for a permit that nobody gives back, with a limit.
 * So the kernel needs no promises, and a simulation no turns of the real event loop. To be called outside of jobs.
 */
export function sleeper(rt: Scheduler): (time: number) => Generator<undefined, void> {
  const never = new Semaphore(rt, { name: "an awaited timer", count: 1, protocol: "none" });
  never.lock();
  return function* (time) {
    try {
      yield* never.acquire({ timeout: time });
    } catch (error) {
      if (!(error instanceof PreemptError) || error.code !== "lock_timeout") throw error;
    }
  };
}
