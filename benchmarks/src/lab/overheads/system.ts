/** What was seen, as the system that the kernel's own test reckons with. */
import type { SystemModel } from "@preempt/runtime/analysis";
import { median, quantile } from "../../statistics.ts";
import { LabError } from "../errors.ts";
import type { Observed } from "./observed.ts";

/** What the event loop costs without the kernel. Milliseconds. */
export interface LoopCosts {
  /** From the end of a callback to the next one that waits. */
  readonly turn: number;
  /** How late a timer may be while no callback runs. */
  readonly lateness: number;
}

export interface MeasuredSystem {
  readonly system: Omit<SystemModel, "policy">;
  readonly loop: LoopCosts;
  /** How often each was seen, and its median, 95th and 99.5th percentile, and maximum: milliseconds. */
  readonly seen: Readonly<
    Record<"switchCost" | "eventLoop" | "releaseLatency" | "overrun" | "turn" | "lateness", Seen>
  >;
  readonly machine: string;
  readonly margin: number;
}

export interface Seen {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly p995: number;
  readonly max: number;
}

/**
 * What is paid again and again (dispatches, turns of the event loop) counts with its 95th percentile, what may hit a
 * job once (a late look, a long stretch) with its 99.5th; all of it times `margin`. Beyond lies what other programs do to
 * the machine: runs that they disturb prove nothing.
 *
 * @param slice, round The kernel's, in milliseconds
 * @param margin 1 or more
 * @throws LabError if others had the processor so much that nothing could be promised
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
    turn: seenOf(observed.turns),
    lateness: seenOf(observed.wakes),
  };
  const overrun = up(seen.overrun.p995 * margin);
  const switchCost = up(seen.switchCost.p95 * margin);
  if (switchCost >= slice / 2) {
    const words = `a dispatch was seen to take ${(seen.switchCost.p95 * 1000).toFixed(0)} µs, in a slice of ${slice * 1000} µs`;
    throw new LabError("machine_busy", `${words}: others had the processor. Measure again when nothing else runs.`);
  }
  return {
    system: {
      slice: up(slice + overrun),
      overrun,
      releaseLatency: up(seen.releaseLatency.p995 * margin),
      switchCost,
      eventLoop: { round, time: up(seen.eventLoop.p95 * margin) },
    },
    loop: { turn: up(seen.turn.p95 * margin), lateness: up(seen.lateness.p995 * margin) },
    seen,
    machine: observed.machine,
    margin,
  };
}

function seenOf(values: readonly number[]): Seen {
  return {
    count: values.length,
    median: median(values),
    p95: quantile(values, 0.95),
    p995: quantile(values, 0.995),
    max: values.reduce((a, b) => Math.max(a, b), 0),
  };
}

/** Whole microseconds. */
const up = (ms: number) => Math.ceil(ms * 1000) / 1000;
