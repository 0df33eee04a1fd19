/** Measurements that take turns, so that what else the machine does in a while is shared by all of them. */
import { collectGarbage } from "./machine.ts";
import { median, quartiles } from "./statistics.ts";

/** Takes one sample. */
export type Sampler = () => number | Promise<number>;

export interface Spread {
  readonly median: number;
  /** Half of the samples lie between these. */
  readonly quartiles: readonly [number, number];
}

export interface Turns {
  readonly repetitions: number;
  /** Rounds that do not count, and how many milliseconds they last at least. Default: 2, however short. */
  readonly warmUps?: number;
  readonly warmUpTime?: number;
  /**
   * Whether garbage is collected before each sample, outside of what it times. Not for what takes nanoseconds: engines
   * throw away compiled code that knows a function which has been collected. Default: true.
   */
  readonly collects?: boolean;
}

/** The samples of each sampler. */
export async function takeTurns(samplers: readonly Sampler[], turns: Turns): Promise<number[][]> {
  const { repetitions, warmUps = 2, warmUpTime = 0, collects = true } = turns;
  const samples = samplers.map((): number[] => []);
  const takeRound = async (keeps: boolean) => {
    for (const [i, sampler] of samplers.entries()) {
      if (collects) collectGarbage();
      const sample = await sampler();
      if (keeps) samples[i]?.push(sample);
    }
  };
  const warm = performance.now() + warmUpTime;
  for (let round = 0; round < warmUps || performance.now() < warm; round++) await takeRound(false);
  for (let round = 0; round < repetitions; round++) await takeRound(true);
  return samples;
}

export function spreadOf(samples: readonly number[]): Spread {
  return { median: median(samples), quartiles: quartiles(samples) };
}

/** Nanoseconds that `work` takes. */
export function timed(work: () => void): number {
  const from = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - from);
}

/** The median of several runs, each short against the time for which another program may have the processor. */
export function medianOf(runs: number, run: () => number): number {
  return median(Array.from({ length: runs }, run));
}
