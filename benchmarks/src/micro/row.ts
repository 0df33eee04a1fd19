/** What every part of the micro-benchmarks comes to. */
import { type Sampler, spreadOf, type Turns, takeTurns } from "../turns.ts";

export interface MicroRow {
  /** What is measured: a call depth, a budget, a kind of call. */
  readonly subject: string | number;
  readonly way: string;
  /** Median, of one preemption, round, call, step or frame, as the part says. */
  readonly nanoseconds: number;
  readonly quartiles: readonly [number, number];
}

export interface MicroCase {
  readonly subject: string | number;
  readonly way: string;
  /** Nanoseconds of one. */
  readonly sample: Sampler;
}

export interface MicroSamples extends Omit<MicroCase, "sample"> {
  readonly samples: readonly number[];
}

export async function measureCases(cases: readonly MicroCase[], turns: Turns): Promise<MicroSamples[]> {
  const samplers = cases.map(({ sample }) => sample);
  const all = await takeTurns(samplers, { warmUps: 5, warmUpTime: 500, ...turns, collects: false });
  return cases.map(({ subject, way }, i) => ({ subject, way, samples: all[i] ?? [] }));
}

/**
 * @param processes What each of several processes measured, of the same cases: an engine may compile the same code well
 * in one and badly in the next
 */
export function summarize(processes: readonly (readonly MicroSamples[])[]): MicroRow[] {
  const [first = []] = processes;
  return first.map(({ subject, way }, i) => {
    const { median, quartiles } = spreadOf(processes.flatMap((rows) => rows[i]?.samples ?? []));
    return { subject, way, nanoseconds: median, quartiles };
  });
}
