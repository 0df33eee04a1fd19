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
    const meter = new StretchMeter(() => performance.now());
    await meter.drive(run, { args: args as never[] });
    const found = meter.stretches;
    share = Math.max(share, found.share);
    longest = Math.min(longest, found.longest);
  }
  return { share, longest };
}

/** Adds up the stretches of jobs that run one after the other. */
export class StretchMeter {
  readonly #now: () => number;
  #total = 0;
  #inLong = 0;
  #longest = 0;

  /** @param now The time in milliseconds. Where jobs wait, a clock that stands still meanwhile */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Runs a job to its end, and rejects with what it throws. */
  async drive(run: (...args: never[]) => unknown, options: { args?: never[]; thisArg?: unknown } = {}) {
    let last = this.#now();
    const look = () => {
      const now = this.#now();
      const stretch = now - last;
      last = now;
      this.#total += stretch;
      this.#longest = Math.max(this.#longest, stretch);
      if (stretch > short) this.#inLong += stretch;
    };
    try {
      return await driveAsync(run, { ...options, budget, onPreempt: look });
    } finally {
      look();
    }
  }

  get stretches(): Stretches {
    return { share: 1 - this.#inLong / this.#total, longest: this.#longest };
  }
}

/** As the commands print it. */
export const percentOf = ({ share }: Stretches): string => `${(100 * share).toFixed(0)} %`;
