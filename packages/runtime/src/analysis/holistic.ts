/**
 * Event-triggered chains a → b → c: the end of a job of `a` releases a job of `b`. So `b` comes as often as `a`, and is released
 * when `a` has ended at the latest: R of `a` is its release jitter. Responses and jitters depend on each other, and are
 * found by iteration from below (holistic analysis: Tindell and Clark, Microprocessing and Microprogramming 1994).
 *
 * It is safe for every analysis that is safe for release jitter. It is not exact: that jobs of one chain never wait for each
 * other is left out.
 */
import { PreemptError } from "../input/errors.ts";
import { checkTasks, type TimedTask } from "./timed-task.ts";

/** When to give up. */
export interface HolisticOptions {
  /** Responses beyond this are no bounds: jitters may grow without end. Default: 64 of the longest period or deadline. */
  readonly limit?: number;
}

/** Responses and jitters that agree with each other. */
export interface HolisticResult {
  /** From the arrival of the chain's first job, by task. Of the last task it is the end-to-end response. */
  readonly responses: readonly number[];
  /** The tasks with the jitters that were found: up to the release, from the arrival of the chain's first job. */
  readonly tasks: readonly TimedTask[];
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
  const { limit = 64 * Math.max(0, ...tasks.map(({ T, D }) => Math.max(T, D))) } = options;
  const own = tasks.map(({ J = 0 }) => J);
  let jitters: readonly number[] = own;
  for (;;) {
    const timed = tasks.map((task, i) => ({ ...task, J: jitters[i] as number }));
    const found = responsesOf(timed);
    if (found.some((R) => R === undefined || R > limit)) return undefined;
    const responses = found as readonly number[];
    const next = jitters.map((J, i) => {
      const first = before[i];
      return first === undefined ? J : Math.max(J, (responses[first] as number) + (own[i] as number));
    });
    if (next.every((J, i) => J === jitters[i])) return { responses, tasks: timed };
    jitters = next;
  }
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
