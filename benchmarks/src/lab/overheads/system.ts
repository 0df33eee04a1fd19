/** What was seen, as the system that the kernel's own test reckons with. */
import type { SystemModel } from "@preempt/runtime/analysis";
import { median, quantile } from "../../statistics.ts";
import type { Observed } from "./observed.ts";

export interface MeasuredSystem {
  readonly system: Omit<SystemModel, "policy">;
  /** How often each was seen, and its median, 99th percentile and maximum: milliseconds. */
  readonly seen: Readonly<Record<"switchCost" | "eventLoop" | "releaseLatency" | "overrun", Seen>>;
  readonly machine: string;
  readonly margin: number;
}

export interface Seen {
  readonly count: number;
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * What is paid again and again (dispatches, turns of the event loop) counts with its 99th percentile, what may hit a
 * job once (a late look, a long stretch) with its maximum; all of it times `margin`.
 *
 * @param slice, round The kernel's, in milliseconds
 * @param margin 1 or more
 */
export function systemOf(
  observed: Observed,
  { slice, round, margin }: { readonly slice: number; readonly round: number; readonly margin: number },
): MeasuredSystem {
  const overruns = observed.stretches.map((length) => Math.max(0, length - slice));
  const seen = {
    switchCost: seenOf(observed.dispatches),
    eventLoop: seenOf(observed.eventLoop),
    releaseLatency: seenOf(observed.latencies),
    overrun: seenOf(overruns),
  };
  const overrun = up(seen.overrun.max * margin);
  return {
    system: {
      slice: up(slice + overrun),
      overrun,
      releaseLatency: up(seen.releaseLatency.max * margin),
      switchCost: up(seen.switchCost.p99 * margin),
      eventLoop: { round, time: up(seen.eventLoop.p99 * margin) },
    },
    seen,
    machine: observed.machine,
    margin,
  };
}

function seenOf(values: readonly number[]): Seen {
  return {
    count: values.length,
    median: median(values),
    p99: quantile(values, 0.99),
    max: values.reduce((a, b) => Math.max(a, b), 0),
  };
}

/** Whole microseconds. */
const up = (ms: number) => Math.ceil(ms * 1000) / 1000;
