/**
 * Many cores, each with a worker and a kernel of its own. A task or job is placed once and stays (partitioned
 * scheduling): nothing migrates, so that what holds of one kernel holds of each.
 *
 * It is long because its public methods carry their documentation.
 */

import { detectHost } from "../hosts/detect.ts";
import type { Host } from "../hosts/host.ts";
import { checkBudget, checkOptions } from "../input/checks.ts";
import { abortError, callable, PreemptError, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { JobValue } from "../input/options.ts";
import { at } from "../kernel/time.ts";
import { type CloseOptions, closeInstant, closeTable } from "../lifetime/closing.ts";
import { checkGiven } from "../scheduling/task-options.ts";
import { Core, type CoreEvents } from "./core.ts";
import type { Functions } from "./functions.ts";
import { JobDesk } from "./job-desk.ts";
import {
  checkCount,
  checkCrossing,
  checkOnCrash,
  checkPlacement,
  type OnCrash,
  type PartitionedOptions,
  type PartitionedSubmitOptions,
  type PartitionedTaskOptions,
  partitionedSubmitTable,
  partitionedTable,
  partitionedTaskTable,
  systemTable,
} from "./options.ts";
import { PartitionedClosing } from "./partitioned-closing.ts";
import type { PartitionedJob } from "./partitioned-job.ts";
import type { PartitionedTask } from "./partitioned-task.ts";
import { Guarantees } from "./placement/guarantees.ts";
import { leastBusy } from "./placement/least-busy.ts";
import { utilisationTest } from "./placement/utilisation-test.ts";
import { Reports } from "./reports.ts";
import { TaskDesk } from "./task-desk.ts";

declare const navigator: { readonly hardwareConcurrency?: number } | undefined;

/** A task among several that are placed together: the function's name, and its options. */
export type TaskRequest<J extends Functions> = {
  [K in keyof J & string]: { readonly run: K } & PartitionedTaskOptions<J[K]>;
}[keyof J & string];

/**
 * Runs jobs on other threads, by the names under which their module serves them: see `serve` of "@preempt/runtime/worker".
 * Workers are started when they are first needed. With nothing to do, no process is kept alive.
 *
 * - A job goes to the core on which it would start soonest: the one with the least outstanding work in proportion to the time
 *   that the core's tasks leave, then the one with the fewest jobs. Recent execution times of each function give the work.
 * - A task with a `wcet` goes to a core that admits it, by {@link PartitionedOptions.placement}, or is refused.
 *
 *     const rt = new PartitionedScheduler<typeof jobs>({ worker: () => new Worker(url, { type: "module" }) });
 *     const primes = await rt.submit("sieve", { args: [1e7], deadline: 500 });
 */
export class PartitionedScheduler<J extends Functions = Functions> implements AsyncDisposable {
  readonly #host: Host;
  readonly #cores: readonly Core[];
  readonly #guarantees: Guarantees;
  readonly #jobs: JobDesk;
  readonly #tasks: TaskDesk;
  readonly #onCrash: OnCrash | undefined;
  readonly #restarts: number;
  #terminated = false;
  /** Set from the call of close() on. */
  #closing: PartitionedClosing | undefined;

  /** @throws PreemptError for an option out of range; the message names the remedy */
  constructor(given: PartitionedOptions) {
    checkOptions(given, "the partitioned scheduler", partitionedTable);
    const options = given ?? {};
    const { policy = "edf", slice, round, budget, startTimeout = 10_000, observer, onError, admission } = options;
    const host = options.host ?? detectHost();
    if (typeof host.now !== "function")
      refuse("host_not_a_host", "the host", show(host), "nodeHost() or browserHost()");
    if (typeof policy !== "string") refuse("policy_unknown", "the policy", show(policy), "the name of one");
    checkOptions(options.system, "the system", systemTable);
    if (typeof (observer ?? {}) !== "object") {
      refuse("observer_not_an_object", "the observer", show(observer), "an object with a function for each event");
    }
    if (onError) callable(onError, "on_error", "onError");
    if (admission) callable(admission, "admission", "admission");
    checkBudget(budget, "the budget");
    if (typeof options.worker !== "function") {
      throw new PreemptError(
        "worker_not_a_function",
        `the option worker is ${show(options.worker)}. Give a function: () => new Worker(…).`,
      );
    }
    const cores = checkCount(options.cores ?? defaultCores(), "cores", "the number of cores", 1);
    const { onCrash } = options;
    this.#onCrash = onCrash && checkOnCrash(onCrash);
    this.#restarts = checkCount(options.restarts ?? 1, "restarts", "the number of restarts", 0);
    this.#host = host;
    this.#guarantees = new Guarantees(cores);
    const reports = new Reports(host, observer, onError);
    const shared = {
      host,
      reports,
      core: (number: number) => this.#cores[number] as Core,
      leastBusy: () => leastBusy(this.#cores, this.#guarantees).number,
    };
    this.#jobs = new JobDesk(shared);
    this.#tasks = new TaskDesk({
      ...shared,
      guarantees: this.#guarantees,
      placement: checkPlacement(options.placement ?? "worst-fit"),
      admission: admission ?? utilisationTest,
      system: { slice: slice ?? 1, releaseLatency: 0, switchCost: 0, ...options.system, policy },
    });
    const settings = { policy, slice, round, budget };
    const events = this.#coreEvents(reports);
    const { worker: makeWorker } = options;
    this.#cores = Array.from(
      { length: cores },
      (_, number) => new Core({ number, makeWorker, settings, host, startTimeout, events }),
    );
  }

  /**
   * Releases one job of the function that the workers serve as `fn`. Its arguments are copied as by `postMessage` before this
   * returns. If they cannot be copied, the job fails.
   *
   * @throws PreemptError for an option out of range, and after {@link terminate}
   */
  submit<K extends keyof J & string>(
    fn: K,
    ...[given]: [] extends Parameters<J[K]>
      ? [options?: PartitionedSubmitOptions<J[K]>]
      : [options: PartitionedSubmitOptions<J[K]> & { args: Parameters<J[K]> }]
  ): PartitionedJob<JobValue<J[K]>> {
    this.#checkOpen();
    checkOptions(given, "a job", partitionedSubmitTable);
    // Null is none, as elsewhere on the web.
    const options = given ?? {};
    const onCrash = options.onCrash ?? this.#onCrash ?? "fail";
    checkCrossing(fn, options as PartitionedSubmitOptions, this.cores, onCrash);
    const restarts = onCrash === "restart" ? this.#restarts : 0;
    const job = this.#jobs.submit(fn, options as PartitionedSubmitOptions, restarts);
    return job as PartitionedJob<JobValue<J[K]>>;
  }

  /**
   * Starts a periodic task on one of the cores. With a `wcet`, a core admits it only if all its tasks keep their guarantee: each
   * job ends within `deadline` (default: the period) after its release. Without a `wcet` it goes to the core with the least work,
   * has no guarantee, and disturbs the others as a job would.
   *
   * @throws AdmissionError if no core admits it; PreemptError for an option out of range, or arguments that cannot be cloned
   */
  task<K extends keyof J & string>(fn: K, options: PartitionedTaskOptions<J[K]>): PartitionedTask {
    return this.#place([{ fn, options: options as PartitionedTaskOptions }])[0] as PartitionedTask;
  }

  /**
   * Starts several tasks, placed in decreasing order of utilisation: all of them, or none. Returns them in the order
   * given.
   *
   * @throws as {@link task}
   */
  place(requests: readonly TaskRequest<J>[]): PartitionedTask[] {
    return this.#place(requests.map((options) => ({ fn: options.run, options: options as PartitionedTaskOptions })));
  }

  /** Starts all workers, and resolves when they accept jobs, so that no job has to wait for that. */
  async ready(): Promise<void> {
    this.#checkOpen();
    await Promise.all(this.#cores.map((core) => core.ready()));
  }

  /** Resolves when every submitted job has ended; jobs of tasks do not count. */
  idle(): Promise<void> {
    return this.#jobs.idle();
  }

  /** The time now, in milliseconds on the clock of this thread. */
  now(): number {
    return this.#host.now();
  }

  /** The number of cores. */
  get cores(): number {
    return this.#cores.length;
  }

  /** The sum of wcet/period of each core's guaranteed tasks. */
  get utilisations(): readonly number[] {
    this.#guarantees.bins(this.#host.now());
    return this.#cores.map(({ number }) => this.#guarantees.utilisation(number));
  }

  /**
   * Cancels every job that was submitted and has not ended. Tasks continue.
   *
   * @param reason With what the jobs' promises reject. Default: an AbortError
   * @returns how many jobs this call cancelled
   */
  cancelAll(reason: unknown = abortError()): number {
    return this.#jobs.cancelAll(reason);
  }

  /**
   * Ends the scheduler: for shutdown. From the call on `submit`, `task` and `place` throw (`scheduler_closed`), and tasks stop. Jobs
   * that were accepted end by themselves; what has not ended at the deadline is cancelled. Resolves when every job and its
   * `finally` blocks have ended, and then the workers. A later call gives the same promise, and may set an earlier deadline.
   *
   * A worker that computes without a preemption point hears of no cancellation: {@link terminate} ends it, also while this waits.
   *
   * @throws PreemptError for an option out of range
   */
  close(given: CloseOptions = {}): Promise<void> {
    checkOptions(given, "close()", closeTable);
    const options = given ?? {};
    const { reason = abortError() } = options;
    const instant = closeInstant(options, at(this.#host.now()));
    this.#tasks.stopAll();
    this.#closing ??= new PartitionedClosing({
      host: this.#host,
      cancelAll: (why) => {
        this.#jobs.cancelAll(why);
        this.#tasks.cancelAll(why);
      },
      ended: async () => {
        await this.#jobs.idle();
        await this.#tasks.drainedAll();
      },
      endWorkers: () => this.terminate(),
    });
    this.#closing.call(instant, reason);
    return this.#closing.promise;
  }

  /**
   * Ends all workers at once; `finally` blocks do not run. Unfinished jobs are cancelled, and reject with a PreemptError.
   * Resolves when the workers have ended.
   */
  async terminate(): Promise<void> {
    this.#terminated = true;
    const closing = this.#cores.map((core) => core.close());
    this.#jobs.terminate(
      new PreemptError(
        "scheduler_terminated",
        "the partitioned scheduler was terminated. To let jobs end, call close().",
      ),
    );
    this.#tasks.terminate();
    await Promise.all(closing);
  }

  /** As {@link terminate}. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminate();
  }

  #place(requests: readonly { fn: string; options: PartitionedTaskOptions }[]): PartitionedTask[] {
    this.#checkOpen();
    return this.#tasks.place(
      requests.map(({ fn, options }) => {
        checkGiven(options, String(fn));
        refuseWrong(options, partitionedTaskTable, `task "${String(fn)}"`);
        const onCrash = options.onCrash ?? this.#onCrash ?? "restart";
        checkCrossing(fn, options, this.cores, onCrash);
        return { fn, options, restarts: onCrash === "restart" ? this.#restarts : 0 };
      }),
    );
  }

  #coreEvents(reports: Reports): CoreEvents {
    return {
      started: (core) => reports.workerStarted(core),
      began: (errand, start) => this.#jobs.began(errand, start),
      ended: (errand, end, finish) => this.#jobs.ended(errand, end, finish),
      dropped: (errand, error) => this.#jobs.dropped(errand, error),
      taskRefused: (errand, error) => this.#tasks.fail(errand, error),
      taskDrained: (errand) => this.#tasks.drained(errand),
      uncaught: (core, error, task) => reports.report(error, task === undefined ? { core } : { core, task }),
      crashed: (core, error, { jobs, tasks, isAwaited }) => {
        // A worker that was silent once, or has another policy, will be so again.
        const canRestart = error.code === "worker_crashed";
        const failed = this.#jobs.crashed(jobs, error, canRestart) + this.#tasks.crashed(tasks, error, canRestart);
        reports.workerCrashed(core, error, failed > 0 || isAwaited);
      },
    };
  }

  #checkOpen(): void {
    if (this.#closing !== undefined && !this.#terminated) {
      throw new PreemptError(
        "scheduler_closed",
        "close() was called for the partitioned scheduler. Submit before, or make another one.",
      );
    }
    if (!this.#terminated) return;
    throw new PreemptError("scheduler_terminated", "the partitioned scheduler was terminated. Make another one.");
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Scheduler";
  }
}

/** One thread is this one's. */
function defaultCores(): number {
  const all = typeof navigator === "object" ? (navigator.hardwareConcurrency ?? 2) : 2;
  return Math.max(1, all - 1);
}
