/**
 * Which sporadic task with release jitter covers executions that were seen. In any window of length w it has at most
 * ⌊(w + J) / T⌋ + 1 jobs then, window's ends included: the event model "periodic with jitter" (Richter and Ernst, DATE 2002).
 *
 * What is counted is work: as many jobs of the longest execution C as the executions of the window have together, rounded up. So
 * many short executions and a long one are not as if all were long. δ(k) is the length of the shortest window with the work of
 * more than k - 1 jobs. T and J cover the executions if (k - 1) T - J <= δ(k) for all k. Of all T = δ(k) / (k - 1), and some longer
 * ones, each with the smallest J, the pair is taken that has the fewest jobs in windows of interest.
 */
import { longestTime } from "../task-set.ts";

/** Microseconds, integers. */
export interface Arrivals {
  readonly C: number;
  readonly T: number;
  readonly J: number;
}

export interface Executed {
  /** Instant in microseconds. */
  readonly at: number;
  /** How long it took. */
  readonly time: number;
}

/** Of longer bursts T is not taken; they are covered all the same. */
const mostOfBurst = 400;

/**
 * @param executions In any order; one at least
 * @param window What it should be near for, and for a half and a quarter of it, in microseconds
 */
export function coverExecutions(executions: readonly Executed[], window: number): Arrivals {
  const sorted = [...executions].sort((a, b) => a.at - b.at);
  const C = Math.max(1, Math.ceil(Math.max(...sorted.map(({ time }) => time))));
  const closest = shortestWindows(sorted, C);
  const last = closest.at(-1) ?? 0;
  const candidates = new Set(closest.slice(0, mostOfBurst).map((length, i) => Math.floor(length / (i + 1))));
  // A burst and nothing else: its distances tell nothing of how often it comes.
  for (let T = window; T <= 2 * (last + window); T *= 2) candidates.add(T);
  let best = { T: 1, J: 0, jobs: Number.POSITIVE_INFINITY };
  for (const candidate of candidates) {
    const T = Math.min(longestTime, Math.max(1, candidate));
    const J = Math.ceil(closest.reduce((most, length, i) => Math.max(most, (i + 1) * T - length), 0));
    const jobs = [window / 4, window / 2, window].reduce((sum, length) => sum + Math.floor((length + J) / T) + 1, 0);
    if (jobs < best.jobs || (jobs === best.jobs && T > best.T)) best = { T, J, jobs };
  }
  return { C, T: best.T, J: best.J };
}

/** By k - 2: the shortest window with more work than k - 1 jobs of C. Two places go through the executions together. */
function shortestWindows(sorted: readonly Executed[], C: number): number[] {
  const lengths: number[] = [];
  for (let k = 2; ; k++) {
    let [least, work, from] = [Number.POSITIVE_INFINITY, 0, 0];
    for (const { at, time } of sorted) {
      work += time;
      // As little as is still enough.
      for (let first = sorted[from] as Executed; work - first.time > (k - 1) * C; first = sorted[from] as Executed) {
        work -= first.time;
        from++;
      }
      if (work > (k - 1) * C) least = Math.min(least, at - (sorted[from] as Executed).at);
    }
    if (least === Number.POSITIVE_INFINITY) return lengths;
    lengths.push(least);
  }
}
