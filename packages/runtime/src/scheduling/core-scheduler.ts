/**
 * The smallest scheduler: single jobs, by a policy, on a host. scheduler.ts builds on it.
 */
// biome-ignore assist/source/organizeImports: its long text is to stand first in a bundle, not between files that compress well beside each other
import { later, never } from "../kernel/time.ts";
import { room } from "../realm/room.ts";
import { type Allowance, fixedAllowance, Pace } from "../pacing/budget.ts";
import type { KernelOptions } from "../kernel/kernel-options.ts";
import type { Host } from "../hosts/host.ts";
import { refuseAsyncGenerator } from "../protocol/async-generator.ts";
import { absolute, type CoreJob, type JobTimes, type Work } from "../kernel/core-job.ts";
import { CoreKernel } from "../kernel/core-kernel.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { checkBudget, checkOptions, checkWork } from "../input/checks.ts";
import { callable, notNegative, positive } from "../input/errors.ts";
import { abortSignal, bool, callback, list, nameText, type OptionTable, tableOf, word } from "@preempt/checks";
import type { AnyFunction, CoreOptions, CoreSubmitOptions, JobOptions, JobResult } from "../input/options.ts";
import { edf } from "../policies/edf.ts";
import type { Policy } from "../policies/policy.ts";

declare const process: { readonly env: { readonly NODE_ENV?: string } };

interface Tables {
  readonly scheduler: OptionTable;
  readonly job: OptionTable;
}

/**
 * In development, the core refuses options that do not exist or are of another kind. Bundles of production have no room for their
 * names; there it checks its numbers alone.
 */
let tables: Tables | undefined;
try {
  if (process.env.NODE_ENV !== "production") {
    tables = {
      scheduler: tableOf<CoreOptions & { host: Host; policy: Policy }>({
        slice: 1,
        margin: bool,
        round: 1,
        budget: 1,
        preemption: word("sliced", "ideal"),
        onError: callback,
        host: {
          code: "_not_a_host",
          give: "nodeHost() or browserHost()",
          accepts: (host) => typeof (host as Host | null)?.now === "function",
        },
        policy: {
          code: "_unknown",
          give: "an object with a name and key(job), such as edf",
          accepts: (policy) => typeof (policy as Policy | null)?.key === "function",
        },
      }),
      job: tableOf<CoreSubmitOptions>({
        args: list,
        thisArg: 1,
        deadline: 1,
        priority: 1,
        inherit: bool,
        name: nameText,
        budget: 1,
        signal: abortSignal,
        delay: 1,
        wcet: 1,
      }),
    };
  }
} catch {
  // A page without a bundler is not in development.
}

/** The options whatever the function's parameters are. */
type AnyOptions = Omit<CoreSubmitOptions, "args"> & { args?: readonly unknown[] };

/** A scheduler without tasks, alarms, sections, observers and admission, which then stay out of the bundle. */
export class CoreScheduler<J extends CoreJob = CoreJob> {
  /** @internal */
  readonly kernel: CoreKernel;
  readonly #budget: number | "auto";
  readonly #paces = new WeakMap<Callable, Pace>();
  #submitted = 0;

  /** @throws PreemptError for an option out of range; the message names the remedy */
  constructor(options: CoreOptions & { readonly host: Host; readonly policy?: Policy }) {
    if (tables && new.target === CoreScheduler) checkOptions(options, "the scheduler", tables.scheduler);
    const { policy = edf, slice = 1, round = 5, budget = "auto" } = options;
    this.#budget = budget;
    checkBudget(budget, "the budget");
    this.kernel = this.makeKernel({
      ...options,
      policy,
      slice: positive(slice, "slice", "the slice"),
      round: positive(round, "round", "the round"),
      fixedRound: options.round !== undefined,
      ideal: options.preemption === "ideal",
    });
  }

  /**
   * Releases one job of `fn`.
   *
   * An annotated function is preempted at its preemption points, a generator function at each `yield`. Any other function
   * runs to its end once it is dispatched.
   *
   * `args` are those of the function. If it is overloaded, TypeScript sees its last signature; submit a function that calls another.
   *
   * @throws PreemptError if `fn` is not a function or an option is out of range
   */
  submit<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    ...[options = {}]: JobOptions<A, CoreSubmitOptions, T>
  ): CoreJob<JobResult<R>> {
    if (tables) checkOptions(options, "a job", tables.job);
    return this.start(this.prepare(fn, options as AnyOptions), options as AnyOptions) as CoreJob as CoreJob<
      JobResult<R>
    >;
  }

  /** The time now, in milliseconds on the scheduler's clock. */
  now(): number {
    return this.kernel.now();
  }

  /** The job that is running; undefined between jobs. */
  get currentJob(): J | undefined {
    return this.kernel.caller as J | undefined;
  }

  /**
   * Resolves when every job has ended; releases that periodic tasks have yet to make do not count. Not for a job to await: it
   * would wait for its own end. The whole scheduler tells it so (`deadlock`), as far as it can see what a job awaits.
   */
  idle(): Promise<void> {
    return this.kernel.idle();
  }

  /** @internal */
  protected makeKernel(options: KernelOptions): CoreKernel {
    return new CoreKernel(options);
  }

  /** @internal A job, made and checked. */
  protected prepare(fn: AnyFunction, options: AnyOptions): J {
    room();
    const { deadline, delay = 0 } = options;
    const what = checkSubmit(fn, options);
    const release = later(this.kernel.now(), notNegative(delay, "delay", `the delay of ${what}`));
    const parent = options.inherit === false ? undefined : this.kernel.caller;
    const times: JobTimes = {
      id: `T0J${this.#submitted++}`,
      arrival: release,
      release,
      deadline: deadline === undefined ? (parent?.deadline ?? never) : absolute(deadline, release, what),
      priority: options.priority ?? parent?.priority ?? 0,
    };
    return this.kernel.makeJob(times, this.workOf(fn, options)) as J;
  }

  /** @internal Lets the kernel have a job that was just prepared. */
  protected start(job: J, { delay = 0, signal }: AnyOptions): J {
    const abort = () => job.cancel(signal?.reason);
    // First, so that nothing runs of what is refused for its signal.
    const isAborted = signal?.aborted;
    if (signal) {
      signal.addEventListener("abort", abort);
      job.ended = () => signal.removeEventListener("abort", abort);
    }
    this.kernel.admit(job, delay);
    if (isAborted) abort();
    return job;
  }

  /** @internal */
  protected workOf(fn: AnyFunction, options: AnyOptions): Work {
    const { thisArg, args = [], budget = this.#budget, name, wcet } = options;
    const run = fn as unknown as Callable;
    const allowance = budget === "auto" ? this.#paceOf(run) : fixedAllowance(budget);
    return { fn: run, thisArg, args: [...args], allowance, name, wcet };
  }

  /** All jobs of a function share what is known of it. */
  #paceOf(fn: Callable): Allowance {
    let pace = this.#paces.get(fn);
    if (pace === undefined) {
      pace = new Pace();
      this.#paces.set(fn, pace);
    }
    return pace;
  }
}

function checkSubmit(fn: AnyFunction, options: AnyOptions): string {
  callable(fn, "job", "what was submitted");
  const what = `"${options.name ?? (fn.name || "a job")}"`;
  refuseAsyncGenerator(fn, "job", `what was submitted as ${what}`);
  checkWork(what, options);
  return what;
}
