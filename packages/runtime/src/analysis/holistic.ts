/**
 * Event-triggered chains a → b → c: the end of a job of `a` releases a job of `b`. So `b` comes as often as `a`, and is released
 * when `a` has ended at the latest: R of `a` is its release jitter. Responses and jitters depend on each other, and are
 * found by iteration from below (holistic analysis: Tindell and Clark, Microprocessing and Microprogramming 1994).
 *
 * It is safe for every analysis that is safe for release jitter, if the jobs of each task are released in their order. It is
 * not exact: that jobs of one chain never wait for each
 * other is left out.
 *
 * Several processors: `responsesOf` then analyses each of them by itself, and a message that releases a job on another
 * one takes its time. A message of [l, m] makes the release later by l at least and by m at most. So a task whose jobs are
 * released from φ to L after the arrival of the chain's first job is, for its processor, a task that arrives φ later, with
 * the jitter L - φ and the deadline D - φ: the same releases and absolute deadlines. φ is added to its response. For φ
 * only the messages count, since a job may execute for less than C. A smaller φ is safe, too: jitters are larger then. It is
 * cut to D - 1, so that deadlines stay above 0.
 */
import { PreemptError, show } from "../input/errors.ts";
import type { Range } from "./exploration/job-space.ts";
import { longestTime } from "./integers.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

/** When to give up. */
export interface HolisticOptions {
  /** Responses beyond this are no bounds: jitters may grow without end. Default: 64 of the longest period or deadline. */
  readonly limit?: number;
  /**
   * By task: how long the message takes that releases its jobs, from the end of the job before, or from the arrival of a
   * task that arrives by itself. Default: there is none.
   */
  readonly messages?: readonly (Range | undefined)[];
}

/** Responses and jitters that agree with each other. */
export interface HolisticResult {
  /** From the arrival of the chain's first job, by task. Of the last task it is the end-to-end response. */
  readonly responses: readonly number[];
  /**
   * The tasks with the jitters that were found: up to the release, from the arrival of the chain's first job. Where messages take
   * some time at least, that counts from so much later: see `least`.
   */
  readonly tasks: readonly TimedTask[];
  /** By task: so long after the arrival of the chain's first job `tasks` have their arrivals and deadlines. 0 without messages. */
  readonly least: readonly number[];
}

/**
 * Responses where jobs release jobs of other tasks. Undefined where no bound was found.
 *
 * @param before by task: the index of the task whose jobs release its jobs; undefined: it arrives by itself. Its J is then how
 * long after that its release may be
 * @param responsesOf an analysis that is safe for release jitter, with responses from the arrival, jitter included
 * @throws PreemptError for a malformed set, an unknown or circular `before`, another period than that of the task before, and what
 * `responsesOf` throws
 */
export function holisticResponseTimes(
  tasks: readonly TimedTask[],
  before: readonly (number | undefined)[],
  responsesOf: (tasks: readonly TimedTask[]) => readonly (number | undefined)[],
  options: HolisticOptions = {},
): HolisticResult | undefined {
  checkTasks(tasks);
  checkBefore(tasks, before);
  const { limit = 64 * Math.max(0, ...tasks.map(({ T, D }) => Math.max(T, D))), messages = [] } = options;
  messages.forEach(checkMessage);
  const least = tasks.map(({ D }, i) => Math.min(D - 1, leastDelay(i, before, messages)));
  const own = tasks.map(({ J = 0 }, i) => J + (messages[i]?.[1] ?? 0));
  /** Up to the release, from the arrival of the chain's first job. */
  let latest: readonly number[] = own.map((J, i) => Math.max(J, least[i] as number));
  for (;;) {
    const timed = tasks.map((task, i) => ({
      ...task,
      J: (latest[i] as number) - (least[i] as number),
      D: task.D - (least[i] as number),
    }));
    const found = responsesOf(timed);
    if (found.some((R, i) => R === undefined || R + (least[i] as number) > limit)) return undefined;
    const responses = found.map((R, i) => (R as number) + (least[i] as number));
    const next = latest.map((time, i) => {
      const first = before[i];
      return first === undefined ? time : Math.max(time, (responses[first] as number) + (own[i] as number));
    });
    if (next.every((time, i) => time === latest[i])) return { responses, tasks: timed, least };
    latest = next;
  }
}

/** All messages on the way to a task, if each is as quick as it can be. */
function leastDelay(
  task: number,
  before: readonly (number | undefined)[],
  messages: NonNullable<HolisticOptions["messages"]>,
): number {
  let all = 0;
  for (let at: number | undefined = task; at !== undefined; at = before[at]) all += messages[at]?.[0] ?? 0;
  return all;
}

function checkMessage(message: Range | undefined, i: number): void {
  if (message === undefined) return;
  const [least, most] = message;
  const isTime = (time: number) => Number.isInteger(time) && time >= 0 && time <= longestTime;
  if (isTime(least) && isTime(most) && least <= most) return;
  throw new PreemptError(
    "message_range",
    `the message to task ${i} takes ${show(message)}. Give [least, most], two integers from 0 to 2^52.`,
  );
}

function checkBefore(tasks: readonly TimedTask[], before: readonly (number | undefined)[]): void {
  before.forEach((first, i) => {
    if (first === undefined) return;
    const seen = new Set([i]);
    for (let at: number | undefined = first; at !== undefined; at = before[at]) {
      if (tasks[at] === undefined || seen.has(at)) {
        throw new PreemptError(
          "chain_circular",
          `task ${i} is released by task ${first}, which leads to ${tasks[at] === undefined ? "no task" : "itself"}. Give the index of a task that comes before it.`,
        );
      }
      seen.add(at);
    }
    const [T, theirs] = [(tasks[i] as TimedTask).T, (tasks[first] as TimedTask).T];
    if (T === theirs) return;
    throw new PreemptError(
      "chain_period",
      `task ${i} has the period ${T}, and is released by task ${first}, whose period is ${theirs}. Make them equal.`,
    );
  });
}
