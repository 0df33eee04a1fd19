/** What the analyses know of a recurring task: the letters of the literature and of task-set files. */
import { PreemptError, show } from "../input/errors.ts";
import { longestTime } from "./integers.ts";

/** One task. All times are integers of one unit, whichever; task-set files have microseconds. */
export interface TimedTask {
  /** Worst-case execution time, 1 or more. */
  readonly C: number;
  /** Period, or minimum time between arrivals, 1 or more. */
  readonly T: number;
  /** Relative deadline, counted from the arrival, 1 or more; may be beyond the period. */
  readonly D: number;
  /** Release jitter: a job may be released so long after its arrival. Default 0. */
  readonly J?: number;
  /** Blocking: how long less urgent work may keep a job of this task from running. Default 0. Fixed priorities only. */
  readonly B?: number;
  /** Longest region in which a job cannot be preempted, wherever it lies. Default 0. */
  readonly q?: number;
  /** Lengths between the preemption points of a job, in order; they add up to C. Default: one chunk. */
  readonly chunks?: readonly number[];
  /** Longest critical section of a job on each resource. Sections are not nested. */
  readonly cs?: Readonly<Record<string, number>>;
}

/**
 * Checks a task set.
 *
 * @throws PreemptError that names the task and the field
 */
export function checkTasks(tasks: readonly TimedTask[]): void {
  tasks.forEach((task, i) => {
    const { C, T, D, J = 0, B = 0, q = 0, chunks, cs = {} } = task;
    for (const [name, value] of Object.entries({ C, T, D })) check(i, name, value, 1);
    for (const [name, value] of Object.entries({ J, B, q })) check(i, name, value, 0);
    for (const [resource, length] of Object.entries(cs)) check(i, `cs["${resource}"]`, length, 0);
    if (chunks === undefined) return;
    for (const [k, length] of chunks.entries()) check(i, `chunks[${k}]`, length, 1);
    const all = chunks.reduce((a, b) => a + b, 0);
    if (all === C) return;
    throw new PreemptError("chunks_not_c", `the chunks of task ${i} add up to ${all}, its C is ${C}. Make them equal.`);
  });
}

function check(i: number, name: string, value: unknown, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= longestTime) return;
  throw new PreemptError(
    "task_time",
    `${name} of task ${i} is ${show(value)}. Give an integer from ${least} to 2^52, in any unit.`,
  );
}

/**
 * Checks an order of priorities: task indices, the most urgent first.
 *
 * @throws PreemptError unless it names every task once
 */
export function checkOrder(order: readonly number[], count: number): void {
  const seen = new Set(order.filter((i) => Number.isInteger(i) && i >= 0 && i < count));
  if (order.length === count && seen.size === count) return;
  throw new PreemptError(
    "order_not_complete",
    `the order of priorities is [${order.join(", ")}]. Name each of the ${count} tasks by its index once, most urgent first.`,
  );
}
