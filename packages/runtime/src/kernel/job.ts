// Every entry point leads here. A project whose `lib` has no Disposable may check our declarations all the same.
/// <reference lib="esnext.disposable" preserve="true" />

/**
 * A job of the whole scheduler: what tasks, resources, servers, critical sections and those who await it know of it.
 */

import type { Context } from "../hosts/host.ts";
import { PreemptError } from "../input/errors.ts";
import type { Urgency } from "../policies/policy.ts";
import type { Place } from "../servers/line.ts";
import { CoreJob, type JobKernel, type JobSource, type JobState, type JobTimes, type Work } from "./core-job.ts";
import type { SubmittedAt } from "./job-stack.ts";
import type { HeapItem } from "./keyed-heap.ts";
import type { Lenders } from "./lenders.ts";
import type { Pending } from "./pending.ts";
import type { Duration, Instant } from "./time.ts";

const legal: Record<Exclude<JobState, "cancelled">, readonly JobState[]> = {
  released: ["ready", "cancelled"],
  ready: ["running", "cancelled"],
  running: ["ready", "blocked", "done", "failed", "cancelled"],
  blocked: ["ready", "done", "failed", "cancelled"],
  done: [],
  failed: [],
};

/** What a job can wait for that jobs hold: a resource, or another job's end. See inheritance.ts. */
export interface Waitable {
  readonly name: string;
  /** The jobs that keep `waiter` waiting. */
  holders(waiter: Job): readonly Job[];
  /** Whether waiters lend their urgency to the holders. */
  readonly lends: boolean;
  /** Whoever waits for it is let go on before there is a deadlock. */
  readonly closesNoCycle?: boolean;
  /**
   * Where some of several holders are enough: the jobs that can never go on if `waiter` waits for `what`, and what each waits for.
   * See resources/several-holders.ts.
   */
  stuck?(waiter: Job, what: Waitable): ReadonlyMap<Job, Waitable>;
  /** And whether `waiter` waits for ever if those do of whom `isStuck` says so. Default: if one of its holders does. */
  isKept?(waiter: Job, isStuck: (job: Job) => boolean): boolean;
  /** The waiter was cancelled: it does not come any more. */
  forget(waiter: Job): void;
  /** The urgency of a waiter has changed, by which it may be let go on. */
  askAgain?(): void;
}

/** Where a job waits for a resource. */
export interface WaitingIn {
  delete(job: Job): boolean;
  /** Returns those who may inherit another urgency by that. */
  rekeyed(job: Job): readonly Job[] | undefined;
}

/** A server in which a job runs: it has the urgency, and the time. See servers/. */
export interface JobServer {
  readonly name: string;
  /** What people hold. */
  readonly owner: object;
  readonly kernel: object;
  readonly urgency: Urgency;
  /** Set once it was disposed of: what it does no longer take, and what becomes of that. */
  readonly fate: "cancel" | "release" | undefined;
  /** A job of it has been accepted. */
  admitted(job: Job): void;
  /** Something that releases jobs for it, or is called at its cost, lasts until the result is called: it ends with the server. */
  keeps(source: Disposable): () => void;
  /** Place 6. For how long its job may run before it is charged. */
  left(now: Instant): Duration;
  /** Place 3. Whether `job` may go to the ready queue; else it is kept until the server lets it go. */
  isReady(job: Job, now: Instant): boolean;
  /** Place 7. */
  charge(spent: Duration, now: Instant): void;
  /** Whether it can pay for what is done for it outside of its jobs. */
  canPay(now: Instant): boolean;
  /** Place 10, and place 4 where the job may not start. */
  blocked(job: Job, now: Instant): void;
  /** Place 12. */
  ended(job: Job, now: Instant): void;
}

/** A group in which a job is: see groups/. */
export interface Grouping {
  readonly name: string;
  /** The job was submitted. */
  entered(job: Job): void;
  /** Place 3. Whether `job` may go to the ready queue; else it is kept until the group lets it go. */
  mayRun(job: Job): boolean;
  /** Whether it is paused for `job`. */
  keeps(job: Job): boolean;
  /** Place 4. Whether `job`, which is chosen, may start; else it is kept, and comes back when it may. */
  mayStart(job: Job): boolean;
  /** Place 12. */
  ended(job: Job): void;
}

/** What bounds a job: see limits/. */
export interface Limiting {
  /** Place 4. Whether it is refused if it has not started at its deadline. */
  readonly refusesLate: boolean;
  /** The job was submitted. */
  start(job: Job): void;
  /** Place 9. When the slice would have ended that it got last. */
  readonly wholeSlice: Instant;
  /** Place 6. When its slice ends, which begins now. */
  endOf(slice: Instant, job: Job, now: Instant): Instant;
  /** Place 7. It has run for a while. */
  ran(job: Job, now: Instant): void;
  /** Place 12. It has ended. */
  end(): void;
}

/** Something whose ceiling is no lower than the urgency of its users. */
export interface UnderCeiling {
  /** `deadline` is relative; Infinity if none. */
  usedBy(priority: number, deadline: number): void;
}

/** Something locked, to be unlocked at the latest when the job ends. */
export interface Held {
  unlock(): void;
}

interface Inspecting {
  stylize(text: string, style: string): string;
}
type Inspect = (value: unknown, options: object) => string;

/**
 * One activation of a function under a {@link Scheduler}. Await it for the function's result; times are in
 * milliseconds on the scheduler's clock.
 */
export class Job<T = unknown> extends CoreJob<T> {
  override readonly task: JobSource | undefined;
  /** What it was submitted with; undefined once it has ended. See {@link SubmitOptions.data}. */
  data: unknown;
  /** @internal What the policy orders by: the job itself, or the server in which it runs. */
  urgency: Urgency = this;
  /** @internal The smallest key of the jobs that wait for it, and of the ceilings it was raised to; its own is no larger. */
  inherited = Number.POSITIVE_INFINITY;
  /** @internal Critical sections held, and resources under "npcs". */
  sections = 0;
  /** @internal Those of them in which it may not wait. */
  noWaiting = 0;
  /** @internal The job of its task that has to end first, and that inherits its urgency. */
  ahead: Job | undefined;
  /** @internal The job of its task that comes after it. */
  next: Job | undefined;
  /** @internal Its release has come. */
  isDue = false;
  /** @internal Set while its deadline is watched. */
  watch: Pending | undefined;
  /** @internal What to do when the deadline is missed. */
  onMiss: ((job: Job) => void) | undefined;
  /** @internal Not worth running once its deadline is out of reach. */
  isFirm = false;
  /** @internal Milliseconds for which it ran other jobs, to enter exclusive units that they were in. */
  keptWaiting = 0;
  /** @internal */
  limits: Limiting | undefined;
  /** @internal The resources that it said it locks. */
  uses: readonly UnderCeiling[] | undefined;
  /** @internal What it has locked, in order. */
  held: Held[] | undefined;
  /** @internal Set while it waits for something that jobs hold. */
  waitsFor: Waitable | undefined;
  /** @internal Where it waits for that, if others do so too. */
  line: WaitingIn | undefined;
  /** @internal Its places there. */
  entries: readonly HeapItem[] | undefined;
  /** @internal What it was woken to take, and has not come to yet. */
  called: Waitable | undefined;
  /** @internal The jobs that inherit its urgency while it waits. */
  lendsTo: readonly Job[] | undefined;
  /** @internal Jobs that wait for this one or for what it holds. */
  waiters: Lenders | undefined;
  /** @internal The smallest ceiling that it was raised to. */
  raised = Number.POSITIVE_INFINITY;
  /** @internal */
  server: JobServer | undefined;
  /** The group through which it was submitted; undefined if there was none, and once it has ended. */
  group: Grouping | undefined;
  /** @internal Set when it was terminated: what its finalizers throw is no news. Declared, since every bundle has this class. */
  declare silent?: true;
  /** @internal An alarm of its server: it goes before the other jobs there. */
  isAlarm = false;
  /** @internal Where it stands among the jobs of its server that wait for their turn. */
  place: Place<Job> | undefined;
  /** @internal Where it was submitted, if that is known. */
  submittedAt: SubmittedAt | undefined;
  /** @internal What surrounded the one who submitted it. */
  context: Context | undefined;
  /** @internal Those submitted before and after it that have not ended: see lifetime/living-jobs.ts. */
  older: Job | undefined;
  /** @internal */
  newer: Job | undefined;

  /** @internal */
  constructor(kernel: JobKernel, times: JobTimes, work: Work) {
    super(kernel, times, work);
    this.task = times.task;
  }

  /** The function that it runs; undefined once it has ended. */
  get fn(): ((...args: never[]) => unknown) | undefined {
    return this.work?.fn as ((...args: never[]) => unknown) | undefined;
  }

  /** @internal */
  override get isBlocked(): boolean {
    return super.isBlocked || this.waitsFor !== undefined;
  }

  /** @internal */
  isOf(kernel: JobKernel): boolean {
    return this.kernel === kernel;
  }

  /** @internal Runs in `server`. */
  enter(server: JobServer | undefined): void {
    this.server = server;
    this.urgency = server?.urgency ?? this;
  }

  /** @internal */
  override moveTo(state: JobState): void {
    if (this.state === "cancelled") return;
    if (!legal[this.state].includes(state)) {
      throw new PreemptError("job_transition", `job ${this.id} cannot go from ${this.state} to ${state}.`);
    }
    (this as { state: JobState }).state = state;
  }

  /** @internal */
  override letGo(): void {
    super.letGo();
    this.onMiss = undefined;
    this.limits = undefined;
    this.watch = undefined;
    this.server = undefined;
    this.group = undefined;
    this.urgency = this;
    this.uses = undefined;
    this.held = undefined;
    this.waitsFor = undefined;
    this.line = undefined;
    this.entries = undefined;
    this.called = undefined;
    this.waiters = undefined;
    this.lendsTo = undefined;
    this.ahead = undefined;
    this.next = undefined;
    this.sections = 0;
    this.noWaiting = 0;
    this.submittedAt = undefined;
    this.data = undefined;
  }

  /** For logs: what the job is and when, without what it works with. */
  toJSON(): object {
    const { id, name, state, arrival, release, deadline, priority, start, finish, executionTime, missed } = this;
    return { id, name, state, arrival, release, deadline, priority, start, finish, executionTime, missed };
  }

  /** @internal The same for Node's console, as it shows an object of any class. */
  [Symbol.for("nodejs.util.inspect.custom")](depth: number, options: Inspecting, inspect: Inspect): string {
    return depth < 0 ? options.stylize("[Job]", "special") : `Job ${inspect(this.toJSON(), { ...options, depth })}`;
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Job";
  }
}
