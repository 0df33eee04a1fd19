/** What people may ask for. */

import type { Host, Overheads } from "../hosts/host.ts";
import type { CoreJob, Deadline } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { LimitOptions, OnJobMiss } from "../limits/limit-options.ts";
import type { Observer } from "../observers/observer.ts";
import type { Policy } from "../policies/policy.ts";

export type AnyFunction = (...args: never[]) => unknown;

/** What a function's job gives: a generator's return value, a promise's value, or the value itself. */
export type JobValue<F extends AnyFunction> = JobResult<ReturnType<F>>;

/** The same, of what the function returns. */
export type JobResult<R> = R extends Generator<unknown, infer V, unknown> ? V : Awaited<R>;

/** Options of a function with the parameters `A`. They are told by the function alone, and may be a parameter of a type themselves. */
export type ForParameters<A extends readonly unknown[], Options extends { args?: unknown }> = Omit<Options, "args"> & {
  args?: Readonly<NoInfer<A>>;
};

/** The policies that have a name of their own. */
export type PolicyName = "edf" | "fp" | "fifo" | "rr";

/** How jobs get the processor. Everything has a default; times in milliseconds. */
export interface CoreOptions {
  /** How long a job runs before the ready queue is looked at. Above 0; Infinity: until it waits or ends. Default 1. */
  slice?: number;
  /**
   * Whether slices and rounds of a function end earlier by what others were late, where that is more than a tenth: by half
   * at most, so that 999 of 1000 are no longer than was set where the same happens again. It takes budget "auto".
   * Default true, but for schedulers with an admission test, which reckons with whole slices.
   */
  margin?: boolean;
  /**
   * How long jobs run before the event loop gets the thread. Above 0; Infinity: until nothing is ready. Default: 2 in
   * Node, 5 elsewhere, and no longer than until just before the next frame where the host knows it.
   */
  round?: number;
  /**
   * Preemption points a job passes before the clock is read: "auto" (default) learns for each function how many fill an
   * eighth of the slice, or up to a quarter where the clock has coarse steps; an integer of 0 or more is for experiments;
   * Infinity: as many as there can be, 2^25. After so many the clock is read still, and what the job itself makes ready
   * and is more urgent ends any budget. Of loops in which a round is a few operations, eight rounds are one point, unless
   * compiled with `optimize: { lightRounds: false }`.
   */
  budget?: number | "auto";
  /**
   * "sliced" (default): releases and alarms from outside are looked at after each slice. "ideal": after each budget,
   * so that a release takes over at the next preemption point; costs a comparison per budget.
   */
  preemption?: "sliced" | "ideal";
  /**
   * Takes errors that nobody awaits, and those of alarms and observers. Default: they are uncaught errors, as those of timers'
   * callbacks: in Node an uncaught exception, with exit code 1, in browsers an `error` event of the window.
   */
  onError?(error: unknown, job: CoreJob | undefined): void;
}

/** How a scheduler works. Everything has a default; times in milliseconds. */
export interface SchedulerOptions extends CoreOptions {
  /**
   * "edf" (earliest deadline first, default), "fp" (fixed priority, larger is more urgent), "fifo" (first come, first
   * served), "rr" (round robin), or a policy object: of the library's or your own.
   */
  policy?: PolicyName | Policy;
  /** The surroundings. Default: the browser's or Node's, whichever is there. */
  host?: Host;
  onError?: (error: unknown, job: Job | undefined) => void;
  /** Are told what happens. More can come and go by `observe`. */
  observer?: Observer | readonly Observer[];
  /** What the surroundings cost, for `admit`. Default: what the host says. */
  overheads?: Overheads;
  /**
   * In development, a job that keeps the thread for longer than so many milliseconds (and than two slices) is reported on the
   * console, once per function, with what would help. Above 0; Infinity: never. Default 50; with a `host` of your own, as
   * tests have, Infinity. Production (`process.env.NODE_ENV` is "production", or there is no `process`) never reports.
   */
  warnAfter?: number;
}

/** A resource whose users are declared: a protocol with ceilings has to know them beforehand. */
export interface DeclaredResource {
  readonly name: string;
  readonly protocol: string;
  /** @internal */
  readonly kernel: object;
  /** @internal */
  usedBy(priority: number, deadline: number): void;
}

/** A resource that a job locks, and for how many milliseconds at most: admission needs that. */
export type ResourceUse = DeclaredResource | { readonly resource: DeclaredResource; readonly section?: number };

/** How one job runs. */
export interface CoreSubmitOptions<F extends AnyFunction = AnyFunction> {
  /** Arguments of the function. The list is copied, a task's when it starts. Default: none. */
  args?: Parameters<F>;
  /** Its `this`. Default: undefined. */
  thisArg?: unknown;
  /**
   * By when the job should have ended. Missing it cancels nothing: it says how urgent the job is, and whether it was late. (The
   * whole scheduler has `onMiss`, `late` and `timeout` for more.) Milliseconds after the release, above 0, or `{ at }` an instant;
   * Infinity: none. Default: that of the running job if there is one, else none, which is the least urgent under EDF.
   */
  deadline?: Deadline;
  /** Any finite number, larger is more urgent. Default: that of the running job if there is one, else 0. */
  priority?: number;
  /** False: the running job's deadline and priority are not taken over. Default true. */
  inherit?: boolean;
  /** For messages and traces. Default: the function's name. */
  name?: string;
  /** As {@link SchedulerOptions.budget}. Default: the scheduler's. */
  budget?: number | "auto";
  /** Cancels the job when aborted. */
  signal?: AbortSignalLike | null;
  /** Milliseconds until the release. 0 or above. Default 0. */
  delay?: number;
  /** Worst-case execution time, for admission tests, least laxity and total-bandwidth servers. Above 0. */
  wcet?: number;
}

/** How one job runs. */
export interface SubmitOptions<F extends AnyFunction = AnyFunction> extends CoreSubmitOptions<F>, LimitOptions {
  /**
   * What to do when the job is unfinished at its deadline: let it go on ("continue", the default), cancel it (`deadline_missed`), give
   * it another urgency, or call a function with it. "drop" cancels it already when it is to run and can no longer make it, by
   * its `wcet`.
   */
  onMiss?: OnJobMiss;
  /** Whatever belongs to the job, for policies and observers: they find it as `job.data`. The kernel does nothing with it. */
  data?: unknown;
  /** The resources with ceilings that it locks. */
  uses?: readonly ResourceUse[];
  /**
   * True: the job gets a structured clone of its arguments, made when it is submitted, a task's when the task starts or `release` is called
   * with arguments. So nobody changes them while it is suspended. Default false.
   */
  snapshot?: boolean;
}

/** As much of AbortSignal as is used. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}
