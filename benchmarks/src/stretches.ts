/** How much of a job's time is preemptable, and how long it keeps the thread at most. */
import { driveAsync } from "@preempt/runtime/testing";

/** Preemption points between two looks at the clock. */
const budget = 20;
/** Milliseconds. A job that gives the thread up so often is preemptable as far as anybody can notice. */
const short = 0.25;

export interface Stretches {
  /** Of the running time, what lies in stretches of at most {@link short} milliseconds; from 0 to 1. */
  readonly share: number;
  /** Milliseconds of the longest stretch without a preemption. */
  readonly longest: number;
}

export interface StretchOptions {
  /** Runs. Default 7. */
  readonly repetitions?: number;
  /** Milliseconds after which no further run starts, once there were two. Default: no limit. */
  readonly time?: number;
  /** What the job is called with. Default: nothing. */
  readonly args?: readonly unknown[];
}

type Run = (...args: never[]) => unknown;

/** Runs the job several times. What collections of garbage and other processes add differs from run to run, so the best run counts. */
export async function stretchesOf(run: Run, options: StretchOptions = {}): Promise<Stretches> {
  const { repetitions = 7, time = Number.POSITIVE_INFINITY, args = [] } = options;
  const end = performance.now() + time;
  let share = 0;
  let longest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < repetitions && (i < 2 || performance.now() < end); i++) {
    const found = await stretchesOnce(run, args);
    share = Math.max(share, found.share);
    longest = Math.min(longest, found.longest);
  }
  return { share, longest };
}

async function stretchesOnce(run: Run, args: readonly unknown[]): Promise<Stretches> {
  const start = performance.now();
  let last = start;
  let longest = 0;
  let inLong = 0;
  const look = () => {
    const now = performance.now();
    const stretch = now - last;
    last = now;
    longest = Math.max(longest, stretch);
    if (stretch > short) inLong += stretch;
  };
  await driveAsync(run, { args, budget, onPreempt: look });
  look();
  return { share: 1 - inLong / (last - start), longest };
}
