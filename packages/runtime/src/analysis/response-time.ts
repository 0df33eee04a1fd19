/**
 * Response-time analysis for fixed priorities.
 *
 * A job's response is longest in a level-i busy period that starts with the longest blocking and with all more urgent
 * tasks arriving at once, as densely as their jitter allows (Liu and Layland 1973). Where deadlines or responses go
 * beyond the period it need not be the first job of it, so all are looked at (Lehoczky, RTSS 1990; Tindell, Burns and
 * Wellings, Real-Time Systems 1994); where the busy period has no end, at utilisation 1, all of a hyperperiod. A job that is not preempted in its last part is done once that has begun (George,
 * Rivierre and Spuri, INRIA RR-2966, 1996; Bril, Lukkien and Verhaegh, ECRTS 2007).
 */
import { responseWindow } from "./busy-period.ts";
import { Effort, type EffortOptions, fixedPoint } from "./integers.ts";
import { type Convention, lastRegion, longestRegion, type Preemption, remainder } from "./preemption.ts";
import { checkOrder, checkTasks, type TimedTask } from "./timed-task.ts";
import { compareUtilisationToOne } from "./utilisation.ts";

export interface ResponseOptions extends EffortOptions {
  /** Where jobs can be preempted. Default "full". */
  readonly preemption?: Preemption;
  /** How blocking by regions counts. Default "discrete". */
  readonly convention?: Convention;
}

/** Worst-case responses of one task. */
export interface TaskResponse {
  /**
   * From the arrival, own jitter included, over all jobs of the level-i busy period; given also beyond the deadline.
   * Undefined where more urgent tasks and the task itself use more than the processor: responses grow without bound.
   */
  readonly R: number | undefined;
  /** The same of the first job alone. Undefined where more urgent tasks use the whole processor. */
  readonly R1: number | undefined;
  /** The longest response counted from the release; a job after the first is released as early as its predecessor allows. */
  readonly Rrel: number | undefined;
  /** Blocking: the task's B, and the longest region of a less urgent task. */
  readonly B: number;
  /** What R is made of; undefined where R is. */
  readonly terms: ResponseTerms | undefined;
}

/** R = jitter + blocking + own + Σ interference - earlier. */
export interface ResponseTerms {
  /** Which job of the busy period it is, from 0. */
  readonly job: number;
  readonly jitter: number;
  readonly blocking: number;
  /** The task's own jobs up to this one. */
  readonly own: number;
  /** What each more urgent task runs meanwhile; `task` is its index. */
  readonly interference: readonly { readonly task: number; readonly time: number }[];
  /** How long before this job's arrival the busy period's first job arrived: job · T. */
  readonly earlier: number;
}

/**
 * Worst-case response times under fixed priorities, exact for sporadic tasks; by task index.
 *
 * @param order task indices, the most urgent first
 * @throws PreemptError for a malformed set, and where `maxSteps` is passed
 */
export function responseTimes(
  tasks: readonly TimedTask[],
  order: readonly number[],
  options: ResponseOptions = {},
): TaskResponse[] {
  checkTasks(tasks);
  checkOrder(order, tasks.length);
  const effort = new Effort(options);
  const responses: TaskResponse[] = [];
  order.forEach((task, level) => {
    responses[task] = responseAtLevel(tasks, task, order.slice(0, level), order.slice(level + 1), options, effort);
  });
  return responses;
}

/** The response of one task among those above and below it; their order does not matter. Tasks are checked before. */
export function responseAtLevel(
  tasks: readonly TimedTask[],
  task: number,
  above: readonly number[],
  below: readonly number[],
  { preemption = "full", convention = "discrete" }: ResponseOptions,
  effort: Effort,
): TaskResponse {
  const self = tasks[task] as TimedTask;
  const region = Math.max(0, ...below.map((i) => longestRegion(tasks[i] as TimedTask, preemption)));
  const B = (self.B ?? 0) + remainder(region, convention);
  const urgent = above.map((i) => tasks[i] as TimedTask);
  const last = lastRegion(self, preemption);
  const { C, T, J = 0 } = self;

  /** When job `q` of the busy period ends, looked for from `from` on. */
  const finish = (q: number, from: number): number => {
    const ahead = B + (q + 1) * C - last;
    const begin = fixedPoint(Math.max(ahead, from), (time) => {
      effort.spend(urgent.length + 1);
      let work = ahead;
      for (const other of urgent) work += jobsIn(time, other, last > 0) * other.C;
      return work;
    });
    return begin + last;
  };

  const hasFixedPoint = compareUtilisationToOne(urgent) < 0;
  const first = hasFixedPoint ? finish(0, 0) : undefined;
  const R1 = first === undefined ? undefined : first + J;
  const length = responseWindow([...urgent, self], B, effort);
  if (length === undefined || first === undefined) return { R: undefined, R1, Rrel: undefined, B, terms: undefined };

  const jobs = Math.ceil((length + J) / T);
  let [end, longest, longestAt, Rrel, worst] = [first, first, 0, first, first];
  for (let q = 1; q < jobs; q++) {
    end = finish(q, end - last);
    Rrel = Math.max(Rrel, end - Math.max(0, q * T - J));
    if (end - q * T > longest) [longest, longestAt, worst] = [end - q * T, q, end];
  }
  const terms = {
    job: longestAt,
    jitter: J,
    blocking: B,
    own: (longestAt + 1) * C,
    interference: above.map((i) => {
      const other = tasks[i] as TimedTask;
      return { task: i, time: jobsIn(worst - last, other, last > 0) * other.C };
    }),
    earlier: longestAt * T,
  };
  return { R: longest + J, R1, Rrel, B, terms };
}

/** Jobs of `task` released in [0, time), or in [0, time] where one at the very end still goes first. */
function jobsIn(time: number, { T, J = 0 }: TimedTask, closed: boolean): number {
  return closed ? Math.floor((time + J) / T) + 1 : Math.ceil((time + J) / T);
}

/** Whether every task meets its deadline under the fixed priorities of `order`: the responses, compared. */
export function meetsDeadlines(tasks: readonly TimedTask[], responses: readonly TaskResponse[]): boolean {
  return tasks.every((task, i) => (responses[i]?.R ?? Number.POSITIVE_INFINITY) <= task.D);
}

/** Whether every task meets its deadline under fixed priorities; `order` as in {@link responseTimes}. */
export function isFixedPrioritySchedulable(
  tasks: readonly TimedTask[],
  order: readonly number[],
  options: ResponseOptions = {},
): boolean {
  return meetsDeadlines(tasks, responseTimes(tasks, order, options));
}
