/**
 * The least of a scheduler: jobs one by one, by a policy, on a host. What else there is builds on it: see scheduler.ts.
 */
import { unlimited } from "./budget.ts";
import { checkBudget, checkWork } from "./checks.ts";
import { callable, notNegative, positive } from "./errors.ts";
import type { Host } from "./host.ts";
import type { Callable } from "./intrinsics.ts";
import { absolute, Job, type JobServer, type JobSource } from "./job.ts";
import { Kernel } from "./kernel.ts";
import type {
  AbortSignalLike,
  AnyFunction,
  CoreOptions,
  JobValue,
  ResourceUse,
  ResourceUser,
  SubmitOptions,
} from "./options.ts";
import { edf } from "./policies/edf.ts";
import type { Policy } from "./policies/policy.ts";
import { at, type Instant, lasting, never } from "./time.ts";

/** The options whatever the function's parameters are. */
type AnyOptions = Omit<SubmitOptions, "args"> & { args?: readonly unknown[] };

/** What one job is made of, beside its function and options. */
interface JobTimes {
  readonly id: string;
  readonly arrival: Instant;
  readonly release: Instant;
  readonly deadline: Instant;
  readonly priority: number;
  readonly task: JobSource | undefined;
}

/** As {@link Scheduler}, without tasks, alarms, sections, observers and admission: they stay out of the bundle. */
export class CoreScheduler {
  /** @internal Where resources and servers take hold. */
  readonly kernel: Kernel;
  readonly #budget: number | "auto";
  #submitted = 0;

  /** @throws PreemptError for an option out of range; the message says how to mend it */
  constructor(options: CoreOptions & { readonly host: Host; readonly policy?: Policy }) {
    const { policy = edf, slice = 1, round = 5, budget = "auto", host, onError } = options;
    this.#budget = budget;
    checkBudget(budget, "the budget");
    this.kernel = new Kernel({
      policy,
      slice: lasting(positive(slice, { name: "slice", what: "the slice" })),
      round: lasting(positive(round, { name: "round", what: "the round" })),
      fixedRound: options.round !== undefined,
      ideal: options.preemption === "ideal",
      host,
      onError,
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
    return this.submitTo(undefined, fn, options);
  }

  /** @internal As {@link submit}, in a server. */
  submitTo<F extends AnyFunction>(server: JobServer | undefined, fn: F, options: SubmitOptions<F>): Job<JobValue<F>> {
    const what = checkSubmit(fn, options);
    const now = this.kernel.now();
    const release = at(now + notNegative(options.delay ?? 0, { name: "delay", what: `the delay of ${what}` }));
    const { running } = this.kernel;
    const parent = options.inherit === false ? undefined : running;
    const priority = options.priority ?? parent?.priority ?? 0;
    const deadline =
      options.deadline === undefined ? at(parent?.deadline ?? never) : absolute(options.deadline, release, what);
    declareUses(options.uses, { name: what, priority, deadline: deadline - release });
    const id = `T0J${this.#submitted++}`;
    const job = this.makeJob(fn, options, { id, arrival: release, release, deadline, priority, task: undefined });
    // Nobody leaves a server by what he asks for.
    job.server = server ?? running?.server;
    this.#admit(job, options.signal, now);
    return job as Job<JobValue<F>>;
  }

  /** The time now, in milliseconds on the scheduler's clock. */
  now(): number {
    return this.kernel.now();
  }

  /** The job that is running; undefined between jobs. */
  get currentJob(): Job | undefined {
    return this.kernel.running;
  }

  /** Resolves when every job has ended; releases that periodic tasks have yet to make do not count. */
  idle(): Promise<void> {
    return this.kernel.idle();
  }

  /** @internal */
  protected makeJob(fn: AnyFunction, options: AnyOptions, times: JobTimes): Job {
    const budget = options.budget ?? this.#budget;
    const run = fn as unknown as Callable;
    return new Job({
      ...times,
      name: options.name ?? (fn.name || times.id),
      wcet: options.wcet ?? 0,
      work: {
        fn: run,
        thisArg: options.thisArg,
        args: [...(options.args ?? [])],
        budget: budget === "auto" ? this.kernel.paceOf(run) : Math.min(budget, unlimited),
      },
      kernel: this.kernel,
    });
  }

  #admit(job: Job, signal: AbortSignalLike | undefined, now: Instant): void {
    this.kernel.admit(job, now);
    if (signal === undefined || job.isSettled) return;
    if (signal.aborted) {
      job.cancel(signal.reason);
      return;
    }
    const abort = () => job.cancel(signal.reason);
    signal.addEventListener("abort", abort);
    job.ended = () => signal.removeEventListener("abort", abort);
  }
}

export function declareUses(uses: readonly ResourceUse[] = [], user: ResourceUser): void {
  for (const use of uses) ("resource" in use ? use.resource : use).usedBy(user);
}

function checkSubmit(fn: AnyFunction, options: AnyOptions): string {
  callable(fn, { name: "job", what: "what was submitted" });
  const what = `"${options.name ?? (fn.name || "a job")}"`;
  checkWork(what, options);
  return what;
}
