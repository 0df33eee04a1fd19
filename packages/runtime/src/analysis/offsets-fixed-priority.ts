/**
 * Response times under preemptive fixed priorities with static offsets.
 *
 * - "exact": the longest response in the schedule from 0 to where it repeats itself. For the tasks 1 to i, by priority, that is at
 *   S_i + H_i at the latest, if all deadlines up to the periods are met. H_i is their hyperperiod, and S_i the first arrival of task i at
 *   or after S_(i-1). (Goossens and Devillers, The Non-Optimality of the Monotonic Priority Assignments for Hard Real-Time Offset Free
 *   Systems, Real-Time Systems 1997; after Leung and Merrill, IPL 1980.) Otherwise it comes later. So the state of the schedule is
 *   compared at S_i + k H_i, and what is found equal repeats itself, whatever the deadlines. Not with release jitter.
 * - "transactions": a bound, where that takes too many steps, and with release jitter: see offset-transactions.ts.
 * - "synchronous": the bound for the worst offsets, where no other one is smaller.
 */
import { PreemptError } from "../input/errors.ts";
import { Effort, type EffortOptions, longestTime } from "./integers.ts";
import { OffsetSchedule, Repetition, stepsTo } from "./offset-schedule.ts";
import { checkOffsetTasks, type OffsetTask } from "./offset-task.ts";
import {
  type Phases,
  phasesOf,
  type TransactionBound,
  type TransactionTerms,
  transactionBound,
} from "./offset-transactions.ts";
import { responseTimeAmong } from "./response-time.ts";
import { checkOrder } from "./timed-task.ts";
import { compareUtilisationToOne, hyperperiod } from "./utilisation.ts";

/** How a response with offsets comes about. */
export type OffsetMethod = "exact" | "transactions" | "synchronous";

/** The longest response of one task with known offsets. */
export interface OffsetResponse {
  /** The longest response from the arrival, or a bound of it; undefined where there is none. */
  readonly R: number | undefined;
  /** How R comes about; undefined where R is. */
  readonly method: OffsetMethod | undefined;
  /** With "exact": when the job with the longest response arrives, the first of several. */
  readonly arrival: number | undefined;
  /** With "transactions": what R is made of. */
  readonly terms: TransactionTerms | undefined;
}

const nothing: OffsetResponse = { R: undefined, method: undefined, arrival: undefined, terms: undefined };

/**
 * Longest responses of periodic tasks with offsets `O`, by task index.
 *
 * `maxSteps` is for the schedule and for the bounds, each. Where it is too little for one, the next method is taken.
 *
 * @param order task indices, the most urgent first
 * @throws PreemptError for a malformed set, with blocking, regions or sections, and where `maxSteps` is too little for any method
 */
export function offsetResponseTimes(
  tasks: readonly OffsetTask[],
  order: readonly number[],
  options: EffortOptions = {},
): OffsetResponse[] {
  checkOffsetTasks(tasks);
  checkOrder(order, tasks.length);
  const exact = exactResponses(tasks, order, options);
  const bounds = new Bounds(tasks, options);
  const responses: OffsetResponse[] = [];
  order.forEach((task, level) => {
    responses[task] = exact[level] ?? bounds.of(task, order.slice(0, level), order.slice(level + 1));
  });
  return responses;
}

/**
 * The same of one task alone, below all of `above`, whose own order does not matter: what an assignment of priorities asks for
 * (Audsley, YCS 164, 1991).
 */
export function offsetResponseAmong(
  tasks: readonly OffsetTask[],
  task: number,
  above: readonly number[],
  below: readonly number[],
  options: EffortOptions = {},
): OffsetResponse {
  checkOffsetTasks(tasks);
  checkOrder([...above, task, ...below], tasks.length);
  const exact = exactResponses(tasks, [...above, task], options, above.length);
  return exact[above.length] ?? new Bounds(tasks, options).of(task, above, below);
}

/**
 * By level, as far as the steps allow.
 *
 * @param from The first level that is wanted
 */
function exactResponses(
  all: readonly OffsetTask[],
  order: readonly number[],
  options: EffortOptions,
  from = 0,
): (OffsetResponse | undefined)[] {
  const responses: (OffsetResponse | undefined)[] = order.map(() => undefined);
  const effort = new Effort(options);
  const tasks = order.map((i) => all[i] as OffsetTask);
  const levels = repetitions(tasks, effort.left);
  const open = levels.filter((_, level) => level >= from);
  const longest = tasks.map(() => ({ R: 0, arrival: 0 }));
  const schedule = new OffsetSchedule(tasks.slice(0, levels.length), (level) => level, effort, {
    ended(level, arrival, end) {
      if (end - arrival > (longest[level] as { R: number }).R) longest[level] = { R: end - arrival, arrival };
    },
  });
  while (open.length > 0) {
    const next = Math.min(...open.map(({ at }) => at));
    if (next > longestTime || !schedule.runTo(next)) break;
    for (const repetition of open.filter(({ at }) => at === next)) {
      if (!repetition.isSeen(schedule)) continue;
      open.splice(open.indexOf(repetition), 1);
      const level = levels.indexOf(repetition);
      responses[level] = { ...(longest[level] as { R: number; arrival: number }), method: "exact", terms: undefined };
    }
  }
  return responses;
}

/** When to look whether the levels repeat themselves; down to the first one without bound, with jitter, or too far away. */
function repetitions(tasks: readonly OffsetTask[], steps: number): Repetition[] {
  const found: Repetition[] = [];
  let from = 0;
  for (const [level, { O = 0, T, J = 0 }] of tasks.entries()) {
    const some = tasks.slice(0, level + 1);
    from = O + Math.max(0, Math.ceil((from - O) / T)) * T;
    const length = Number(hyperperiod(some));
    const isFar = !(from + length <= longestTime) || stepsTo(from + length, some) > steps;
    if (J > 0 || isFar || compareUtilisationToOne(some) > 0) break;
    found.push(new Repetition(level + 1, from, length));
  }
  return found;
}

/** Safe bounds, for what has no exact response. */
class Bounds {
  readonly #tasks: readonly OffsetTask[];
  readonly #options: EffortOptions;
  readonly #effort: Effort;
  #phases: Phases | undefined;

  constructor(tasks: readonly OffsetTask[], options: EffortOptions) {
    this.#tasks = tasks;
    this.#options = options;
    this.#effort = new Effort(options);
  }

  of(task: number, above: readonly number[], below: readonly number[]): OffsetResponse {
    const { R } = responseTimeAmong(this.#tasks, task, above, below, this.#options);
    const bound = this.#byTransactions(task, above, R ?? Number.POSITIVE_INFINITY);
    if (bound !== undefined) return { ...bound, method: "transactions", arrival: undefined };
    return R === undefined ? nothing : { ...nothing, R, method: "synchronous" };
  }

  /** Undefined also where it takes too many steps: the other bound is there. */
  #byTransactions(task: number, above: readonly number[], limit: number): TransactionBound | undefined {
    this.#phases ??= phasesOf(this.#tasks);
    try {
      return transactionBound(this.#tasks, task, above, this.#phases, limit, this.#effort);
    } catch (error) {
      if (error instanceof PreemptError && error.code === "analysis_too_long") return undefined;
      throw error;
    }
  }
}
