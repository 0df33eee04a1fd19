/**
 * Response-time analysis for fixed priorities.
 *
 * A job's response is longest in a level-i busy period that starts with the longest blocking and with all more urgent
 * tasks arriving at once, as densely as their jitter allows (Liu and Layland 1973). Where deadlines or responses go
 * beyond the period it need not be the first job of it, so all are looked at (Lehoczky, RTSS 1990; Tindell, Burns and
 * Wellings, Real-Time Systems 1994); where the busy period has no end, at utilisation 1, all of a hyperperiod. A job that is not preempted in its last part is done once that has begun (George,
 * Rivierre and Spuri, INRIA RR-2966, 1996; Bril, Lukkien and Verhaegh, ECRTS 2007).
 */
import { Effort, type EffortOptions, exact, fixedPoint } from "./integers.ts";
import { type Convention, lastRegion, longestRegion, type Preemption, remainder } from "./preemption.ts";
import { checkOrder, checkTasks, type TimedTask } from "./timed-task.ts";
import { compareUtilisationToOne, hyperperiod } from "./utilisation.ts";
import { jobsIn, Workload } from "./workload.ts";

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
  /** The release jitter of the task: how long after its arrival the job is released at most. */
  readonly jitter: number;
  /** How long less urgent work may keep the job waiting. */
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
  let start: Start | undefined;
  order.forEach((task, level) => {
    const found = responseAtLevel(tasks, task, order.slice(0, level), order.slice(level + 1), options, effort, start);
    responses[task] = found.response;
    start = found.start;
  });
  return responses;
}

/**
 * The same of one task alone, among those above and below it, whose own order does not matter: what an assignment of
 * priorities asks for.
 *
 * @throws PreemptError for a malformed set, indices that do not name every task once, and where `maxSteps` is passed
 */
export function responseTimeAmong(
  tasks: readonly TimedTask[],
  task: number,
  above: readonly number[],
  below: readonly number[],
  options: ResponseOptions = {},
): TaskResponse {
  checkTasks(tasks);
  checkOrder([...above, task, ...below], tasks.length);
  return responseAtLevel(tasks, task, above, below, options, new Effort(options)).response;
}

/**
 * Where a first job's last part begins, for a level below to start from. There the same and more is ahead: from what is
 * there at once on, `atOnce`, its own begins later by the difference at least, since the work of others does not decrease.
 */
export interface Start {
  /** Blocking, the job itself without its last part, and one job of each task above. */
  readonly atOnce: number;
  readonly begin: number;
}

/**
 * The response of one task among those above and below it; their order does not matter. Tasks are checked before.
 *
 * @param higher what was found for another task, if all that is above that one is above this one; to be quicker
 */
export function responseAtLevel(
  tasks: readonly TimedTask[],
  task: number,
  above: readonly number[],
  below: readonly number[],
  { preemption = "full", convention = "discrete" }: ResponseOptions,
  effort: Effort,
  higher?: Start,
): { readonly response: TaskResponse; readonly start: Start | undefined } {
  const self = tasks[task] as TimedTask;
  const region = below.reduce((longest, i) => Math.max(longest, longestRegion(tasks[i] as TimedTask, preemption)), 0);
  const B = (self.B ?? 0) + remainder(region, convention);
  const urgent = new Workload(above.map((i) => tasks[i] as TimedTask));
  const last = lastRegion(self, preemption);
  const { C, T, J = 0 } = self;

  /** When the last part of job `q` of the busy period begins, looked for from `from` on. */
  const beginOf = (q: number, from: number): number => {
    const ahead = B + (q + 1) * C - last;
    return fixedPoint(exact(Math.max(ahead, from)), (time) => {
      effort.spend(urgent.count + 1);
      return ahead + urgent.by(time, last > 0);
    });
  };

  if (compareUtilisationToOne(urgent.tasks) >= 0) {
    const response = { R: undefined, R1: undefined, Rrel: undefined, B, terms: undefined };
    return { response, start: undefined };
  }
  const ahead = B + C - last;
  const atOnce = ahead + urgent.atOnce;
  const later = higher === undefined || atOnce < higher.atOnce ? 0 : higher.begin + atOnce - higher.atOnce;
  const first = beginOf(0, Math.max(later, urgent.leastEnd(ahead)));
  const start = { atOnce, begin: first };
  const R1 = first + last + J;
  const jobs = mostJobs([...urgent.tasks, self], self, B);
  if (jobs === 0) return { response: { R: undefined, R1, Rrel: undefined, B, terms: undefined }, start };

  /** Whether the busy period is over before job `q + 1` comes. What is more urgent may prolong it during a last part. */
  const isLast = (q: number, end: number): boolean => {
    const next = (q + 1) * T - J;
    if (end > next || last === 0) return end <= next;
    const over = fixedPoint(end, (time) => {
      effort.spend(urgent.count + 1);
      return B + (q + 1) * C + urgent.by(time, false);
    });
    return over <= next;
  };

  let begin = first;
  let [longest, longestAt, Rrel, worst] = [first + last, 0, first + last, first];
  for (let q = 1; q < jobs && !isLast(q - 1, begin + last); q++) {
    begin = beginOf(q, begin + C);
    const end = begin + last;
    Rrel = Math.max(Rrel, end - Math.max(0, q * T - J));
    if (end - q * T > longest) [longest, longestAt, worst] = [end - q * T, q, begin];
  }
  const response: TaskResponse = {
    R: longest + J,
    R1,
    Rrel,
    B,
    // Made for who asks: as many as there are tasks, for each of them.
    get terms() {
      return {
        job: longestAt,
        jitter: J,
        blocking: B,
        own: (longestAt + 1) * C,
        interference: above.map((i) => {
          const other = tasks[i] as TimedTask;
          return { task: i, time: jobsIn(worst, other.T, other.J ?? 0, last > 0) * other.C };
        }),
        earlier: longestAt * T,
      };
    },
  };
  return { response, start };
}

/**
 * How many jobs of `self` there are to look at, unless the busy period ends before: without an end, those of a hyperperiod, as
 * in `responseWindow`. 0 where the utilisation is above 1 and responses grow without bound.
 */
function mostJobs(tasks: readonly TimedTask[], { T, J = 0 }: TimedTask, blocking: number): number {
  const load = compareUtilisationToOne(tasks);
  if (load > 0) return 0;
  if (load < 0 || (blocking === 0 && tasks.every(({ J = 0 }) => J === 0))) return Number.POSITIVE_INFINITY;
  return Math.ceil((exact(Number(hyperperiod(tasks))) + J) / T);
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
