/**
 * Response times of self-suspending tasks under preemptive fixed priorities. All bounds are sufficient; the smallest one of
 * each task is taken. A release jitter J is a suspension before the first execution.
 *
 * - "oblivious": suspension counts as execution.
 * - "blocking": S_k + Σ min(C_i, S_i) as blocking (Liu, Real-Time Systems, 2000; first proved by Chen, Nelissen and Huang 2016).
 * - "jitter": a more urgent task i has the jitter R_i - C_i (Huang, Chen, Zhou and Liu, DAC 2015; Nelissen et al., ECRTS 2015).
 *   With the jitter S_i, as in several papers before, it is wrong (Bletsas et al., 2018). Here the first of its jobs counts
 *   as far as it fits (Bertogna and Cirinei, RTSS 2007).
 * - "unifying": each task has either a jitter or lengthens the window (Chen, Nelissen and Huang, A Unifying Response
 *   Time Analysis Framework for Dynamic Self-Suspending Tasks, ECRTS 2016, Theorem 1).
 * - "segments": each execution of a segmented task by itself, with the interference of "jitter" in its own window.
 *
 * All but the first need R ≤ T, for the task and for all that are more urgent. Then no job has an older one of its own task
 * before it.
 *
 * Proof of "jitter" and "segments": job k arrives at a, and has not ended at a + t. In this window it executes for less
 * than C_k and suspends itself for at most S_k, and the rest of the time more urgent jobs execute. Job i executes in
 * [a_i, a_i + R_i] only, so in any window of length t task i executes for at most `workIn` below. Hence R_k is the smallest t
 * with t ≥ C_k + S_k + Σ workIn(t). For an execution c of a segmented job, the window begins where this execution
 * becomes ready, and S_k is 0 in it.
 */
import { Effort, type EffortOptions, exact, fixedPoint } from "./integers.ts";
import { deadlineMonotonicOrder } from "./priority-order.ts";
import { responseTimes } from "./response-time.ts";
import { checkSuspending, type SuspendingTask, suspensionOf, withoutSuspension } from "./suspending-task.ts";
import { checkOrder } from "./timed-task.ts";

/** How a bound for self-suspending tasks comes about: see the table on the page about models of an event loop. */
export type SuspensionMethod = "oblivious" | "blocking" | "jitter" | "unifying" | "segments";

/** Bounds of one task's responses, from the arrival, own jitter included. */
export interface SuspensionResponse {
  /** The smallest of the bounds; undefined where there is none. */
  readonly R: number | undefined;
  /** Which one that is. */
  readonly method: SuspensionMethod | undefined;
  /** By each method; undefined where it gives none. */
  readonly bounds: Readonly<Record<SuspensionMethod, number | undefined>>;
  /** What R is made of; undefined where R is. */
  readonly terms: SuspensionTerms | undefined;
}

/** R = jitter + own + suspension + blocking + Σ interference - earlier. */
export interface SuspensionTerms {
  /** The release jitter of the task. */
  readonly jitter: number;
  /** Its execution; with "oblivious", of all its jobs up to this one. */
  readonly own: number;
  /** Its suspension, of the same jobs. */
  readonly suspension: number;
  /** By suspensions of more urgent tasks that count as blocking. */
  readonly blocking: number;
  /** What each more urgent task runs meanwhile; `task` is its index. */
  readonly interference: readonly { readonly task: number; readonly time: number }[];
  /** With "oblivious": how long before this job's arrival the busy period's first job arrived. */
  readonly earlier: number;
}

/** A more urgent task, with its response. */
interface Urgent {
  readonly task: number;
  readonly C: number;
  readonly T: number;
  /** Suspension and jitter. */
  readonly S: number;
  readonly R: number;
}

/** What has a bound, and the terms that add up to it. */
interface Found {
  readonly R: number;
  readonly terms: SuspensionTerms;
}

/** More choices than 2^8 are not all tried. */
const mostTried = 8;

/**
 * Responses by task index.
 *
 * @param order task indices, the most urgent first. Default: deadline-monotonic
 * @throws PreemptError for a malformed set, blocking or regions, and where `maxSteps` is passed
 */
export function suspensionResponseTimes(
  tasks: readonly SuspendingTask[],
  order: readonly number[] = deadlineMonotonicOrder(tasks),
  options: EffortOptions = {},
): SuspensionResponse[] {
  checkSuspending(tasks);
  checkOrder(order, tasks.length);
  const effort = new Effort(options);
  const oblivious = responseTimes(withoutSuspension(tasks), order, options);
  const responses: SuspensionResponse[] = [];
  /** Those above; undefined once one of them may have two jobs at a time. */
  let urgent: Urgent[] | undefined = [];
  for (const k of order) {
    const { C, T, J = 0 } = tasks[k] as SuspendingTask;
    const S = suspensionOf(tasks[k] as SuspendingTask).S + J;
    const found: Record<SuspensionMethod, Found | undefined> = {
      oblivious: obliviousOf(tasks, k, oblivious[k] as (typeof oblivious)[number]),
      ...(urgent === undefined
        ? { blocking: undefined, jitter: undefined, unifying: undefined, segments: undefined }
        : boundsAmong(tasks[k] as SuspendingTask, urgent, effort)),
    };
    const response = smallest(found);
    responses[k] = response;
    const { R } = response;
    if (R === undefined || R > T) urgent = undefined;
    else urgent?.push({ task: k, C, T, S, R });
  }
  return responses;
}

/** Whether every task meets its deadline by one of the bounds. */
export function isSuspensionSchedulable(
  tasks: readonly SuspendingTask[],
  order?: readonly number[],
  options: EffortOptions = {},
): boolean {
  return suspensionResponseTimes(tasks, order, options).every(
    ({ R }, i) => (R ?? Number.POSITIVE_INFINITY) <= (tasks[i] as SuspendingTask).D,
  );
}

function smallest(found: Record<SuspensionMethod, Found | undefined>): SuspensionResponse {
  let best: { readonly method: SuspensionMethod; readonly of: Found } | undefined;
  for (const [method, of] of Object.entries(found) as [SuspensionMethod, Found | undefined][]) {
    if (of !== undefined && (best === undefined || of.R < best.of.R)) best = { method, of };
  }
  const bounds = Object.fromEntries(Object.entries(found).map(([method, of]) => [method, of?.R]));
  return {
    R: best?.of.R,
    method: best?.method,
    bounds: bounds as SuspensionResponse["bounds"],
    terms: best?.of.terms,
  };
}

function obliviousOf(
  tasks: readonly SuspendingTask[],
  k: number,
  { R, terms }: ReturnType<typeof responseTimes>[number],
): Found | undefined {
  if (R === undefined || terms === undefined) return undefined;
  const { job, jitter, interference, earlier } = terms;
  const self = tasks[k] as SuspendingTask;
  const [own, suspension] = [(job + 1) * self.C, (job + 1) * suspensionOf(self).S];
  return { R, terms: { jitter, own, suspension, blocking: 0, interference, earlier } };
}

function boundsAmong(self: SuspendingTask, urgent: readonly Urgent[], effort: Effort) {
  const { C, T, J = 0 } = self;
  const { S, executions, pauses } = suspensionOf(self);
  const blocking = urgent.reduce((all, other) => all + Math.min(other.C, other.S), 0);
  /** The smallest t with t = start + Σ timeOf(t); undefined beyond the period. */
  const windowOf = (start: number, timeOf: (other: Urgent, t: number) => number): number | undefined => {
    let isBeyond = start > T;
    const t = fixedPoint(exact(start), (time) => {
      effort.spend(urgent.length + 1);
      if (isBeyond) return time;
      const work = urgent.reduce((all, other) => all + timeOf(other, time), start);
      isBeyond = work > T;
      return work;
    });
    return isBeyond ? undefined : t;
  };
  const whole = (blocked: number, timeOf: (other: Urgent, t: number) => number): Found | undefined => {
    const R = windowOf(C + S + J + blocked, timeOf);
    if (R === undefined) return undefined;
    const interference = urgent.map((other) => ({ task: other.task, time: timeOf(other, R) }));
    return { R, terms: { jitter: J, own: C, suspension: S, blocking: blocked, interference, earlier: 0 } };
  };
  return {
    blocking: whole(blocking, ({ C, T }, t) => Math.ceil(t / T) * C),
    jitter: whole(0, workIn),
    unifying: choicesAmong(urgent)
      .map((choice) => unified(urgent, choice, whole))
      .reduce(
        (best, found) => (found !== undefined && (best === undefined || found.R < best.R) ? found : best),
        undefined,
      ),
    segments: executions && bySegments(),
  };

  function bySegments(): Found | undefined {
    const times = urgent.map(() => 0);
    let R = J + S;
    for (const execution of executions as readonly number[]) {
      const t = windowOf(execution, workIn);
      if (t === undefined) return undefined;
      R += t;
      urgent.forEach((other, i) => {
        times[i] = (times[i] as number) + workIn(other, t);
      });
    }
    if (R > T) return undefined;
    const interference = urgent.map(({ task }, i) => ({ task, time: times[i] as number }));
    const suspension = pauses.reduce((all, length) => all + length, 0);
    return { R, terms: { jitter: J, own: C, suspension, blocking: 0, interference, earlier: 0 } };
  }
}

/** For how long the jobs of a task execute in a window of length t at most, where each is done R after its arrival. */
function workIn({ C, T, R }: Urgent, t: number): number {
  const length = t + R - C;
  const jobs = Math.floor(length / T);
  return jobs * C + Math.min(C, length - jobs * T);
}

/** Of each more urgent task whether its suspension lengthens the window (1), or its response gives it a jitter (0). */
type Choice = readonly (0 | 1)[];

function unified(
  urgent: readonly Urgent[],
  choice: Choice,
  whole: (blocked: number, timeOf: (other: Urgent, t: number) => number) => Found | undefined,
): Found | undefined {
  const longer = new Map<Urgent, number>();
  let sum = 0;
  for (let i = urgent.length - 1; i >= 0; i--) {
    const other = urgent[i] as Urgent;
    if (choice[i] === 1) sum += other.S;
    longer.set(other, sum + (choice[i] === 1 ? 0 : other.R - other.C));
  }
  return whole(0, (other, t) => Math.ceil((t + (longer.get(other) as number)) / other.T) * other.C);
}

/** All of them where they are few; else those that dominate "jitter" and "blocking", and the linear approximation (ibid., Eq. 27). */
function choicesAmong(urgent: readonly Urgent[]): Choice[] {
  const n = urgent.length;
  if (n <= mostTried) {
    return Array.from({ length: 2 ** n }, (_, bits) => urgent.map((_, i) => ((bits >> i) & 1) as 0 | 1));
  }
  let share = 0;
  return [
    urgent.map(() => 0),
    urgent.map(({ C, S }) => (S <= C ? 1 : 0)),
    urgent.map(({ C, T, S, R }) => {
      share += C / T;
      return (C / T) * (R - C) > S * share ? 1 : 0;
    }),
  ];
}
