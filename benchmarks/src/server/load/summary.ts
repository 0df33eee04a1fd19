/** Latencies of a load, counted from the instants at which requests were to be sent. */
import { build, type Histogram } from "hdr-histogram-js";
import type { SentRequest } from "./plan.ts";

export interface LatencySummary {
  readonly count: number;
  readonly answered: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** @param isAnswered Default: those with status 200 */
export function summariseLatency(
  requests: readonly SentRequest[],
  isAnswered: (request: SentRequest) => boolean = ({ status }) => status === 200,
): LatencySummary {
  const answered = requests.filter(isAnswered);
  const histogram = histogramOf(answered.map(({ intended, done }) => done - intended));
  const at = (percent: number) => (answered.length === 0 ? Number.NaN : histogram.getValueAtPercentile(percent) / 1000);
  const summary = {
    count: requests.length,
    answered: answered.length,
    ...{ p50: at(50), p90: at(90), p99: at(99), max: answered.length === 0 ? Number.NaN : histogram.maxValue / 1000 },
  };
  histogram.destroy();
  return summary;
}

/** In microseconds, to three digits. */
function histogramOf(milliseconds: readonly number[]): Histogram {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3.6e9,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of milliseconds) histogram.recordValue(Math.max(1, Math.round(value * 1000)));
  return histogram;
}

export function byKind(requests: readonly SentRequest[]): Map<string, SentRequest[]> {
  const groups = new Map<string, SentRequest[]>();
  for (const request of requests) {
    const group = groups.get(request.kind);
    if (group === undefined) groups.set(request.kind, [request]);
    else group.push(request);
  }
  return groups;
}
