/** First come, first served: every job waits for all that came before it. */
import { responseWindow } from "./busy-period.ts";
import { Effort, type EffortOptions, exact } from "./integers.ts";
import { asTasks, finishTime, type Interference } from "./interference.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

export interface FifoOptions extends EffortOptions {
  /** What goes before all tasks, whenever it comes: up to C in any T each. Default: nothing. */
  readonly interference?: readonly Interference[];
  /**
   * How long a job that has come may go unnoticed while others, which come later, are noticed at once and go first: those that
   * the running job releases. Default: 0.
   */
  readonly unnoticed?: number;
}

/**
 * The worst-case response from the release, valid and attained for every task where jobs that came at the same time go
 * first: max over arrivals `a` in the longest busy period of Σ (⌊(a + J)/T⌋ + 1) C - a (George and Minet, ICDCS 1997,
 * for one processor), and with `unnoticed`, Σ (⌊(a + unnoticed + J)/T⌋ + 1) C - a. From the arrival it is longer by the task's own jitter at most. Undefined where it has no bound: the
 * utilisation is above 1.
 *
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function fifoResponseTime(tasks: readonly TimedTask[], options: FifoOptions = {}): number | undefined {
  return longestResponse(tasks, options, Number.POSITIVE_INFINITY);
}

/** Stops at a response beyond `enough`: there may be longer ones. */
function longestResponse(tasks: readonly TimedTask[], options: FifoOptions, enough: number): number | undefined {
  checkTasks(tasks);
  const effort = new Effort(options);
  const { interference = [], unnoticed = 0 } = options;
  const end = responseWindow([...tasks, ...asTasks(interference)], 0, effort);
  if (end === undefined) return undefined;
  // The work grows in steps, one at each arrival; in between a later one waits for less.
  const next = tasks.map(({ T, J = 0 }) => T - (J % T));
  let work = 0;
  for (const { C, T, J = 0 } of tasks) work = exact(work + (Math.floor(J / T) + 1) * C);
  let longest = finishTime(work, interference, effort);
  for (;;) {
    effort.spend(tasks.length);
    const a = Math.min(...next);
    if (!(a < end) || longest > enough) return longest;
    tasks.forEach(({ C, T }, i) => {
      if (next[i] !== a) return;
      work = exact(work + C);
      next[i] = a + T;
    });
    longest = Math.max(longest, finishTime(work, interference, effort) - Math.max(0, a - unnoticed));
  }
}

/** Whether every task meets its deadline under first come, first served. */
export function isFifoSchedulable(tasks: readonly TimedTask[], options: FifoOptions = {}): boolean {
  const response = longestResponse(tasks, options, Math.min(...tasks.map(({ D, J = 0 }) => D - J)));
  return response !== undefined && tasks.every(({ D, J = 0 }) => response + J <= D);
}
