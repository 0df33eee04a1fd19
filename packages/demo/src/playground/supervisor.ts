/**
 * Keeps hold of everything that the schedulers of one run have to do, so that it can be drawn, listed and stopped.
 */
import {
  type Alarm,
  type AnyFunction,
  type ForParameters,
  type Job,
  type JobOptions,
  type JobResult,
  type Observer,
  Scheduler,
  type SchedulerOptions,
  type SubmitOptions,
  type Task,
  type TaskOptions,
} from "@preempt/runtime";
import { TraceBuffer } from "@preempt/runtime/observers";

/** A scheduler with what it did. */
export interface Watched {
  readonly scheduler: Scheduler;
  readonly trace: TraceBuffer;
}

/** As many jobs as a table can show. */
const mostRecent = 100;

export class Supervisor implements Disposable {
  readonly watched: Watched[] = [];
  /** The last jobs, oldest first, ended ones included. */
  readonly recent: Job[] = [];
  /** The `Scheduler` that the program imports. */
  readonly Scheduler: typeof Scheduler;
  /** The first release, on the schedulers' clock; undefined before. */
  start: number | undefined;
  readonly #unfinished = new Set<Job>();
  readonly #alarms = new Set<Alarm>();
  readonly #tracings: Disposable[] = [];
  readonly #signal: AbortSignal;

  /**
   * @param signal Stops everything when aborted: jobs are cancelled, tasks and alarms end, and nothing more is let in
   * @param onError Takes the errors that nobody awaits
   */
  constructor(signal: AbortSignal, onError: (error: unknown, job: Job | undefined) => void) {
    this.#signal = signal;
    this.Scheduler = this.#supervised(onError);
    signal.addEventListener("abort", () => this.#stop(signal.reason));
  }

  /** Whether anything is still to be done. */
  get isBusy(): boolean {
    // Nobody is told of the end of a job that is cancelled before its release.
    for (const job of this.#unfinished) if (hasEnded(job)) this.#unfinished.delete(job);
    return this.#unfinished.size > 0 || this.#alarms.size > 0 || this.watched.some((w) => w.scheduler.tasks.length > 0);
  }

  /**
   * Lets go of traces and jobs. Browsers keep the modules of a program as long as the page, and with them its
   * schedulers: these are small, a trace is not.
   */
  [Symbol.dispose](): void {
    for (const tracing of this.#tracings) tracing[Symbol.dispose]();
    this.#tracings.length = 0;
    this.watched.length = 0;
    this.recent.length = 0;
  }

  #stop(reason: unknown): void {
    for (const { scheduler } of this.watched) for (const task of scheduler.tasks) task.stop();
    for (const alarm of this.#alarms) alarm.cancel();
    for (const job of this.#unfinished) job.cancel(reason);
    this.#alarms.clear();
  }

  #admit(job: Job): void {
    if (this.#signal.aborted) job.cancel(this.#signal.reason);
    if (hasEnded(job) || this.#unfinished.has(job)) return;
    this.start ??= job.release;
    this.#unfinished.add(job);
    if (this.recent.push(job) > mostRecent) this.recent.shift();
  }

  #supervised(onError: (error: unknown, job: Job | undefined) => void): typeof Scheduler {
    const admit = (job: Job) => this.#admit(job);
    const { watched } = this;
    const alarms = this.#alarms;
    const signal = this.#signal;
    const tracings = this.#tracings;
    const observer: Observer = { jobReleased: admit, jobFinished: (job) => void this.#unfinished.delete(job) };
    return class extends Scheduler {
      constructor(options: SchedulerOptions = {}) {
        signal.throwIfAborted();
        const trace = new TraceBuffer({ capacity: 1 << 14 });
        super({ onError, ...options, observer: [options.observer ?? [], observer].flat() });
        tracings.push(this.observe(trace));
        watched.push({ scheduler: this, trace });
      }

      override submit<A extends readonly unknown[], R>(
        fn: (...args: A) => R,
        ...options: JobOptions<A, SubmitOptions>
      ): Job<JobResult<R>> {
        signal.throwIfAborted();
        // A job with a delay is heard of only at its release.
        const job = super.submit(fn, ...options);
        admit(job);
        return job;
      }

      override task<A extends readonly unknown[], R>(
        fn: (...args: A) => R,
        options: ForParameters<A, TaskOptions>,
      ): Task<(...args: A) => R>;
      override task<T extends Task>(task: T): T;
      override task(what: AnyFunction | Task, options?: object): Task {
        signal.throwIfAborted();
        return super.task(what as AnyFunction, options as TaskOptions);
      }

      override alarm(...[time, callback]: Parameters<Scheduler["alarm"]>): Alarm {
        signal.throwIfAborted();
        const isOnce = typeof time === "number" || !("every" in time);
        const alarm = super.alarm(time, () => {
          if (isOnce) alarms.delete(alarm);
          callback();
        });
        alarms.add(alarm);
        const cancel = () => {
          alarms.delete(alarm);
          alarm.cancel();
        };
        return { cancel, [Symbol.dispose]: cancel };
      }
    };
  }
}

function hasEnded({ state }: Job): boolean {
  return state === "done" || state === "failed" || state === "cancelled";
}
