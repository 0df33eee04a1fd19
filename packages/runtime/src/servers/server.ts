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
 *
 * It is long because each kind of server changes steps of one accounting: they stand here together, beside what all kinds do.
 */

import { finiteNumber, nameText, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { ForParameters, JobOptions, JobResult, SubmitOptions } from "../input/options.ts";
import type { Job, JobServer } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type Duration, type Instant, lasting, never, rounding } from "../kernel/time.ts";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import type { Urgency } from "../policies/policy.ts";
import type { Callable } from "../realm/intrinsics.ts";
import type { ServerKind, TaskModel } from "../scheduling/admission.ts";
import type { Reservation } from "../scheduling/admissions.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { refuseDisposed } from "./disposed.ts";
import { Line, type Place } from "./line.ts";
import { checkFate, type DisposeOptions, disposeTable, Members } from "./members.ts";
import { checkShare, type Share } from "./share.ts";

/** The budget of a server. Times are milliseconds. */
export interface ServerOptions {
  /** For messages and traces. Default: the kind of server. */
  readonly name?: string;
  /** Time for its jobs in each period. Above 0, at most the period. */
  readonly budget: number;
  /** Time after which the budget is replenished. Above 0, and finite. */
  readonly period: number;
  /** Under fixed priorities: the priority of all its jobs. Any finite number, larger is more urgent. Default 0. */
  readonly priority?: number;
}

/** The options of a server that may change while it runs. Options that are left out stay as they are. */
export type ServerChange = Partial<Omit<ServerOptions, "name">>;

/**
 * So many budgets a stretch costs though nothing shows that the job computed. More would keep a server dark for longer after
 * a stop; fewer would let more go by where a host does not know the processor's time, as in browsers.
 */
const mostUnproved = 4;

// Budget and period are checked together.
const changing = { budget: 1, period: 1, priority: finiteNumber } as const;
const changeTable = tableOf<ServerChange>(changing);
const serverTable = tableOf<ServerOptions>({ ...changing, name: nameText });

/**
 * What all servers have in common: the queue of jobs, and the accounting. A server lasts until it is disposed of.
 * {@link Scheduler.admit} keeps its share for it as long.
 */
export abstract class Server implements Disposable {
  /** The name, for messages and traces. */
  readonly name: string;
  /** What it may take now, and from the next replenishment on. */
  protected share: Share;
  #nextShare: Share | undefined;
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
  readonly #members = new Members();
  readonly #kind: ServerKind;
  readonly #reservation: Reservation | undefined;
  #fate: "cancel" | "release" | undefined;

  /** @throws PreemptError if the budget or period is not above 0, the period not finite, or the budget above the period */
  constructor(rt: Scheduler, kind: ServerKind, options: ServerOptions) {
    const { name = kind, priority = 0, budget, period } = options ?? {};
    refuseWrong(options ?? {}, serverTable, `server "${String(name)}"`, true);
    this.name = name;
    this.kernel = wholeKernel(rt, `server "${name}"`);
    this.share = checkShare(name, { budget, period });
    this.#kind = kind;
    this.#rt = rt;
    this.left = this.share.budget;
    // What was made first is the first that came, wherever the clock started.
    this.urgency = {
      name,
      server: this,
      release: this.kernel.now(),
      deadline: never,
      priority,
      wcet: 0,
      executionTime: 0,
    };
    // A server that is made in a server is no way out of it.
    this.#outer = this.kernel.server;
    this.kernel.useServers();
    const fate = () => this.#fate;
    this.#port = {
      name: `server "${name}"`,
      owner: this,
      kernel: this.kernel,
      urgency: this.urgency,
      get fate() {
        return fate();
      },
      admitted: (job) => this.#members.add(job),
      keeps: (source) => this.#members.keep(source),
      // Places 6, 3, 7, 10 and 12 of the round.
      left: (now) => this.#leftAt(now),
      isReady: (job, now) => this.#isReady(job, now),
      charge: (spent, now) => this.#charge(spent, now),
      blocked: (job, now) => this.#leaves(job, now),
      ended: (job, now) => {
        this.#members.delete(job);
        this.#leaves(job, now);
      },
      canPay: (now) => this.canPay(now),
    };
    this.#reservation = rt.reserve(this.#model(this.share), (now) => this.#hasCaughtUp(now));
  }

  /** Time for its jobs in each period, in milliseconds, as it is now. See {@link update}. */
  get budget(): Duration {
    this.keepTime(this.kernel.now());
    return this.share.budget;
  }

  /** Its period in milliseconds, as it is now. See {@link update}. */
  get period(): Duration {
    this.keepTime(this.kernel.now());
    return this.share.period;
  }

  /** Under fixed priorities: the priority of all its jobs. */
  get priority(): number {
    return this.urgency.priority;
  }

  /** The share of the processor that it may take: budget / period. */
  get bandwidth(): number {
    return this.budget / this.period;
  }

  /** Whether {@link dispose} was called. */
  get disposed(): boolean {
    return this.#fate !== undefined;
  }

  /** Jobs in it that have not ended and wait for their turn. */
  get waiting(): number {
    return this.#alarms.size + this.#begun.size + this.#queue.size;
  }

  /**
   * Submits a job to this server, as {@link Scheduler.submit} does. What the job starts is in the server too. The job's own
   * deadline says when it is late. Its own priority has no effect.
   */
  submit<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    ...[options]: JobOptions<A, SubmitOptions, T>
  ): Job<JobResult<R>> {
    if (this.#fate !== undefined) refuseDisposed(this.#port.name, "a job");
    const server = this.#outer ?? this.#port;
    const job = this.#rt.submitTo(
      server,
      fn,
      options as ForParameters<A, SubmitOptions> | undefined,
      false,
      this.submit as Callable,
    );
    if (server !== this.#port) this.#watch(job as Job);
    return job;
  }

  /**
   * Changes its budget, period or priority while it runs.
   *
   * - A larger budget in the same period takes effect at once. The server has what it would have if the budget had been as large
   *   since its last replenishment. (A polling server that has used its budget up, or lost it, gets more with the next one.)
   * - A smaller budget, and another period, take effect with the next replenishment, because the current budget was promised, and
   *   may be spent in part. {@link budget} and {@link period} show the old values until then. (Brandt et al., "Dynamic integrated
   *   scheduling", 2003, change rates and periods in this way without a missed deadline.)
   * - A priority takes effect at once.
   *
   * The last call counts. {@link Scheduler.admit} counts the larger of the old and the new value until no job of a task is unfinished
   * and no server is behind. The change itself is not tested for admission, and neither is a new server.
   *
   * @throws PreemptError for an option out of range: then nothing changes
   */
  update(change: ServerChange): void {
    checkOptions(change, `the change of server "${this.name}"`, changeTable);
    const now = this.kernel.now();
    this.keepTime(now);
    const last = this.#nextShare ?? this.share;
    const { budget = last.budget, period = last.period, priority = this.priority } = change ?? {};
    const share = checkShare(this.name, { budget, period });
    if (this.#fate !== undefined) refuseDisposed(this.#port.name, "a change");
    const more = share.budget - this.share.budget;
    this.#nextShare = undefined;
    if (share.period === this.share.period && more >= 0) {
      this.share = share;
      if (more > 0) this.grow(more, now);
    } else this.#nextShare = share;
    const isMoved = priority !== this.urgency.priority;
    this.urgency.priority = priority;
    this.#reservation?.change(this.#model(share));
    // Those that wait for something lend their urgency as well.
    if (isMoved) for (const job of this.#members.jobs) this.kernel.rekey(job);
    this.keepTime(now);
  }

  /**
   * Ends the server. From now on it takes no jobs (`server_disposed`), and its share of the processor is free for others.
   * {@link Scheduler.admit} counts it until no job of a task is unfinished and no server is behind. If its jobs are cancelled, their
   * `finally` blocks still run in the server. A second call has no effect. The cost depends on its jobs alone, not on the number
   * of servers.
   *
   * If code in another server created this one, its jobs run in that other server. Cancelled, they end. Released, they stay there.
   *
   * @throws PreemptError for an option out of range
   */
  dispose(options: DisposeOptions = {}): void {
    checkOptions(options, `dispose() of server "${this.name}"`, disposeTable);
    const fate = checkFate(options?.jobs, this.name);
    if (this.#fate !== undefined) return;
    this.#fate = fate;
    this.#reservation?.change(undefined);
    if (fate === "cancel") this.#members.cancel(options?.reason);
    else if (this.#outer === undefined) for (const job of this.#members.jobs) this.#release(job);
  }

  /** Ends the server as {@link dispose} does, and cancels its jobs. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** It runs in the server around this one, and is cancelled with this one. */
  #watch(job: Job): void {
    if (job.finish !== undefined) return;
    const { ended } = job;
    this.#members.add(job);
    job.ended = () => {
      this.#members.delete(job);
      ended?.();
    };
  }

  #release(job: Job): void {
    const now = this.kernel.now();
    // In a line, or without a budget: else it is in the ready queue, or is not ready.
    const isKept = job.place !== undefined || job === this.#active;
    leaveLine(job);
    this.#members.delete(job);
    if (this.#displaced === job) this.#displaced = undefined;
    if (this.#active === job) {
      this.#active = undefined;
      this.becameIdle(now);
    }
    job.isAlarm = false;
    this.kernel.leaveServer(job, isKept);
  }

  #model({ budget, period }: Share): TaskModel {
    const { name, priority } = this;
    return { name, period, deadline: period, wcet: budget, priority, server: this.#kind };
  }

  #hasCaughtUp(now: Instant): boolean {
    // What is disposed of and has no jobs takes nothing.
    if (this.#fate !== undefined && !this.isServing) return true;
    return this.#nextShare === undefined && this.hasCaughtUp(now);
  }

  /** It is replenished: from now on it is what it was last updated to. Returns whether that is something else. */
  protected applyChange(): boolean {
    const next = this.#nextShare;
    if (next === undefined) return false;
    this.share = next;
    this.#nextShare = undefined;
    return true;
  }

  /** Whether a change of budget or period waits for the next replenishment. */
  protected get isChanging(): boolean {
    return this.#nextShare !== undefined;
  }

  /** The budget of this period has grown. */
  protected grow(more: number, _now: Instant): void {
    this.left += more;
  }

  /** Catches up with replenishments that have come since somebody asked last. */
  protected abstract keepTime(now: Instant): void;

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
    return this.left <= Math.min(rounding(now), this.share.budget / 2);
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
    if (!(now - this.#cpuSeenAt < this.share.budget)) {
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
    const few = this.share.budget * mostUnproved;
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
    this.#rt.forgetFormer();
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
      this.#rt.forgetFormer();
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
