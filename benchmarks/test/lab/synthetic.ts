/** Made-up results of real executions: what a run of many task sets might have measured. The same seed, the same results. */
import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { CellResult, JobRow, TaskResult } from "../../src/lab/run/result.ts";
import { type VariantName, variantNames } from "../../src/lab/run/variant.ts";

/** Numbers from 0 to 1. */
export function seeded(seed: number): () => number {
  const random = xoroshiro128plus(seed);
  return () => uniformFloat64(random);
}

export interface SyntheticOptions {
  readonly seed?: number;
  readonly sets?: number;
  readonly variants?: readonly VariantName[];
  readonly repetitions?: number;
  readonly tasks?: number;
  /** µs. Default 2 s. */
  readonly horizon?: number;
  /** Sets are called by it and a number. Default "paper-": those of the paper. */
  readonly prefix?: string;
  /** The share of cells that were disturbed. Default 0.03. */
  readonly disturbed?: number;
  /** Cells with every job. Default: none. */
  readonly rowsOf?: (set: number) => boolean;
}

/** What a dispatch costs, in µs, and a share of execution for preemption points. */
const costs: Readonly<Record<VariantName, readonly [dispatch: number, share: number]>> = {
  fcfs: [0, 0],
  loop: [0, 0],
  fp: [9, 0.012],
  edf: [10, 0.012],
  "fp-paper": [14, 0.031],
  "edf-paper": [15, 0.03],
};

export function syntheticResults(options: SyntheticOptions = {}): CellResult[] {
  const { seed = 1, sets = 60, variants = variantNames, repetitions = 1, tasks = 10, prefix = "paper-" } = options;
  const random = seeded(seed);
  return Array.from({ length: sets }, (_, i) => {
    const wanted = 0.02 + (1.02 * (i + random())) / sets;
    const set = makeTasks(random, tasks, wanted);
    return variants.flatMap((variant) =>
      Array.from({ length: repetitions }, (_, repetition) =>
        runSynthetic(random, set, {
          ...options,
          set: `${prefix}${i}`,
          variant,
          repetition,
          rows: options.rowsOf?.(i) ?? false,
        }),
      ),
    );
  }).flat();
}

interface Task {
  readonly C: number;
  readonly T: number;
}

/** Periods log-uniform from 15 ms to 1 s; shares of the utilisation by chance. */
function makeTasks(random: () => number, count: number, utilisation: number): Task[] {
  const weights = Array.from({ length: count }, () => -Math.log(1 - random()));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => {
    const T = Math.round(15_000 * (1_000 / 15) ** random());
    return { T, C: Math.max(1, Math.round(Math.min(1, (weight / all) * utilisation) * T)) };
  });
}

interface Cell extends SyntheticOptions {
  readonly set: string;
  readonly variant: VariantName;
  readonly repetition: number;
  readonly rows: boolean;
}

interface Job {
  readonly task: number;
  readonly k: number;
  readonly planned: number;
  readonly deadline: number;
  left: number;
  start: number;
  finish: number;
  preemptions: number;
}

/** The schedule itself, job by job: who is ready and most urgent runs until the next release. */
function runSynthetic(random: () => number, set: readonly Task[], cell: Cell): CellResult {
  const { variant, horizon = 2_000_000, disturbed: share = 0.03 } = cell;
  const [dispatch, slower] = costs[variant];
  const jobs = set
    .flatMap(({ C, T }, task) =>
      Array.from({ length: Math.ceil(horizon / T) }, (_, k): Job => {
        const execution = C * (0.97 + 0.03 * random());
        const left = execution * (1 + slower) + dispatch;
        return { task, k, planned: k * T, deadline: (k + 1) * T, left, start: -1, finish: -1, preemptions: 0 };
      }),
    )
    .sort((a, b) => a.planned - b.planned);
  const executions = jobs.map(({ left }) => (left - dispatch) / (1 + slower));
  const urgency = (job: Job) =>
    variant === "fcfs" ? job.planned : variant.startsWith("edf") ? job.deadline : (set[job.task] as Task).T;
  const isDisturbed = random() < share;
  let now = 0;
  let next = 0;
  const ready: Job[] = [];
  let last: Job | undefined;
  for (;;) {
    while (next < jobs.length && (jobs[next] as Job).planned <= now) ready.push(jobs[next++] as Job);
    if (ready.length === 0) {
      if (next === jobs.length) break;
      now = (jobs[next] as Job).planned;
      continue;
    }
    const running = variant === "fcfs" ? ready.find((job) => job.start >= 0) : undefined;
    const job = running ?? ready.reduce((best, other) => (urgency(other) < urgency(best) ? other : best));
    if (job.start < 0) job.start = now + (isDisturbed ? 3000 * random() : 30 * random());
    if (last !== undefined && last !== job && last.start >= 0 && last.finish < 0) last.preemptions++;
    last = job;
    const until = variant === "fcfs" ? Infinity : (jobs[next]?.planned ?? Infinity);
    const ran = Math.min(job.left, Math.max(until - now, 0));
    job.left -= ran;
    now += ran;
    if (job.left > 1e-6) continue;
    job.finish = Math.max(now, job.start);
    ready.splice(ready.indexOf(job), 1);
  }
  return resultOf(random, set, jobs, executions, { ...cell, isDisturbed });
}

function resultOf(
  random: () => number,
  set: readonly Task[],
  jobs: readonly Job[],
  executions: readonly number[],
  { set: name, variant, repetition, horizon = 2_000_000, rows, isDisturbed }: Cell & { readonly isDisturbed: boolean },
): CellResult {
  const tasks = set.map(({ C, T }, i): TaskResult => {
    const own = jobs.filter(({ task }) => task === i);
    const latencies = own.map(() => 20 + 100 * random());
    return {
      C,
      T,
      D: T,
      jobs: own.length,
      misses: own.filter(({ finish, deadline }) => finish > deadline).length,
      responses: own.map(({ finish, planned }) => Math.round(finish - planned)),
      execution: { mean: C * 0.985, max: C },
      releaseLatency: { mean: 70, max: Math.max(...latencies) },
    };
  });
  const [dispatch, slower] = costs[variant];
  const executed = executions.reduce((sum, time) => sum + time, 0);
  const taskTime = Math.round(executed);
  const extra = Math.round(jobs.length * dispatch * (0.8 + 0.4 * random()) + executed * slower);
  return {
    key: `${name}/${variant}/${repetition}`,
    set: name,
    variant,
    repetition,
    utilisation: set.reduce((sum, { C, T }) => sum + C / T, 0),
    horizon,
    jobs: jobs.length,
    misses: tasks.reduce((sum, { misses }) => sum + misses, 0),
    totalTime: Math.round(Math.max(...jobs.map(({ finish }) => finish))),
    taskTime,
    schedulerTime: taskTime + extra,
    overhead: extra / taskTime,
    plannedTime: jobs.reduce((sum, { task }) => sum + (set[task] as Task).C, 0),
    tasks,
    disturbed: isDisturbed,
    pace: { units: 115, spread: 0.02 },
    disturbance: {
      stolen: isDisturbed ? 21_000 : 300,
      longest: isDisturbed ? 9_000 : 80,
      longestWake: 1200,
      involuntarySwitches: 4,
    },
    machine: "Made-up processor, 2 cores; Node 24.21.0, V8 13.6",
    ended: "2026-11-21T12:00:00.000Z",
    seconds: 3,
    ...(rows && {
      rows: jobs.map(
        (job, i): JobRow => [
          job.task,
          job.k,
          job.planned,
          job.planned + 20,
          Math.round(job.start),
          Math.round(job.finish),
          Math.round(executions[i] as number),
          job.preemptions,
        ],
      ),
    }),
  };
}

/** As a result file. */
export function resultFile(results: readonly CellResult[], header?: object): string {
  return [...(header === undefined ? [] : [{ header }]), ...results]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}
