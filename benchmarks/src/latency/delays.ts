/** What is asked of many delays: not the middle, but the end. */
export interface Delays {
  readonly count: number;
  /** All in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

export function delaysOf(delays: readonly number[]): Delays {
  const sorted = delays.toSorted((a, b) => a - b);
  /** The least one that so large a share does not exceed. */
  const percentile = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
  return {
    count: sorted.length,
    p50: percentile(0.5),
    p99: percentile(0.99),
    p999: percentile(0.999),
    max: percentile(1),
  };
}
