/** The options of schedulers and jobs. */

import type { Host, Overheads } from "../hosts/host.ts";
import type { CoreJob, Deadline } from "../kernel/core-job.ts";
import type { Job } from "../kernel/job.ts";
import type { LimitOptions, OnJobMiss } from "../limits/limit-options.ts";
import type { Observer } from "../observers/observer.ts";
import type { Policy } from "../policies/policy.ts";

/** Any function: the type that the options of jobs and tasks start from. */
export type AnyFunction = (...args: never[]) => unknown;

/** The result of a function's job: a generator's return value, a promise's value, or the value itself. */
export type JobValue<F extends AnyFunction> = JobResult<ReturnType<F>>;

/** The result of a job, by the return type of its function. */
export type JobResult<R> = R extends Generator<unknown, infer V, unknown> ? V : Awaited<R>;

/** Options for a function with the parameters `A`. The parameters are inferred from the function alone, and not from `args`. */
export type ForParameters<A extends readonly unknown[], Options extends { args?: unknown }> = Omit<Options, "args"> & {
  args?: Readonly<NoInfer<A>>;
};

/** The options but `args` and `thisArg`. A function that declares its `this` needs one. */
export type OptionsButArguments<Options, This> = Omit<Options, "args" | "thisArg"> &
  (unknown extends This ? { thisArg?: unknown } : { thisArg: This });

/**
 * What follows a function with the parameters `A`: its options. They may be left out if the function needs neither arguments nor a `this`.
 * (The first member is there for code that is generic in `A`.)
 */
export type JobOptions<A extends readonly unknown[], Options extends { args?: unknown }, This = unknown> =
  | [options: OptionsButArguments<Options, This> & { args: Readonly<NoInfer<A>> }]
  | ([] extends A
      ? unknown extends This
        ? [options?: ForParameters<A, Options> | undefined]
        : [options: OptionsButArguments<Options, This> & { args?: Readonly<NoInfer<A>> }]
      : never);

/** The same for what needs options in any case. */
export type NeededOptions<A extends readonly unknown[], Options extends { args?: unknown }, This = unknown> =
  | (OptionsButArguments<Options, This> & { args: Readonly<NoInfer<A>> })
  | ([] extends A ? OptionsButArguments<Options, This> & { args?: Readonly<NoInfer<A>> } : never);

/** The options of a task with a function of the parameters `A`: a periodic one needs the arguments, others get them with each release. */
export type ForTask<A extends readonly unknown[], Options extends { args?: unknown }, This = unknown> =
  | (OptionsButArguments<Options, This> & { args: Readonly<NoInfer<A>> })
  | (OptionsButArguments<Options, This> & { args?: Readonly<NoInfer<A>> } & ([] extends A
        ? unknown
        : { period?: never }));

/** The policies with a name: earliest deadline first, fixed priority, first in first out, round robin. */
export type PolicyName = "edf" | "fp" | "fifo" | "rr";

/** How jobs get the processor. Every option has a default. Times are milliseconds. */
export interface CoreOptions {
  /** How long a job runs before the kernel chooses again. Milliseconds above 0; Infinity: until it waits or ends. Default 1. */
  slice?: number;
  /**
   * Whether slices and rounds of a function end earlier if earlier ones were late by more than a tenth. They keep at least
   * half of their length. The aim is that 999 of 1000 slices are at most a tenth too long. Needs budget "auto".
   * Default: true, and false with an admission test, which assumes whole slices.
   */
  margin?: boolean;
  /**
   * How long jobs run before the event loop gets the thread. Milliseconds above 0; Infinity: until nothing is ready.
   * Default: 2 in Node, 5 elsewhere, ending just before the next display frame if the host knows when that is due.
   */
  round?: number;
  /**
   * How many preemption points a job passes before the clock is read.
   *
   * - "auto" (default) learns for each function how many take an eighth of the slice, or up to a quarter if the clock has
   *   coarse steps.
   * - An integer of 0 or more, for experiments.
   * - Infinity: 2^25, the largest budget. The clock is still read after that many.
   *
   * A more urgent job that the running job makes ready ends any budget. In loops with very short rounds, eight rounds are
   * one point, unless the code is compiled with `optimize: { lightRounds: false }`.
   */
  budget?: number | "auto";
  /**
   * When releases and alarms from outside take effect. "sliced" (default): after each slice. "ideal": after each budget, so
   * that a release takes over at the next preemption point. It costs one comparison per budget.
   */
  preemption?: "sliced" | "ideal";
  /**
   * Receives errors of jobs that no code awaits, and those of alarms and observers. Default: they are uncaught errors, like
   * those of timer callbacks: in Node an uncaught exception with exit code 1, in browsers an `error` event of the window.
   */
  onError?(error: unknown, job: CoreJob | undefined): void;
}

/** How a scheduler works. Every option has a default. Times are milliseconds. */
export interface SchedulerOptions extends CoreOptions {
  /**
   * Which job goes first: "edf" (earliest deadline first, default), "fp" (fixed priority, larger is more urgent), "fifo"
   * (first in, first out), "rr" (round robin), or a policy object, from this package or your own.
   */
  policy?: PolicyName | Policy;
  /** The platform: clock, timers, turns of the event loop. Default: the host for this browser or for Node. */
  host?: Host;
  /** Receives errors of jobs that no code awaits, and those of alarms and observers. Default: they are uncaught errors. */
  onError?: (error: unknown, job: Job | undefined) => void;
  /** Receive the scheduler's events. `observe` adds more later. Default: none. */
  observer?: Observer | readonly Observer[];
  /** What the platform costs, for `admit`. Default: the host's values. */
  overheads?: Overheads;
  /**
   * In development, the console reports, once per function: a job that keeps the thread for more milliseconds than this (and than
   * two slices), and a submitted function that loops and is not preemptable. (A job of any other
   * function that is not preemptable is reported after 10 ms, the second time.) Above 0; Infinity: no reports. Default 50; Infinity with a `host` of your own, as in tests. Production
   * (`process.env.NODE_ENV` is "production", or there is no `process`) never reports.
   */
  warnAfter?: number;
  /**
   * Whether functions that are not preemptable are refused (`not_preemptable`), when they are submitted or given as a task. In
   * production as well. Default false.
   */
  strict?: boolean;
}

/** A resource that jobs declare in `uses`. Protocols with ceilings must know the users beforehand. */
export interface DeclaredResource {
  /** The name of the resource. */
  readonly name: string;
  /** The protocol of the resource, such as "pip". */
  readonly protocol: string;
  /** @internal */
  readonly kernel: object;
  /** @internal */
  usedBy(priority: number, deadline: number): void;
}

/** A resource that a job locks. For admission, also the longest critical section in milliseconds. */
export type ResourceUse = DeclaredResource | { readonly resource: DeclaredResource; readonly section?: number };

/** How one job runs. */
export interface CoreSubmitOptions<F extends AnyFunction = AnyFunction> {
  /** Arguments of the function. The list is copied, a task's when it starts. Default: none. */
  args?: Parameters<F>;
  /** Its `this`. Default: undefined. */
  thisArg?: unknown;
  /**
   * The time by which the job should have ended. It sets how urgent the job is, and whether it was late. A missed deadline
   * does not cancel the job. (`onMiss`, `late` and `timeout` of the whole scheduler do.) Milliseconds after the release, above
   * 0, or `{ at }` an instant; Infinity: none. Default: that of the running job, otherwise none, the least urgent under EDF.
   */
  deadline?: Deadline;
  /** Any finite number, larger is more urgent. Default: that of the running job, otherwise 0. */
  priority?: number;
  /** Whether the running job's deadline and priority are the defaults. Default true. */
  inherit?: boolean;
  /** For messages and traces. Default: the function's name. */
  name?: string;
  /** Preemption points before the clock is read: see {@link SchedulerOptions.budget}. Default: the scheduler's. */
  budget?: number | "auto";
  /** Cancels the job when aborted. Default: none. */
  signal?: AbortSignalLike | null;
  /** Milliseconds until the release. 0 or above. Default 0. */
  delay?: number;
  /** Worst-case execution time in milliseconds, above 0: for admission tests, least laxity, total-bandwidth servers. Default: unknown. */
  wcet?: number;
}

/** How one job runs. */
export interface SubmitOptions<F extends AnyFunction = AnyFunction> extends CoreSubmitOptions<F>, LimitOptions {
  /**
   * What happens to a job that is unfinished at its deadline: it continues ("continue", the default), is cancelled
   * (`deadline_missed`), gets another urgency, or a function is called with it. "drop" cancels it earlier: when it is about to
   * run and its `wcet` no longer fits.
   */
  onMiss?: OnJobMiss;
  /** Your own data, which policies and observers find as `job.data`. The kernel does not use it. Default: undefined. */
  data?: unknown;
  /** The resources that the job locks. Protocols with ceilings need this. Default: none. */
  uses?: readonly ResourceUse[];
  /**
   * Whether the job gets a structured clone of its arguments, so that other code cannot change them while it is suspended. The
   * clone is made at the submission; for a task, when the task starts or `release` is called with arguments. Default false.
   */
  snapshot?: boolean;
}

/** The part of AbortSignal that schedulers use. */
export interface AbortSignalLike {
  /** Whether the signal was aborted. */
  readonly aborted: boolean;
  /** The reason of the abort. A cancelled job rejects with it. */
  readonly reason: unknown;
  /** Calls `listener` when the signal is aborted. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}
