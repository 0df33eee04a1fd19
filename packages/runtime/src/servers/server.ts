/**
 * A server: a container for jobs of which nobody knows how much they will compute. It has a budget per period, and
 * its jobs get the processor, one after the other, only as the server's budget and urgency allow. So whatever they do,
 * the tasks outside lose no more than its kind says: to a polling server as much as to one periodic task with that budget
 * as its execution time, to the others a little more within short windows of time (see ServerKind).
 *
 * What a budget is overrun by (jobs are charged at preemption points) is paid back from the next one.
 *
 * A job that is out of budget while it has a resource keeps those waiting who need it; inside a critical section it
 * goes on, and the server pays back.
 */
import type { ServerKind } from "../admission.ts";
import { checkName } from "../checks.ts";
import { finite, PreemptError, positive, refuse } from "../errors.ts";
import type { Callable } from "../intrinsics.ts";
import type { Job, JobServer } from "../job.ts";
import type { Kernel } from "../kernel.ts";
import { namesOf, refuseUnknown } from "../known-names.ts";
import type { ForParameters, JobResult, SubmitOptions } from "../options.ts";
import type { Urgency } from "../policies/policy.ts";
import type { Scheduler } from "../scheduler.ts";
import { type Duration, type Instant, lasting, never, rounding } from "../time.ts";
import { wholeKernel } from "../whole-kernel.ts";
import { Line, type Place } from "./line.ts";

/** How much a server may take. Times in milliseconds. */
export interface ServerOptions {
  /** For messages and traces. Default: the kind of server. */
  readonly name?: string;
  /** Time for its jobs in each period. Above 0, at most the period. */
  readonly budget: number;
  /** Above 0, and finite. */
  readonly period: number;
  /** Under fixed priorities: of all its jobs. Any finite number, larger is more urgent. Default 0. */
  readonly priority?: number;
}

/**
 * So many budgets a stretch costs though nothing shows that the job computed. More would keep a server dark for longer after
 * a stop; fewer would let more go by where a host does not know the processor's time, as in browsers.
 */
const mostUnproved = 4;

const serverNames = namesOf<ServerOptions>({ name: 1, budget: 1, period: 1, priority: 1 });

/**
 * What all servers have in common: the queue of jobs, and the account. A server lasts as long as its scheduler, and so does
 * what {@link Scheduler.admit} keeps for it.
 */
export abstract class Server {
  readonly name: string;
  /** Time for its jobs in each period, in milliseconds. */
  readonly budget: Duration;
  /** In milliseconds. */
  readonly period: Duration;
  /** What is left of the budget. Below 0: overrun, to be paid back. */
  protected left: number;
  /** Its urgency, in place of that of its jobs. */
  protected readonly urgency: { -readonly [K in keyof Urgency]: Urgency[K] };
  /** @internal */
  protected readonly kernel: Kernel;
  readonly #rt: Scheduler;
  readonly #port: JobServer;
  /** The server whose code made this one: all that is submitted here runs there. */
  readonly #outer: JobServer | undefined;
  /** What the host said of the processor's time, and when: little before the job got the thread. */
  #cpuSeen = 0;
  #cpuSeenAt = Number.NaN;
  /** The job that may run. */
  #active: Job | undefined;
  /** The job that an alarm has taken the turn from while it had the thread: it comes first once it is suspended. */
  #displaced: Job | undefined;
  /** Those that wait for their turn, first come, first served: alarms, those that have begun, those that have not. */
  readonly #alarms = new Line<Job>();
  readonly #begun = new Line<Job>();
  readonly #queue = new Line<Job>();

  /** @throws PreemptError if the budget or period is not above 0, the period not finite, or the budget above the period */
  constructor(rt: Scheduler, kind: ServerKind, options: ServerOptions) {
    const { name = kind, priority = 0, budget, period } = options ?? {};
    checkName(name, "a server");
    refuseUnknown(options ?? {}, serverNames, `server "${name}"`, true);
    const what = (of: string) => `the ${of} of server "${name}"`;
    this.name = name;
    this.kernel = wholeKernel(rt, `server "${name}"`);
    this.budget = positive(budget, "budget", what("budget"));
    this.period = positive(period, "period", what("period"));
    if (period === never) refuse("period_not_finite", what("period"), "Infinity", "a finite number of milliseconds");
    if (this.budget > this.period) {
      throw new PreemptError(
        "budget_above_period",
        `server "${name}" has a budget of ${this.budget} ms in a period of ${this.period} ms. Give a budget of at most the period.`,
      );
    }
    finite(priority, "priority", what("priority"));
    this.#rt = rt;
    this.left = this.budget;
    // What was made first is the first that came, wherever the clock started.
    this.urgency = { release: this.kernel.now(), deadline: never, priority, wcet: 0, executionTime: 0 };
    // A server that is made in a server is no way out of it.
    this.#outer = this.kernel.server;
    this.kernel.useServers();
    this.#port = {
      name: `server "${name}"`,
      owner: this,
      kernel: this.kernel,
      urgency: this.urgency,
      left: (now) => this.#leftAt(now),
      isReady: (job, now) => this.#isReady(job, now),
      charge: (spent, now) => this.#charge(spent, now),
      blocked: (job, now) => this.#leaves(job, now),
      ended: (job, now) => this.#leaves(job, now),
      canPay: (now) => this.canPay(now),
    };
    const model = { name, period: this.period, deadline: this.period, wcet: this.budget, priority, server: kind };
    rt.reserve(model, (now) => this.hasCaughtUp(now));
  }

  /** The share of the processor that it may take. */
  get bandwidth(): number {
    return this.budget / this.period;
  }

  /** Jobs in it that have not ended and wait for their turn. */
  get waiting(): number {
    return this.#alarms.size + this.#begun.size + this.#queue.size;
  }

  /**
   * As {@link Scheduler.submit}, in this server; whatever it starts in turn is in the server too. Its own deadline
   * says when the job is late, its own priority nothing.
   */
  submit<A extends readonly unknown[], R>(
    fn: (...args: A) => R,
    options?: ForParameters<A, SubmitOptions>,
  ): Job<JobResult<R>> {
    return this.#rt.submitTo(this.#outer ?? this.#port, fn, options, false, this.submit as Callable);
  }

  /** The first job comes after a time without any. */
  protected abstract arrive(now: Instant): void;
  /** The last job has ended or waits. */
  protected abstract becameIdle(now: Instant): void;
  /** The budget is used up. */
  protected abstract exhausted(now: Instant): void;
  /** Whether the active job may run now; else {@link resume} has to be called later. */
  protected abstract mayRun(now: Instant): boolean;
  /** Whether it takes no more from now on than it could if it had no job before: nobody has kept it from its budget. */
  protected abstract hasCaughtUp(now: Instant): boolean;

  /** Whether there is budget for what is done for it outside of its jobs. */
  protected abstract canPay(now: Instant): boolean;

  /** For how long its job may run before it is charged. There is something left. */
  protected allowance(_now: Instant): number {
    return this.left;
  }

  /** Nothing is left of the budget: a clock counts in fractions, and what is left of rounding is nothing. */
  protected isUsedUp(now: Instant): boolean {
    return this.left <= Math.min(rounding(now), this.budget / 2);
  }

  /** For so long the whole process was stopped while its job had the thread. */
  protected stood(_time: number): void {}

  /** Takes `spent` from the budget. */
  protected account(spent: Duration, _now: Instant): void {
    this.left -= spent;
  }

  /** The server's urgency changed. */
  protected reorder(): void {
    if (this.#active !== undefined) this.kernel.rekey(this.#active);
  }

  /** There is budget again. */
  protected resume(): void {
    if (this.#active !== undefined) this.kernel.makeReady(this.#active);
  }

  /** Whether it has a job that can run. */
  protected get isServing(): boolean {
    return this.#active !== undefined;
  }

  #isReady(job: Job, now: Instant): boolean {
    if (this.#active === undefined) {
      this.arrive(now);
      this.#active = job;
    }
    if (job.isAlarm && this.#active.isAlarm === false && this.#active !== job) this.#displace(job, this.#active);
    if (this.#active !== job) {
      // What it is in the middle of, in a critical section, it goes on with.
      if (job.sections > 0) return true;
      job.place ??= this.#lineUp(job);
      return false;
    }
    return job.sections > 0 || this.mayRun(now);
  }

  #leftAt(now: Instant): Duration {
    if (!(now - this.#cpuSeenAt < this.budget)) {
      this.#cpuSeenAt = now;
      this.#cpuSeen = this.#cpuTime();
    }
    // In a critical section with nothing left it goes on, and is charged for it.
    return lasting(this.isUsedUp(now) ? never : this.allowance(now));
  }

  /**
   * What of a stretch its jobs have to pay for. The clock goes on while the process is stopped: by a breakpoint, a laptop that
   * sleeps, a signal. So a stretch of many budgets costs no more than the processor was used, or few budgets where that is
   * less or not known: calls that wait, in place of computing, keep others from the thread as well.
   */
  #payable(spent: Duration): Duration {
    const few = this.budget * mostUnproved;
    if (spent <= few) return spent;
    const computed = this.#cpuTime() - this.#cpuSeen;
    return lasting(Math.min(spent, Math.max(few, computed)));
  }

  /** Of the thread so far, in milliseconds; 0 where the host does not know, or fails. */
  #cpuTime(): number {
    try {
      return this.kernel.host.cpuTime?.() ?? 0;
    } catch (error) {
      this.kernel.report(error, undefined);
      return 0;
    }
  }

  #charge(spent: Duration, now: Instant): void {
    const payable = this.#payable(spent);
    if (payable < spent) this.stood(spent - payable);
    this.account(payable, now);
    this.urgency.executionTime += payable;
    if (!this.isUsedUp(now)) return;
    this.exhausted(now);
    this.#rt.forgetStopped();
  }

  /** An alarm takes the turn: a job that does not end would keep it away for ever, even one by which it is to be ended. */
  #displace(alarm: Job, active: Job): void {
    this.#active = alarm;
    if (this.kernel.running === active || active.sections > 0) this.#displaced = active;
    else {
      this.kernel.setAside(active);
      active.place ??= (active.start === undefined ? this.#queue : this.#begun).unshift(active);
    }
  }

  #lineUp(job: Job): Place<Job> {
    if (job.isAlarm) return this.#alarms.push(job);
    if (job.start === undefined) return this.#queue.push(job);
    if (job !== this.#displaced) return this.#begun.push(job);
    this.#displaced = undefined;
    return this.#begun.unshift(job);
  }

  #leaves(job: Job, now: Instant): void {
    if (this.#displaced === job) this.#displaced = undefined;
    if (this.#active !== job) {
      leaveLine(job);
      return;
    }
    this.#active = undefined;
    const next = this.#alarms.first ?? this.#begun.first ?? this.#queue.first;
    if (next === undefined) {
      this.becameIdle(now);
      this.#rt.forgetStopped();
      return;
    }
    leaveLine(next);
    this.#active = next;
    this.kernel.makeReady(next);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Server";
  }
}

function leaveLine(job: Job): void {
  const { place } = job;
  if (place === undefined) return;
  job.place = undefined;
  place.line.leave(place);
}
