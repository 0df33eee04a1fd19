/**
 * Time-triggered chains a → b → c: each task runs by its own period, reads what the task before it wrote last, when it
 * starts, and writes when it ends (implicit communication). How old is what comes out, and how long does an input
 * take through the chain?
 *
 * - Maximum reaction time: from an input to the end of the first job of the last task that has it. The input may just have
 *   been missed.
 * - Maximum data age: from the start of the first task's job to the end of the last task's job that has its data.
 *   Others count it until the next output replaces it; over all chains both definitions of the maximum then agree
 *   (Günzel et al., On the Equivalence of Maximum Reaction Time and Maximum Data Age, ECRTS 2023).
 *
 * Bounds: Σ (T + R) (Davare et al., DAC 2007), and those of Dürr, von der Brüggen, Chen and Chen, End-to-End Timing Analysis
 * of Sporadic Cause-Effect Chains in Distributed Systems, CASES 2019. These leave R of a task out where
 * no job of the next one that was released after it can start before it ends. All are sufficient. A release jitter makes the time
 * between two releases T + J at most.
 *
 * Between processors data come with a message, which takes up to m after the end of the job that wrote them. Then the next job
 * that is released after that has them: R + m instead of R on the way, and in Davare's bound m for each message. No message
 * overtakes an earlier one.
 *
 * Event-triggered chains, where the end of one job releases the next one: see holistic.ts.
 */
import { PreemptError, show } from "../input/errors.ts";
import { exact } from "./integers.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

/** What is known of the scheduler that runs the tasks of a chain. */
export interface ChainOptions {
  /**
   * Whether a job of the task `after` that was released after a job of `before` can never start before that one ends. So it is
   * on one processor with first come, first served, and with preemptive fixed priorities where `before` is more urgent and does
   * not suspend itself. Default: nowhere.
   */
  readonly isOrdered?: (before: number, after: number) => boolean;
  /**
   * How long data take from the end of a job of `before` to where `after` reads them, at most. Where it is above 0, the two are
   * not ordered. Default: 0.
   */
  readonly message?: (before: number, after: number) => number;
}

/** Bounds of a chain. */
export interface ChainBounds {
  /** Σ (T + R), for the reaction time. */
  readonly davare: number;
  /** Of the reaction time; never above `davare`. */
  readonly reaction: number;
  /** Of the data age at the end of the last job. */
  readonly age: number;
  /** Of the data age until the next output of the last task. */
  readonly ageUntilReplaced: number;
}

/**
 * Bounds of a time-triggered chain of periodic tasks, with any offsets. Undefined where a task has no bound of its response.
 *
 * @param chain task indices, the first one first
 * @param responses of all tasks, from the arrival
 * @throws PreemptError for a malformed set, and a chain that is empty or names a task that is not there
 */
export function timeTriggeredChain(
  tasks: readonly TimedTask[],
  chain: readonly number[],
  responses: readonly (number | undefined)[],
  { isOrdered = () => false, message = () => 0 }: ChainOptions = {},
): ChainBounds | undefined {
  checkTasks(tasks);
  checkChain(chain, tasks.length);
  const parts = chain.map((task) => {
    const { T, J = 0 } = tasks[task] as TimedTask;
    return { task, R: responses[task], between: T + J };
  });
  if (parts.some(({ R }) => R === undefined)) return undefined;
  let [davare, reaction, age] = [0, (parts[0] as (typeof parts)[number]).between, 0];
  parts.forEach(({ task, R, between }, i) => {
    const own = R as number;
    davare = exact(davare + between + own);
    const next = parts[i + 1];
    if (next === undefined) {
      reaction = exact(reaction + own);
      age = exact(age + own);
      return;
    }
    const sent = message(task, next.task);
    davare = exact(davare + sent);
    const waits = sent === 0 && isOrdered(task, next.task) ? 0 : own + sent;
    reaction = exact(reaction + Math.max(own, next.between + waits));
    age = exact(age + between + waits);
  });
  const { between } = parts.at(-1) as (typeof parts)[number];
  // The first is above the second where a response is longer than a period.
  return { davare, reaction: Math.min(reaction, davare), age, ageUntilReplaced: age + between };
}

function checkChain(chain: readonly number[], count: number): void {
  const isKnown = (task: number) => Number.isInteger(task) && task >= 0 && task < count;
  if (chain.length > 0 && chain.every(isKnown)) return;
  throw new PreemptError(
    "chain_not_of_tasks",
    `the chain is ${show(chain)}, and there are ${count} tasks. Give at least one of their indices.`,
  );
}
