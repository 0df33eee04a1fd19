/**
 * Self-suspending tasks under preemptive EDF. Both tests are sufficient.
 *
 * - oblivious: suspension counts as execution, in the exact demand test.
 * - by windows: response times as in Günzel, von der Brüggen, Chen and Chen, EDF-Like Scheduling for Self-Suspending
 *   Real-Time Tasks (RTSS 2022), there for deadlines as bounds of responses.
 *
 * For the second, let R be a vector with R_k ≤ T_k, and say that job k, which arrives at a, has not ended at a + R_k, and that
 * no other job broke its bound before. For any b from 0 on, look at the window from a + b on. A job of task i executes in it and
 * goes before job k only if it arrives in (a + b - R_i, a + D_k - D_i], and before the window's end. So many arrivals fit
 * into an interval of length L: ⌈L/T_i⌉. In the rest of the window job k executes, for less than C_k, or suspends itself, for at
 * most S_k. So job k ends by the smallest t with
 *
 *     t = b + C_k + S_k + Σ max(0, ⌈(min(D_k - D_i, t - 1) + R_i - b)/T_i⌉) C_i
 *
 * and if that is no longer than R_k for some b of each task, no job ever breaks its bound. The smallest such vector is
 * found by iteration from below.
 *
 * Devi's test (ECRTS 2003) is left out: it has a counterexample (Günzel and Chen, Real-Time Systems 2020).
 */
import type { EdfOptions } from "./demand.ts";
import { edfResponseTimes } from "./edf-response-time.ts";
import { Effort, type EffortOptions, exact } from "./integers.ts";
import { isEdfSchedulable } from "./qpa.ts";
import { checkSuspending, type SuspendingTask, suspensionOf, withoutSuspension } from "./suspending-task.ts";

/** What is known of a suspending set under EDF. */
export interface EdfSuspension {
  /** Whether a test shows that all deadlines are met. False: nothing is known. */
  readonly isSchedulable: boolean;
  /** Which test; undefined where none does. */
  readonly by: "oblivious" | "windows" | undefined;
  /** Bounds of the responses from the arrival, by task; undefined where there is none. */
  readonly responses: readonly (number | undefined)[];
}

/**
 * Whether EDF meets all deadlines of self-suspending tasks, and bounds of their responses.
 *
 * @throws PreemptError for a malformed set, blocking or regions, and where `maxSteps` is passed
 */
export function edfSuspension(tasks: readonly SuspendingTask[], options: EffortOptions = {}): EdfSuspension {
  checkSuspending(tasks);
  const plain = withoutSuspension(tasks);
  const limits: EdfOptions = options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps };
  const oblivious = isEdfSchedulable(plain, limits);
  const responses = smallestVector(tasks, edfResponseTimes(plain, limits), new Effort(options));
  const inTime = responses.every((R, i) => (R ?? Number.POSITIVE_INFINITY) <= (tasks[i] as SuspendingTask).D);
  const by = oblivious ? "oblivious" : inTime ? "windows" : undefined;
  return { isSchedulable: by !== undefined, by, responses };
}

/** @param upper Bounds that hold in any case */
function smallestVector(
  tasks: readonly SuspendingTask[],
  upper: readonly (number | undefined)[],
  effort: Effort,
): (number | undefined)[] {
  const limit = (i: number) => upper[i] ?? Number.POSITIVE_INFINITY;
  const needs = tasks.map((task) => task.C + suspensionOf(task).S + (task.J ?? 0));
  const R = needs.map((need, i) => Math.min(need, limit(i)));
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (const k of tasks.keys()) {
      // Beyond its period a job would have one of its own before it.
      const found = windowBound(tasks, needs, R, k, effort);
      const bound = Math.min(limit(k), found <= (tasks[k] as SuspendingTask).T ? found : Number.POSITIVE_INFINITY);
      if (bound <= (R[k] as number)) continue;
      R[k] = bound;
      isChanged = true;
    }
  }
  return R.map((bound) => (bound === Number.POSITIVE_INFINITY ? undefined : bound));
}

/** The smallest t over all b that are worth a look; more than the period where there is none below. */
function windowBound(
  tasks: readonly SuspendingTask[],
  needs: readonly number[],
  R: readonly number[],
  k: number,
  effort: Effort,
): number {
  const self = tasks[k] as SuspendingTask;
  const need = needs[k] as number;
  let best = Number.POSITIVE_INFINITY;
  for (const b of windowStarts(tasks, R, k)) {
    if (b + need >= best) continue;
    let t = b + need;
    for (;;) {
      effort.spend(tasks.length);
      let work = b + need;
      for (const [i, other] of tasks.entries()) {
        if (i === k) continue;
        const span = Math.min(self.D - other.D, t - 1) + (R[i] as number) - b;
        if (span > 0) work += Math.ceil(span / other.T) * other.C;
      }
      if (work <= t) break;
      t = work;
      if (t >= best || t > self.T) break;
    }
    if (t < best) best = exact(t);
  }
  return best;
}

/** 0, and where one job less of some task fits. */
function windowStarts(tasks: readonly SuspendingTask[], R: readonly number[], k: number): number[] {
  const { D, T } = tasks[k] as SuspendingTask;
  const starts = new Set([0]);
  for (const [i, other] of tasks.entries()) {
    const span = D - other.D + (R[i] as number);
    if (i === k || span === Number.POSITIVE_INFINITY) continue;
    for (let b = span % other.T; b <= span && b < T; b += other.T) if (b > 0) starts.add(b);
  }
  return [...starts].sort((a, b) => a - b);
}
