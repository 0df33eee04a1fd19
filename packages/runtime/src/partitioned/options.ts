/** The options of a PartitionedScheduler, and their checks. */

import { abortSignal, countFromOne, list, nameText, naturalNumber, positiveNumber, tableOf } from "@preempt/checks";
import type { Host } from "../hosts/host.ts";
import { checkWork } from "../input/checks.ts";
import { PreemptError, show } from "../input/errors.ts";
import type { SubmitOptions } from "../input/options.ts";
import type { LimitOptions } from "../limits/limit-options.ts";
import type { AdmissionTest, SystemModel, TaskModel } from "../scheduling/admission.ts";
import type { TaskOptions } from "../scheduling/task-options.ts";
import type { AnyFunction } from "./functions.ts";
import type { PartitionedJob } from "./partitioned-job.ts";
import type { LateJobReport, PartitionedTask } from "./partitioned-task.ts";
import { type Placement, placements } from "./placement/placement.ts";
import type { WorkerLike } from "./wire/connection.ts";

/** What happens to a job whose worker crashes: it fails, or it starts again from its beginning. */
export type OnCrash = "fail" | "restart";

/** The origin of an error that no code awaits. */
export interface ErrorOrigin {
  /** The number of the core, from 0. */
  readonly core: number;
  /** The job that failed; absent if it was none. */
  readonly job?: PartitionedJob;
  /** The task whose job failed; absent if it was none. */
  readonly task?: PartitionedTask;
}

/** Events on the controlling side. Times are milliseconds on its clock. */
export interface PartitionedObserver {
  /** The worker of a core is there, and takes jobs. */
  workerStarted?(core: number, now: number): void;
  /** The worker of a core is gone. Its jobs fail or are started again. */
  workerCrashed?(core: number, error: PreemptError, now: number): void;
  /** The job was given to a core: when it is submitted, and again when it is started again. */
  jobPlaced?(job: PartitionedJob, core: number, now: number): void;
  /** The job is done, failed or cancelled; see its state. */
  jobFinished?(job: PartitionedJob, now: number): void;
  /** The task was given to a core. */
  taskPlaced?(task: PartitionedTask, core: number, now: number): void;
}

/** How a partitioned scheduler works. Times are milliseconds. */
export interface PartitionedOptions {
  /**
   * Creates the worker of a core, a browser's or of node:worker_threads. The worker's module calls `serve`. Called when the core is
   * first needed, and after a crash.
   */
  worker: (core: number) => WorkerLike;
  /** The number of workers at most. Default: one less than the machine has cores, and at least 1. */
  cores?: number;
  /** Which of the cores that admit a task gets it: the first, the fullest, or the emptiest (default). */
  placement?: Placement;
  /** Whether a core can serve a set of tasks. Default: {@link utilisationTest}. */
  admission?: AdmissionTest;
  /** The model of each core's kernel for the admission test. Default: the slice, 0 for latency and cost. */
  system?: Partial<Omit<SystemModel, "policy">>;
  /**
   * The workers' policy: "edf" (default), "fp", "fifo", or the name of the one that the workers give to `serve`
   * themselves.
   */
  policy?: "edf" | "fp" | "fifo" | (string & {});
  /** The option of the same name for every worker's scheduler. Default: the worker's own, from `serve`. */
  slice?: number;
  /** The option of the same name for every worker's scheduler. Default: the worker's own, from `serve`. */
  round?: number;
  /** The option of the same name for every worker's scheduler. Default: the worker's own, from `serve`. */
  budget?: number | "auto";
  /** What happens to jobs whose worker crashes. Default "fail"; for tasks "restart". */
  onCrash?: OnCrash;
  /** How many times a job is started again at most, and a task between two jobs that end. Default 1. */
  restarts?: number;
  /** How long a worker may take until it has called `serve`. Default 10,000. */
  startTimeout?: number;
  /** The platform of this side. Default: the host for this browser or for Node. */
  host?: Host;
  /** Receives events. Default: none. */
  observer?: PartitionedObserver;
  /** Receives crashes, and errors that no code awaits. Default: the host's error report. */
  onError?: (error: unknown, origin: ErrorOrigin) => void;
}

interface Crossing {
  /** Objects among the arguments that are transferred, not copied: ArrayBuffers, MessagePorts, … Default: none. */
  transfer?: readonly object[];
  /** The core to run on, from 0. Default: the scheduler chooses. */
  core?: number;
  /** What happens if the worker crashes: see {@link PartitionedOptions.onCrash}. Default: as said there. */
  onCrash?: OnCrash;
}

/** How one job runs. Times are milliseconds. */
export interface PartitionedSubmitOptions<F extends AnyFunction = AnyFunction>
  extends Omit<
      SubmitOptions<F>,
      "thisArg" | "deadline" | "inherit" | "uses" | "snapshot" | "data" | keyof LimitOptions | "onMiss"
    >,
    Crossing {
  /** Milliseconds after the release. Above 0; Infinity: none, which is the default. */
  deadline?: number;
}

/** How a periodic task runs. Times are milliseconds. */
export interface PartitionedTaskOptions<F extends AnyFunction = AnyFunction>
  extends Omit<
      TaskOptions<F>,
      "thisArg" | "onMiss" | "period" | "interArrival" | "jitter" | "missed" | "uses" | "snapshot" | keyof LimitOptions
    >,
    Crossing,
    Partial<Pick<TaskModel, "jitter" | "sections">> {
  /** Time between releases. Above 0. */
  period: number;
  /** Worst-case execution time of one job, for admission. Default: unknown, so the task has no guarantee. */
  wcet?: number;
  /** Called after a job of the task ended late. Default: nothing is called. */
  onMiss?: (job: LateJobReport) => void;
}

export const partitionedTable = tableOf<PartitionedOptions>({
  worker: 1,
  cores: 1,
  placement: 1,
  admission: 1,
  system: 1,
  policy: 1,
  slice: positiveNumber,
  round: positiveNumber,
  budget: 1,
  onCrash: 1,
  restarts: 1,
  startTimeout: positiveNumber,
  host: 1,
  observer: 1,
  onError: 1,
});

export const systemTable = tableOf<Omit<SystemModel, "policy">>({
  slice: 1,
  overrun: 1,
  region: 1,
  releaseLatency: 1,
  switchCost: 1,
  eventLoop: 1,
  protocols: 1,
});

const crossing = { transfer: 1, core: 1, onCrash: 1 } as const;
const work = {
  args: list,
  priority: 1,
  name: nameText,
  budget: 1,
  signal: abortSignal,
  wcet: 1,
  deadline: positiveNumber,
} as const;

export const partitionedSubmitTable = tableOf<PartitionedSubmitOptions>({ ...crossing, ...work, delay: naturalNumber });

export const partitionedTaskTable = tableOf<PartitionedTaskOptions & { run: string }>({
  ...crossing,
  ...work,
  run: 1,
  period: 1,
  phase: 1,
  backlog: countFromOne,
  jitter: naturalNumber,
  sections: list,
  onMiss: 1,
});

export function checkPlacement(placement: Placement): Placement {
  if (placements.includes(placement)) return placement;
  const known = placements.map(show).join(", ");
  throw new PreemptError("placement_unknown", `the placement is ${show(placement)}. Give one of ${known}.`);
}

export function checkCount(value: unknown, name: string, what: string, least: number): number {
  if (Number.isInteger(value) && (value as number) >= least) return value as number;
  throw new PreemptError(
    `${name}_not_a_count`,
    `${what} is ${show(value)}. Give an integer of ${String(least)} or more.`,
  );
}

export function checkOnCrash(onCrash: OnCrash): OnCrash {
  if (onCrash === "fail" || onCrash === "restart") return onCrash;
  throw new PreemptError("on_crash_unknown", `onCrash is ${show(onCrash)}. Give "fail" or "restart".`);
}

/** @throws PreemptError for what is out of range in both kinds of options */
export function checkCrossing(fn: string, options: PartitionedSubmitOptions, cores: number, onCrash: OnCrash): void {
  const what = `"${options.name ?? String(fn)}"`;
  if (typeof fn !== "string") {
    throw new PreemptError(
      "job_not_a_name",
      `what was submitted is ${show(fn)}. Give the name of a function that the worker serves: functions do not cross threads.`,
    );
  }
  checkWork(what, options);
  if (options.transfer !== undefined && !Array.isArray(options.transfer)) {
    throw new PreemptError(
      "transfer_not_a_list",
      `what ${what} transfers is ${show(options.transfer)}. Give an array of objects that are among its arguments.`,
    );
  }
  if (options.core !== undefined && checkCount(options.core, "core", `the core of ${what}`, 0) >= cores) {
    throw new PreemptError(
      "core_unknown",
      `the core of ${what} is ${options.core}. Give an integer from 0 to ${cores - 1}.`,
    );
  }
  if (checkOnCrash(onCrash) === "restart" && (options.transfer?.length ?? 0) > 0 && options.onCrash === "restart") {
    throw new PreemptError(
      "restart_transfers",
      `${what} transfers arguments and is to be started again after a crash, when they are gone. Leave out one of transfer and onCrash.`,
    );
  }
}
