/** How long messages took, in a result. */
import { quantile } from "../../../statistics.ts";

/** From the end of a job to the release of the next one on another thread, in microseconds. */
export interface MessageTimes {
  readonly count: number;
  readonly least: number;
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** @param times Milliseconds; one at least */
export function messageTimes(times: readonly number[]): MessageTimes {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (part: number) => Math.round(1000 * quantile(sorted, part));
  return { count: times.length, least: at(0), median: at(0.5), p99: at(0.99), most: at(1) };
}
