/**
 * The schedule of periodic tasks with offsets and a fixed priority for each job, from one event to the next: an arrival, or the end of
 * a job. Times are integers, but no step is a unit of time.
 *
 * Of each task only its oldest unfinished job can run. So the state at an instant is small: for each task, how many jobs are
 * unfinished, and what the oldest has left. If that is equal at two instants a hyperperiod apart, both after the last first
 * arrival, everything repeats itself from the first of them on.
 */
import type { Effort } from "./integers.ts";
import type { OffsetTask } from "./offset-task.ts";

export interface ScheduleHooks {
  /** A job has ended. */
  readonly ended?: (task: number, arrival: number, end: number) => void;
  /** A job of a task ran from one instant to another. */
  readonly ran?: (task: number, from: number, to: number, arrival: number) => void;
}

export class OffsetSchedule {
  readonly #tasks: readonly OffsetTask[];
  readonly #keyOf: (task: number, arrival: number) => number;
  readonly #effort: Effort;
  readonly #hooks: ScheduleHooks;
  /** Of each task: its next arrival, how many jobs are unfinished, and what the oldest has left. */
  readonly #next: Float64Array;
  readonly #open: Float64Array;
  readonly #left: Float64Array;
  #now = 0;

  /**
   * @param keyOf The smallest goes first; of equal keys the earlier arrival; of these the task with the lower index
   */
  constructor(
    tasks: readonly OffsetTask[],
    keyOf: (task: number, arrival: number) => number,
    effort: Effort,
    hooks: ScheduleHooks = {},
  ) {
    this.#tasks = tasks;
    this.#keyOf = keyOf;
    this.#effort = effort;
    this.#hooks = hooks;
    this.#next = Float64Array.from(tasks, ({ O = 0 }) => O);
    this.#open = new Float64Array(tasks.length);
    this.#left = new Float64Array(tasks.length);
  }

  /**
   * Runs on to an instant; what arrives then has not arrived yet.
   *
   * @returns false where the effort is used up before
   */
  runTo(end: number): boolean {
    const [tasks, next, open, left] = [this.#tasks, this.#next, this.#open, this.#left];
    while (this.#now < end) {
      if (!this.#effort.trySpend(tasks.length)) return false;
      const now = this.#now;
      let [soonest, best, bestKey, bestArrival] = [end, -1, Number.POSITIVE_INFINITY, 0];
      for (let i = 0; i < tasks.length; i++) {
        const { C, T } = tasks[i] as OffsetTask;
        if (next[i] === now) {
          if (open[i] === 0) left[i] = C;
          open[i] = (open[i] as number) + 1;
          next[i] = now + T;
        }
        if ((next[i] as number) < soonest) soonest = next[i] as number;
        if (open[i] === 0) continue;
        const arrival = (next[i] as number) - (open[i] as number) * T;
        const key = this.#keyOf(i, arrival);
        if (key > bestKey || (key === bestKey && arrival >= bestArrival)) continue;
        [best, bestKey, bestArrival] = [i, key, arrival];
      }
      this.#now = best < 0 ? soonest : this.#run(best, bestArrival, soonest);
    }
    return true;
  }

  #run(task: number, arrival: number, until: number): number {
    const [open, left] = [this.#open, this.#left];
    const from = this.#now;
    const to = Math.min(until, from + (left[task] as number));
    left[task] = (left[task] as number) - (to - from);
    this.#hooks.ran?.(task, from, to, arrival);
    if (left[task] === 0) {
      open[task] = (open[task] as number) - 1;
      if (open[task] !== 0) left[task] = (this.#tasks[task] as OffsetTask).C;
      this.#hooks.ended?.(task, arrival, to);
    }
    return to;
  }

  /** What the first `count` tasks have open and left. Equal states with equal arrivals have equal schedules. */
  stateOf(count: number): Float64Array {
    const state = new Float64Array(2 * count);
    state.set(this.#open.subarray(0, count));
    state.set(this.#left.subarray(0, count), count);
    return state;
  }
}

/**
 * Looks at the state of a schedule at `from`, and then after each hyperperiod.
 *
 * All responses have been seen then. For let a job be unfinished when the state is found to repeat. A hyperperiod before, a job of its
 * task was as old. Either that one has ended since, with the same response. Or it is a job that is unfinished, a hyperperiod older,
 * of which the same holds.
 */
export class Repetition {
  readonly #count: number;
  readonly #hyperperiod: number;
  /** When to look next. */
  at: number;
  #before: Float64Array | undefined;

  /** @param count How many of the schedule's tasks, from the first on */
  constructor(count: number, from: number, hyperperiod: number) {
    this.#count = count;
    this.#hyperperiod = hyperperiod;
    this.at = from;
  }

  /** Whether the schedule, which has run to `at`, has repeated itself since a hyperperiod before. */
  isSeen(schedule: OffsetSchedule): boolean {
    const state = schedule.stateOf(this.#count);
    const before = this.#before;
    if (before?.every((value, i) => value === state[i])) return true;
    this.#before = state;
    this.at += this.#hyperperiod;
    return false;
  }
}

/** Steps of a schedule of these tasks up to `end`, about: each job arrives and ends, and each time all tasks are looked at. */
export function stepsTo(end: number, tasks: readonly OffsetTask[]): number {
  return tasks.reduce((jobs, { T }) => jobs + end / T, 0) * 2 * tasks.length;
}
