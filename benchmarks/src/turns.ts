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
  /** Rounds that do not count. Default: 2. */
  readonly warmUps?: number;
}

/** One result for each sampler. Garbage is collected before each sample, outside of what it times. */
export async function takeTurns(samplers: readonly Sampler[], { repetitions, warmUps = 2 }: Turns): Promise<Spread[]> {
  const samples = samplers.map((): number[] => []);
  for (let round = -warmUps; round < repetitions; round++) {
    for (const [i, sampler] of samplers.entries()) {
      collectGarbage();
      const sample = await sampler();
      if (round >= 0) samples[i]?.push(sample);
    }
  }
  return samples.map((own) => ({ median: median(own), quartiles: quartiles(own) }));
}

/** Nanoseconds that `work` takes. */
export function timed(work: () => void): number {
  const from = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - from);
}
