/**
 * A task: a source of jobs of one function.
 *
 *   periodic    arrivals at phase + k · period, without drift
 *   sporadic    arrivals when release() is called, at least interArrival apart
 *   aperiodic   arrivals when release() is called
 *
 * Jobs of one task run one after the other, in the order of their releases. A job that is released while another is
 * unfinished waits for its turn.
 *
 * It is long because its public members are documented, and arrivals, backlog and turns share the jobs that have not ended. Private fields
 * are also what bundles can shorten.
 */

import { refusal } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { notNegative, PreemptError } from "../input/errors.ts";
import type { AnyFunction, JobValue } from "../input/options.ts";
import { remedyFor } from "../input/remedies.ts";
import type { Job, Waitable } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { Pending } from "../kernel/pending.ts";
import { at, type Instant, never, rounding } from "../kernel/time.ts";
import { deadlineMissed, perform } from "../limits/limit-options.ts";
import { room } from "../realm/room.ts";
import type { AdmissionAnswer } from "./admission.ts";
import { changeTable, checkGiven, checkTask, type TaskChange, type TaskOptions } from "./task-options.ts";

/** @internal What a task needs of its scheduler. */
export interface TaskPort {
  readonly kernel: Kernel;
  /** @param number Which of the task's jobs it is: no other of them has it. */
  makeJob(arrival: Instant, release: Instant, number: string, args: readonly unknown[] | undefined): Job;
  stopped(): void;
  /** It would be like `next`. Asks the admission test, where it has been asked before. */
  asks(next: Task): AdmissionAnswer | undefined;
  /** It is. */
  changed(): void;
  /** All its jobs have ended. */
  emptied(): void;
  /** It was stopped, and its jobs have ended; or it is started anew, and they are the new port's. */
  drained(): void;
}

/**
 * A source of jobs. `rt.task(f, options)` creates one. Or derive a class with a `run` method, annotated so that it can be
 * preempted, and start an instance with `rt.task(instance)`:
 *
 *     class Mix extends Task {
 *       constructor() { super({ period: 10, priority: 3 }); }
 *       run() { … }                    with its annotation
 *     }
 *
 * If its jobs have arguments, for {@link release}, TypeScript needs their types: `extends Task<(key: string) => void>`.
 */
export class Task<F extends AnyFunction = AnyFunction> implements Disposable {
  /** Jobs released so far. */
  released = 0;
  /** Releases left out: the backlog was full, or the job before had missed its deadline and `onMiss` says so. */
  skipped = 0;
  /** Jobs that were unfinished at their deadline. */
  misses = 0;
  /** Sporadic: arrivals that came too early and were postponed. */
  deferred = 0;
  /** Its options, including later {@link update}s. */
  readonly options: TaskOptions<F>;

  #port: TaskPort | undefined;
  /** That of before the stop, until the last job has ended. */
  #draining: TaskPort | undefined;
  #start: Instant = never;
  #k = 0;
  /** Periodic: the last arrival. */
  #arrived: Instant | undefined;
  #pending: Pending | undefined;
  /** Released and unfinished, in order: the first may run. */
  readonly #jobs = new Set<Job>();
  #first: Job | undefined;
  #last: Job | undefined;
  /** What the others wait for: known, so that one that awaits its successor is told of the deadlock. */
  readonly #turn: Waitable = {
    name: "its turn in the task",
    // Each to the one before it: a list of holders for each would make a long queue slow.
    lends: false,
    holders: () => (this.#first === undefined ? [] : [this.#first]),
    forget() {},
  };
  #skipNext = false;
  #earliest: Instant = at(Number.NEGATIVE_INFINITY);
  /** The time of the release before. */
  #seen: Instant = at(Number.NEGATIVE_INFINITY);

  /** What its jobs do. Derived classes have it as a method, with the task as `this`. */
  run?(...args: Parameters<F>): ReturnType<F>;

  /** @throws PreemptError for an option out of range; the message names the remedy */
  constructor(options: TaskOptions<F>) {
    checkGiven(options, this.constructor.name);
    this.options = options;
    // It may be no text.
    checkTask(String(this.name), options);
  }

  /** For messages and traces: the given name, or that of the function or class, or, if it has none, the id: `T3`. */
  get name(): string {
    return this.options.name || this.constructor.name || "Task";
  }

  /** Relative deadline; Infinity if none. */
  get deadline(): number {
    const { deadline, period, interArrival } = this.options;
    return deadline ?? period ?? interArrival ?? never;
  }

  /** Jobs released and not yet ended, oldest first. */
  get unfinished(): readonly Job[] {
    return [...this.#jobs];
  }

  /** @internal Whether some job of it has not ended. */
  get isBusy(): boolean {
    return this.#jobs.size > 0;
  }

  /** Whether it releases jobs: between `rt.task(task)` and {@link stop}. */
  get isRunning(): boolean {
    return this.#port !== undefined;
  }

  /** @internal Whether its function is a method of its class, which has the task as `this`. */
  get isMethod(): boolean {
    return !Object.hasOwn(this, "run");
  }

  /** @internal */
  refuseRunning(): void {
    if (this.#port !== undefined) {
      throw new PreemptError("task_started", `task "${this.name}" runs already. Stop it first, or make another one.`);
    }
  }

  /** @internal */
  begin(port: TaskPort): void {
    this.refuseRunning();
    if (this.#first?.isOf(port.kernel) === false) {
      throw new PreemptError(
        "task_elsewhere",
        `task "${this.name}" has unfinished jobs in another scheduler: ${this.#jobs.size}. Wait until they have ended, or cancel them (task.unfinished).`,
      );
    }
    this.#drained();
    this.#port = port;
    this.#k = 0;
    this.#arrived = undefined;
    const { period, phase = 0 } = this.options;
    if (period === undefined) return;
    this.#start = at(port.kernel.now() + phase);
    this.#pending = port.kernel.addPending(this.#start, () => this.#arrive(this.options.period as number));
  }

  /**
   * Sporadic and aperiodic: call it when an event arrives. The job is released now, or when `interArrival` has passed since the
   * last one. A release that is left out (see {@link TaskOptions.backlog}) gives a cancelled job: `release_skipped`.
   *
   * @param args Arguments of this job. Default: those of the options.
   * @throws PreemptError if the task is periodic, or is not started
   */
  release(...args: Parameters<F>): Job<JobValue<F>> {
    room();
    const port = this.#port;
    if (port === undefined || this.options.period !== undefined) {
      const why =
        port === undefined ? "is not started. Give it to rt.task()" : "is periodic. Give interArrival, not period";
      throw new PreemptError("task_release", `task "${this.name}" ${why}.`);
    }
    const now = port.kernel.now();
    const given = args.length > 0 ? args : undefined;
    if (this.#left <= 0 || this.#takeSkip()) {
      return this.#leaveOut(port, now, given) as Job<JobValue<F>>;
    }
    // By how much the clock stepped back since, or is behind that of another scheduler.
    const back = Math.max(0, this.#seen - now);
    this.#seen = now;
    const arrival = at(Math.max(now, this.#earliest - back));
    // First: where the jitter cannot be told there is no release.
    const job = port.makeJob(arrival, this.#released(arrival), `J${this.released++}`, given);
    if (arrival > now) this.deferred++;
    this.#earliest = at(arrival + (this.options.interArrival ?? 0));
    this.#take(port, job, now);
    return job as Job<JobValue<F>>;
  }

  /**
   * Changes the task without stopping it.
   *
   * - `period`: the next arrival comes one new period after the last one, or now if that has passed. Then it continues from there.
   *   A first arrival that is still to come does not move.
   * - `interArrival`: the next arrival is that far from the last one.
   * - `deadline`, `priority`, `wcet`, `jitter`: apply to jobs released from now on. Unfinished jobs keep theirs. A deadline that
   *   was never set is the new period.
   *
   * For a task that was admitted by {@link Scheduler.admit}, the test is repeated. Until no job of a task is unfinished and no server
   * is behind, the task counts as the more demanding of its old and new self, in each option.
   *
   * @returns the test's answer; a refusal changes nothing. Undefined without a test
   * @throws PreemptError for an option out of range, or a period of a task that has none: then nothing changes
   */
  update(change: TaskChange): AdmissionAnswer | undefined {
    room();
    checkOptions(change, `the change of task "${this.name}"`, changeTable);
    const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined);
    const { period, interArrival = 0 } = this.options;
    const options: TaskOptions<F> = { ...this.options, ...Object.fromEntries(given) };
    for (const kind of ["period", "interArrival"] as const) {
      if (options[kind] === undefined || this.options[kind] !== undefined) continue;
      throw new PreemptError(
        "task_kind",
        `task "${this.name}" has no ${kind} that could change. Stop it, and start another one.`,
      );
    }
    checkTask(this.name, options);
    const port = this.#port;
    const answer = port?.asks(new Task({ ...options, name: this.name } as TaskOptions));
    if (answer?.admitted === false) return answer;
    (this as { options: TaskOptions<F> }).options = options;
    this.#earliest = at(this.#earliest + (options.interArrival ?? 0) - interArrival);
    port?.changed();
    if (port !== undefined && period !== undefined && options.period !== period) this.#moveArrivals(port, period);
    return answer;
  }

  /** The arrivals to come are a new period apart, from the last one. */
  #moveArrivals(port: TaskPort, before: number): void {
    if (this.#arrived === undefined || this.#pending === undefined) return;
    const { period = before } = this.options;
    this.#start = at(Math.max(this.#arrived + period, port.kernel.now()));
    this.#k = 0;
    port.kernel.setPending(this.#pending, this.#start);
  }

  /** Releases no more jobs. Released jobs continue, unless the task's signal is aborted. */
  stop(): void {
    const port = this.#port;
    if (port === undefined) return;
    room();
    this.#port = undefined;
    if (this.#pending !== undefined) port.kernel.removePending(this.#pending);
    this.#pending = undefined;
    port.stopped();
    this.#draining = port;
    if (this.#jobs.size === 0) this.#drained();
  }

  /** As {@link stop}. */
  [Symbol.dispose](): void {
    this.stop();
  }

  #drained(): void {
    const port = this.#draining;
    this.#draining = undefined;
    port?.drained();
  }

  #arrive(period: number): void {
    const port = this.#port;
    if (port === undefined || this.#pending === undefined) return;
    const arrival = at(this.#start + this.#k * period);
    const now = port.kernel.now();
    const left = this.#left;
    const { missed = "coalesce" } = this.options;
    // What came while jobs ran is late, and not missed.
    const isMissed = missed !== "all" && port.kernel.wasAwayAt(arrival);
    const behind = Math.floor(((isMissed ? port.kernel.backAt : now) - arrival) / period);
    // A clock that jumped: what no backlog would take is counted, not made.
    const most = isMissed ? 0 : Math.max(0, left);
    if (behind > most) {
      // Who is to skip all that were missed skips the one that is due as well, unless its time is now.
      const isLate = isMissed && missed === "skip" && arrival + behind * period < now - rounding(now);
      const lost = behind - most + (isLate ? 1 : 0);
      this.#k += lost;
      port.kernel.setPending(this.#pending, at(this.#start + this.#k * period));
      // Last: whoever is told may stop the task.
      this.#skip(port, lost, now);
      return;
    }
    this.#k++;
    this.#arrived = arrival;
    port.kernel.setPending(this.#pending, at(this.#start + this.#k * period));
    if (left <= 0 || this.#takeSkip()) {
      this.#skip(port, 1, now);
      return;
    }
    this.#take(port, port.makeJob(arrival, this.#released(arrival), `J${this.released++}`, undefined), now);
  }

  /** How many more jobs the backlog takes. Only the first has begun: cancelled, it is there until it has cleaned up. */
  get #left(): number {
    const { backlog = 64 } = this.options;
    return backlog - this.#jobs.size + (this.#first?.isSettled ? 1 : 0);
  }

  #released(arrival: Instant): Instant {
    const { jitter } = this.options;
    if (jitter === undefined) return arrival;
    const late = typeof jitter === "number" ? jitter : jitter(this.released);
    return at(arrival + notNegative(late, "jitter", `the release jitter of task "${this.name}"`));
  }

  #takeSkip(): boolean {
    const skip = this.#skipNext;
    this.#skipNext = false;
    return skip;
  }

  #skip(port: TaskPort, count: number, now: Instant): void {
    this.skipped += count;
    port.kernel.on.releaseSkipped?.(this as Task, now);
  }

  /** A job for whoever released it and awaits it. The kernel never has it: it ends as it comes. */
  #leaveOut(port: TaskPort, now: Instant, args: readonly unknown[] | undefined): Job {
    const job = port.makeJob(now, now, `S${this.skipped}`, args);
    this.#skip(port, 1, now);
    job.moveTo("cancelled");
    job.finish = now;
    const why = refusal(
      `a release of task "${this.name}"`,
      `left out: ${this.#jobs.size} are unfinished`,
      remedyFor("release_skipped"),
    );
    job.settle({ ok: false, value: new PreemptError("release_skipped", why) });
    job.letGo();
    return job;
  }

  /** The job is in: it becomes ready when its release has come and those before it have ended. */
  #take(port: TaskPort, job: Job, now: Instant): void {
    job.ended = () => this.#ended(port.kernel, job);
    job.onMiss = this.#onMiss;
    job.isFirm = this.options.onMiss === "drop";
    job.ahead = this.#last;
    if (job.ahead !== undefined) {
      job.ahead.next = job;
      job.waitsFor = this.#turn;
    }
    this.#first ??= job;
    this.#last = job;
    this.#jobs.add(job);
    port.kernel.admit(job, job.release - now);
  }

  get #onMiss(): ((job: Job) => void) | undefined {
    const { onMiss = "continue" } = this.options;
    if (onMiss === "continue") return undefined;
    if (onMiss === "skip-next") {
      return () => {
        this.#skipNext = true;
      };
    }
    return perform(onMiss === "drop" ? "cancel" : onMiss, deadlineMissed);
  }

  #ended(kernel: Kernel, job: Job): void {
    this.#jobs.delete(job);
    if (job.missed) this.misses++;
    if (this.#first === job) this.#first = job.next;
    if (this.#last === job) this.#last = job.ahead;
    kernel.leaveTask(job);
    if (this.#jobs.size > 0) return;
    (this.#port ?? this.#draining)?.emptied();
    this.#drained();
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Task";
  }
}
