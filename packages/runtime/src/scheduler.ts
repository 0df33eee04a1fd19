/**
 * The public face of the kernel: options, checks at the door, and the jobs, tasks and alarms that people hold.
 */
import { unlimited } from "./budget.ts";
import { type CriticalSection, enterCriticalSection } from "./critical-section.ts";
import { callable, finite, notNegative, PreemptError, positive, show } from "./errors.ts";
import type { Host } from "./host.ts";
import { detectHost } from "./hosts/detect.ts";
import type { Callable } from "./intrinsics.ts";
import { Job } from "./job.ts";
import { Kernel } from "./kernel.ts";
import type { Observer } from "./observer.ts";
import { edf } from "./policies/edf.ts";
import { fifo } from "./policies/fifo.ts";
import { fixedPriority } from "./policies/fixed-priority.ts";
import type { Policy } from "./policies/policy.ts";
import { checkedBacklog, Task } from "./task.ts";
import { at, type Instant, lasting, never } from "./time.ts";

type AnyFunction = (...args: never[]) => unknown;
/** What a function's job gives: a generator's return value, a promise's value, or the value itself. */
export type JobValue<F extends AnyFunction> =
  ReturnType<F> extends Generator<unknown, infer R, unknown> ? R : Awaited<ReturnType<F>>;

/** How a scheduler works. Everything has a default; times in milliseconds. */
export interface SchedulerOptions {
  /** "edf" (earliest deadline first, default), "fp" (fixed priority, larger is more urgent), "fifo", or your own. */
  policy?: "edf" | "fp" | "fifo" | Policy;
  /** How long a job runs before the ready queue is looked at. Above 0; Infinity: until it waits or ends. Default 1. */
  slice?: number;
  /**
   * How long jobs run before the event loop gets the thread. Above 0; Infinity: until nothing is ready. Default: until
   * just before the next frame where the host knows it, 5 elsewhere.
   */
  round?: number;
  /**
   * Preemption points a job passes before the clock is read: "auto" (default) learns for each function how many fill a
   * quarter of the slice; an integer of 0 or more is for experiments; Infinity: no preemption at all.
   */
  budget?: number | "auto";
  /** The surroundings. Default: the browser's or Node's, whichever is there. */
  host?: Host;
  /** Is told what happens. */
  observer?: Observer;
  /** Takes errors that nobody awaits, and those of alarms and observers. Default: the host's error report. */
  onError?: (error: unknown, job: Job | undefined) => void;
}

/** How one job runs. */
export interface SubmitOptions<F extends AnyFunction = AnyFunction> {
  /** Arguments of the function. Default: none. */
  args?: Parameters<F>;
  /** Its `this`. Default: undefined. */
  thisArg?: unknown;
  /** Relative deadline: milliseconds after the release. Above 0. Default: none, the least urgent under EDF. */
  deadline?: number;
  /** Any finite number, larger is more urgent. Default 0. */
  priority?: number;
  /** For messages and traces. Default: the function's name. */
  name?: string;
  /** As {@link SchedulerOptions.budget}. Default: the scheduler's. */
  budget?: number | "auto";
  /** Cancels the job when aborted. */
  signal?: AbortSignalLike;
  /** Milliseconds until the release. 0 or above. Default 0. */
  delay?: number;
}

/** How a periodic task runs. Times in milliseconds. */
export interface TaskOptions<F extends AnyFunction = AnyFunction> extends Omit<SubmitOptions<F>, "delay"> {
  /** Time between releases. Above 0. */
  period: number;
  /** First release, from now. 0 or above. Default 0. */
  phase?: number;
  /** How many unfinished jobs of the task there may be; releases beyond are skipped and counted. Default 64. */
  backlog?: number;
  /** Called after a job of the task ended late. */
  onMiss?: (job: Job) => void;
}

/** When an alarm fires, in milliseconds: at an instant of the scheduler's clock, after a while, or again and again. */
export type AlarmTime = number | { readonly in: number } | { readonly every: number };

/** An alarm that can be called off. */
export interface Alarm extends Disposable {
  cancel(): void;
}

/** As much of AbortSignal as is used. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options whatever the function's parameters are. */
type AnyOptions = Omit<SubmitOptions, "args"> & { args?: readonly unknown[] };

const policies = { edf, fp: fixedPriority, fifo } as const;

/**
 * Runs jobs on this thread by deadline or priority, in slices, and gives the thread back to the event loop after each
 * round. With nothing to run it costs nothing and keeps no process alive.
 */
export class Scheduler {
  readonly #kernel: Kernel;
  readonly #budget: number | "auto";
  #tasks = 0;
  #submitted = 0;

  /** @throws PreemptError for an option out of range; the message says how to mend it */
  constructor(options: SchedulerOptions = {}) {
    const { slice = 1, round = 5, budget = "auto" } = options;
    this.#budget = checkedBudget(budget);
    this.#kernel = new Kernel({
      policy: policyOf(options.policy ?? "edf"),
      slice: lasting(positive(slice, { name: "slice", what: "the slice" })),
      round: lasting(positive(round, { name: "round", what: "the round" })),
      fixedRound: options.round !== undefined,
      host: options.host ?? detectHost(),
      observer: options.observer,
      onError: options.onError,
    });
  }

  /**
   * Releases one job of `fn`.
   *
   * `fn` is preempted where the transformer put preemption points (annotated functions) or at each `yield` (generator
   * functions); any other function runs to its end once it is dispatched.
   *
   * @throws PreemptError if `fn` is not a function or an option is out of range
   */
  submit<F extends AnyFunction>(fn: F, options: SubmitOptions<F> = {}): Job<JobValue<F>> {
    checkFunction(fn, options);
    const now = this.#kernel.now();
    const delay = notNegative(options.delay ?? 0, { name: "delay", what: `the delay of ${label(fn, options)}` });
    const id = `T0J${this.#submitted++}`;
    const job = this.#makeJob(fn, options, at(now + delay), id);
    this.#admit(job, options.signal, now);
    return job as Job<JobValue<F>>;
  }

  /**
   * Starts a periodic task: a job of `fn` at phase + k · period. Jobs of one task run in the order of their releases;
   * one that is still running when the next is due delays it (see {@link TaskOptions.backlog}).
   *
   * @throws PreemptError if `fn` is not a function or an option is out of range
   */
  task<F extends AnyFunction>(fn: F, options: TaskOptions<F>): Task {
    checkFunction(fn, options);
    const period = positive(options.period, { name: "period", what: `the period of ${label(fn, options)}` });
    const phase = notNegative(options.phase ?? 0, { name: "phase", what: `the phase of ${label(fn, options)}` });
    const number = ++this.#tasks;
    const task = new Task(this.#kernel, {
      phase: this.#kernel.now() + phase,
      period,
      backlog: checkedBacklog(options.backlog ?? 64),
      makeJob: (release, index) => this.#makeJob(fn, options, release, `T${number}J${index}`),
      onMiss: options.onMiss,
    });
    const { signal } = options;
    if (signal !== undefined) {
      const stop = () => {
        task.stop();
        for (const job of task.unfinished) job.cancel(signal.reason);
      };
      if (signal.aborted) stop();
      else {
        signal.addEventListener("abort", stop);
        task.stopped = () => signal.removeEventListener("abort", stop);
      }
    }
    return task;
  }

  /**
   * Calls `callback` at an instant of {@link now}, `in` some milliseconds, or `every` so many without drift: never
   * early, and between two slices while jobs run. No length is too long. A period that passed while the thread was away
   * is left out. Like any timer, an alarm keeps a Node process alive until it has fired or is called off.
   *
   * @throws PreemptError if the time is out of range
   */
  alarm(time: AlarmTime, callback: () => void): Alarm {
    callable(callback, { name: "alarm", what: "the alarm's callback" });
    const now = this.#kernel.now();
    const period =
      typeof time === "object" && "every" in time
        ? positive(time.every, { name: "alarm", what: "the alarm's period" })
        : undefined;
    let next = firstAlarm(time, now, period);
    let active = true;
    const pending = this.#kernel.addPending(next, () => {
      if (period === undefined) active = false;
      else {
        // Periods that passed while the host was away are not made up for.
        const missed = Math.floor((this.#kernel.now() - next) / period);
        next = at(next + (Math.max(0, missed) + 1) * period);
        this.#kernel.setPending(pending, next);
      }
      callback();
    });
    const cancel = () => {
      if (!active) return;
      active = false;
      this.#kernel.removePending(pending);
    };
    return { cancel, [Symbol.dispose]: cancel };
  }

  /**
   * Enters a non-preemptive critical section of the running job: until it is left no other job runs, while the event
   * loop is still served. Sections nest; a job that ends leaves all of its sections. Outside a job it does nothing,
   * since nothing else could run.
   *
   * `using section = rt.criticalSection();` leaves it at the end of the block.
   */
  criticalSection(): CriticalSection;
  /** Calls `body` inside a critical section and returns what it returns. */
  criticalSection<T>(body: () => T): T;
  criticalSection<T>(body?: () => T): T | CriticalSection {
    const section = enterCriticalSection(this.#kernel);
    if (body === undefined) return section;
    try {
      return body();
    } finally {
      section.leave();
    }
  }

  /** The time now, in milliseconds on the scheduler's clock. */
  now(): number {
    return this.#kernel.now();
  }

  /** The job that is running; undefined between jobs. */
  get currentJob(): Job | undefined {
    return this.#kernel.running;
  }

  /** Resolves when every job has ended; releases that periodic tasks have yet to make do not count. */
  idle(): Promise<void> {
    return this.#kernel.idle();
  }

  #makeJob(fn: AnyFunction, options: AnyOptions, release: Instant, id: string): Job {
    const { deadline, priority = 0 } = options;
    const budget = options.budget === undefined ? this.#budget : checkedBudget(options.budget);
    const run = fn as unknown as Callable;
    return new Job({
      id,
      name: options.name ?? (fn.name || id),
      release,
      deadline: deadline === undefined ? never : at(release + deadline),
      priority,
      ticket: this.#kernel.nextTicket(),
      work: {
        fn: run,
        thisArg: options.thisArg,
        args: [...(options.args ?? [])],
        budget: budget === "auto" ? this.#kernel.paceOf(run) : Math.min(budget, unlimited),
      },
      cancel: (job, reason) => this.#kernel.cancel(job, reason),
    });
  }

  #admit(job: Job, signal: AbortSignalLike | undefined, now: Instant): void {
    this.#kernel.admit(job, now);
    if (signal === undefined) return;
    if (signal.aborted) {
      job.cancel(signal.reason);
      return;
    }
    const abort = () => job.cancel(signal.reason);
    signal.addEventListener("abort", abort);
    job.ended = () => signal.removeEventListener("abort", abort);
  }
}

function policyOf(policy: "edf" | "fp" | "fifo" | Policy): Policy {
  if (typeof policy === "object" && typeof policy?.isMoreUrgent === "function") return policy;
  const known = policies[policy as keyof typeof policies] as Policy | undefined;
  if (known !== undefined) return known;
  throw new PreemptError(
    "policy_unknown",
    `the policy is ${show(policy)}. Give "edf", "fp", "fifo", or an object with isMoreUrgent(a, b).`,
  );
}

function checkedBudget(budget: number | "auto"): number | "auto" {
  if (budget === "auto" || budget === Number.POSITIVE_INFINITY) return budget;
  if (Number.isInteger(budget) && budget >= 0) return budget;
  throw new PreemptError(
    "budget_not_a_count",
    `the budget is ${show(budget)}. Give "auto", an integer of 0 or more, or Infinity.`,
  );
}

function checkFunction(fn: AnyFunction, options: AnyOptions): void {
  callable(fn, { name: "job", what: "what was submitted" });
  const what = label(fn, options);
  if (options.deadline !== undefined)
    positive(options.deadline, { name: "deadline", what: `the relative deadline of ${what}` });
  if (options.priority !== undefined) finite(options.priority, { name: "priority", what: `the priority of ${what}` });
}

function label(fn: AnyFunction, options: { name?: string }): string {
  return `"${options.name ?? (fn.name || "a job")}"`;
}

function firstAlarm(time: AlarmTime, now: Instant, period: number | undefined): Instant {
  if (period !== undefined) return at(now + period);
  if (typeof time === "object") {
    return at(now + notNegative((time as { in: number }).in, { name: "alarm", what: "the time until the alarm" }));
  }
  return at(finite(time, { name: "alarm", what: "the alarm's instant" }));
}
