/**
 * Measures a plain program and the transformed one in turn, in whatever engine this runs.
 *
 * A sample of the plain program is a call; one of the transformed program is the time from its submission to a real
 * kernel, which has nothing else to do, until its result is there. Young garbage is collected before each, outside of it,
 * where that can be asked for.
 */
import { type Job, Scheduler } from "@preempt/runtime";
import { callApart } from "../call-apart.ts";
import type { Workload } from "../workloads/workload.ts";

/** How much time a session may take; the limits are in milliseconds, and looked at between samples. */
export interface Effort {
  readonly warmUp: number;
  readonly measuring: number;
  /** Repetitions of plain, transformed, transformed, plain; fewer when the time is up, but at least one. */
  readonly repetitions: number;
}

/** Times in milliseconds, in pairs of neighbours: `plain[i]` and `transformed[i]`. */
export interface SessionReport {
  readonly plain: readonly number[];
  readonly transformed: readonly number[];
  /** Of the transformed times, what the job's slices took. */
  readonly execution: readonly number[];
  /** How often each job gave up the thread. */
  readonly preemptions: readonly number[];
  /** Runs of each before the first that counts. */
  readonly warmUps: number;
}

/** What is measured. */
export interface Pair {
  readonly plain: Workload;
  readonly transformed: Workload;
  readonly effort: Effort;
}

/** What engines do not have in common. */
export interface Tools {
  areEqual(a: unknown, b: unknown): boolean;
  collect(): void;
}

interface Sample {
  readonly time: number;
  readonly value: unknown;
  readonly job?: Job;
}

/** One of the two programs. */
interface Side {
  readonly workload: Workload;
  readonly input: unknown;
  readonly run: (input: unknown) => Sample | Promise<Sample>;
}

/** @throws Error if their results differ */
export async function measurePair(
  { plain, transformed, effort }: Pair,
  { areEqual, collect }: Tools,
): Promise<SessionReport> {
  const a = plainSide(plain);
  const b = transformedSide(transformed);
  await warmUpSmall([a, b], effort);
  const expected = a.workload.run(a.input);
  const sample = async ({ run, input }: Side): Promise<Sample> => {
    collect();
    const taken = await run(input);
    if (!areEqual(taken.value, expected)) throw new Error("the results differ");
    return taken;
  };
  const warmUps = await warmUp([() => sample(a), () => sample(b)], effort);
  const pairs: (readonly [Sample, Sample])[] = [];
  const end = performance.now() + effort.measuring;
  for (let i = 0; i < effort.repetitions && (i === 0 || performance.now() < end); i++) {
    const first = await sample(a);
    pairs.push([first, await sample(b)]);
    const second = await sample(b);
    pairs.push([await sample(a), second]);
  }
  return {
    plain: pairs.map(([{ time }]) => time),
    transformed: pairs.map(([, { time }]) => time),
    execution: pairs.map(([, { job }]) => job?.executionTime ?? Number.NaN),
    preemptions: pairs.map(([, { job }]) => job?.preemptions ?? Number.NaN),
    warmUps,
  };
}

function plainSide(workload: Workload): Side {
  const call = callApart(workload.run);
  const run = (input: unknown) => {
    const from = performance.now();
    const value = call(input);
    return { time: performance.now() - from, value };
  };
  return { workload, input: workload.prepare(workload.size.full), run };
}

function transformedSide(workload: Workload): Side {
  const rt = new Scheduler({ budget: "auto" });
  const run = async (input: unknown) => {
    const from = performance.now();
    const job = rt.submit(workload.run, { args: [input] });
    const value = await job;
    return { time: performance.now() - from, value, job };
  };
  return { workload, input: workload.prepare(workload.size.full), run };
}

/**
 * Many short runs first. The engine compiles a function best that is called often; of one long call it replaces the
 * running code as well as it can, and may keep that for dozens of further calls: a tenth of the speed was seen.
 */
async function warmUpSmall(sides: readonly Side[], effort: Effort): Promise<void> {
  for (const { workload, run } of sides) {
    const input = workload.prepare(workload.size.small);
    const end = performance.now() + effort.warmUp / 3;
    while (performance.now() < end) await run(input);
  }
}

/** Until the last three runs of neither are faster by more than a fiftieth than those before, or the time is up. */
async function warmUp(samples: readonly (() => Promise<Sample>)[], effort: Effort): Promise<number> {
  const times = samples.map((): number[] => []);
  const isStable = (runs: readonly number[]) =>
    runs.length >= 6 && Math.min(...runs.slice(-3)) > 0.98 * Math.min(...runs.slice(0, -3));
  const end = performance.now() + effort.warmUp;
  for (let runs = 1; ; runs++) {
    for (const [i, sample] of samples.entries()) times[i]?.push((await sample()).time);
    if (times.every(isStable) || performance.now() > end) return runs;
  }
}
