/**
 * The whole kernel: to a round as core-kernel.ts makes it, this adds what tasks, resources, servers, critical sections
 * and observers need of each step.
 */

import type { Carrier, Context } from "../hosts/host.ts";
import type { Closing } from "../lifetime/closing.ts";
import { HeldQueue } from "../lifetime/held-queue.ts";
import { LivingJobs } from "../lifetime/living-jobs.ts";
import { deadlineMissed } from "../limits/limit-options.ts";
import { Census } from "../load/census.ts";
import type { Phase } from "../load/crowd.ts";
import { LearnedTimes } from "../load/learned-times.ts";
import type { BlockedOn, Observer } from "../observers/observer.ts";
import type { JobQueue } from "../policies/policy.ts";
import { endBudget } from "../protocol/protocol.ts";
import type { Callable } from "../realm/intrinsics.ts";
import type { Outcome } from "./awaitable.ts";
import type { CoreJob, JobTimes, Work } from "./core-job.ts";
import { CoreKernel, ignore } from "./core-kernel.ts";
import { awaitEnd, inheritAnew, lentKey, passOn, stopWaiting, waitsInside } from "./inheritance.ts";
import { Job, type JobServer, type Waitable } from "./job.ts";
import { showJob } from "./job-stack.ts";
import type { Pending } from "./pending.ts";
import { at, type Duration, elapsed, type Instant, never, rounding, surelyLater } from "./time.ts";

/** Tickets from here on go before all others of their instant: a deadline before the release of the next period. */
const first = -(2 ** 52);

const nobody: readonly Job[] = [];

/** @internal */
export class Kernel extends CoreKernel {
  declare running: Job | undefined;
  declare caller: Job | undefined;
  declare turn: Job | undefined;
  declare ready: JobQueue<CoreJob>;
  /** The jobs that have not ended. */
  readonly living = new LivingJobs();
  /** What alarms wait for. */
  readonly alarms = new Set<Pending>();
  /** Places for which jobs wait: see groups/places.ts. */
  readonly fullPlaces = new Set<{ relieve(): void }>();
  /** Groups whose jobs may not run now. */
  readonly pausedGroups = new Set<{ resume(): void }>();
  /** Counts jobs, once somebody has asked for the load. */
  census: Census | undefined;
  #times: LearnedTimes<Callable> | undefined;
  /** Set from the call of close() on. */
  closing: Closing | undefined;
  /** Says whether a job may start now; a job that may not is kept by it, and comes back by {@link makeReady}. */
  gate: ((job: Job) => boolean) | undefined;
  /** What to tell observers: a field is undefined when nobody listens. None of the functions throws. */
  on: Observer = {};
  #watches = 0;
  /** How many of the pending instants are deadlines that only observers care for: no process stays for them. */
  #idleWatches = 0;
  readonly #overran = new WeakSet<Callable>();
  /** In development, is told how long each job kept the thread: see hold-warnings.ts. */
  onHold: ((job: Job, length: Duration) => void) | undefined;
  /** Preempted inside a critical section: nothing else may run before it. */
  #section: Job | undefined;
  /** What {@link idle} gave: no job may wait for it. */
  readonly #idle = new WeakSet<Promise<void>>();

  /** The longest time for which a job was kept waiting by others in exclusive units. */
  keptWaiting = 0;
  /** Some server was made: before that nobody asks in which one code runs. */
  #hasServers = false;
  #carrier: Carrier | undefined;
  /** For whom the kernel runs code outside of jobs: an observer, say. */
  #actor: { readonly server: JobServer | undefined } | undefined;
  /** Last: a clock that fails is reported, for which the other fields have to be there. */
  #awayAt: Instant = this.now();
  /** When the last round began. */
  backAt: Instant = this.#awayAt;

  /** From now on it is known in which server code runs. */
  useServers(): void {
    if (this.#hasServers) return;
    this.#hasServers = true;
    try {
      this.#carrier = this.host.carrier?.();
    } catch (error) {
      super.report(error, undefined);
    }
  }

  /** The server to which whatever the code starts that runs now belongs. */
  get server(): JobServer | undefined {
    if (!this.#hasServers) return undefined;
    if (this.#actor !== undefined) return living(this.#actor.server);
    if (this.caller !== undefined) return this.caller.server;
    return this.#carried;
  }

  /** What was taken along by what a job of a server started. Servers of other schedulers are theirs. */
  get #carried(): JobServer | undefined {
    try {
      const carried = this.#carrier?.get() as JobServer | undefined;
      return carried?.kernel === this ? living(carried) : undefined;
    } catch (error) {
      super.report(error, undefined);
      return undefined;
    }
  }

  /** Runs code, and has the carrier take `server` along to whatever it starts. Throws what the code throws. */
  #carry(carrier: Carrier, server: JobServer | undefined, run: () => void): void {
    let failure: { readonly error: unknown } | undefined;
    const kept = () => {
      try {
        run();
      } catch (error) {
        failure = { error };
      }
    };
    // Not `this.report`, which would ask the carrier again.
    runWithin(
      (enter) => carrier.run(server, enter),
      kept,
      (error) => super.report(error, undefined),
    );
    if (failure !== undefined) throw failure.error;
  }

  /** The job, and what it starts, is in `server`; or in none, whoever submits it. */
  enter(job: Job, wanted: JobServer | undefined): void {
    const server = living(wanted);
    job.enter(server);
    const carrier = this.#carrier;
    if (carrier === undefined || this.#carried === server) return;
    this.#carry(carrier, server, () => {
      job.context = this.surroundings();
    });
  }

  /** Runs code for `server`, which pays for it; or for nobody. What it starts belongs there. */
  runFor(server: JobServer | undefined, run: () => void): void {
    if (!this.#hasServers) {
      run();
      return;
    }
    const before = this.#actor;
    const from = server && this.now();
    this.#actor = { server };
    try {
      const carrier = this.#carrier;
      if (carrier === undefined || this.#carried === server) run();
      else this.#carry(carrier, server, run);
    } finally {
      this.#actor = before;
      if (server !== undefined && from !== undefined) {
        const now = this.now();
        if (now > from) server.charge(elapsed(from, now), now);
      }
    }
  }

  /** The job is in no server any more, and goes on as urgent as it is itself. */
  leaveServer(job: Job, isKept: boolean): void {
    job.enter(undefined);
    // What it lends is its own urgency from now on, the same number or not.
    for (const holder of job.line?.rekeyed(job) ?? nobody) passOn(this, holder);
    for (const holder of job.lendsTo ?? nobody) {
      holder.waiters?.rekey(job, lentKey(job, holder));
      passOn(this, holder);
    }
    this.rekey(job);
    if (isKept) this.makeReady(job);
  }

  /** A job that is ready waits for its turn in its server instead. */
  setAside(job: Job): void {
    this.ready.remove(job);
  }

  override report(error: unknown, job?: Job): void {
    let isTold = false;
    const tell = () => {
      isTold = true;
      super.report(error, job);
    };
    try {
      this.runFor(undefined, tell);
    } catch {
      // Where the stack has ended, it is told with the whole of it.
      if (!isTold) void Promise.resolve().then(tell);
    }
  }

  override makeJob(times: JobTimes, work: Work): Job {
    const job = new Job(this, times, work);
    job.context = this.surroundings();
    return job;
  }

  override admit(job: Job, delay: number): void {
    this.living.add(job);
    try {
      job.limits?.start(job);
      this.census?.entered(job, "delayed");
      job.server?.admitted(job);
      job.group?.entered(job);
      super.admit(job, delay);
    } catch (error) {
      job.limits?.end();
      this.census?.left(job);
      job.group?.ended(job);
      this.living.delete(job);
      job.server?.ended(job, this.now());
      throw error;
    }
  }

  /** How long jobs ran, from the first time on that somebody asks. */
  get times(): LearnedTimes<Callable> {
    this.#times ??= new LearnedTimes(new WeakMap());
    return this.#times;
  }

  /** The jobs by what they wait for. */
  get load(): Census {
    if (this.census !== undefined) return this.census;
    const census = new Census(this.times, () => this.now());
    for (const job of this.living) census.entered(job, phaseOf(job));
    if (this.turn !== undefined) census.moved(this.turn, "running");
    this.census = census;
    return census;
  }

  /** The key by which the policy orders the job now. */
  urgencyOf(job: Job): number {
    return job.heapIndex >= 0 ? job.key : this.keyOf(job);
  }

  /** No job is dispatched while it is paused. */
  get isPaused(): boolean {
    return this.ready instanceof HeldQueue;
  }

  /** The running job stops at its next preemption point, and no job is dispatched. */
  pause(): void {
    if (this.isPaused) return;
    this.ready = new HeldQueue(this.ready);
    this.stopRunning();
  }

  /** The running job gives the thread up at its next preemption point. */
  stopRunning(): void {
    if (this.running === undefined) return;
    this.reschedule = true;
    if (this.inJob) endBudget();
  }

  resume(): void {
    if (!(this.ready instanceof HeldQueue)) return;
    this.ready = this.ready.inner;
    this.arm();
  }

  /** What is set runs in what surrounds the one who sets it. */
  override addPending(at: Instant, fire: () => void): Pending {
    const context = this.surroundings();
    return super.addPending(at, context === undefined ? fire : () => this.within(context, undefined, fire));
  }

  override idle(): Promise<void> {
    const idle = super.idle();
    this.#idle.add(idle);
    return idle;
  }

  /** When the kernel looks around next while a job runs: an event in between is noticed then. */
  get nextLook(): Instant {
    if (this.reschedule) return this.now();
    const due = this.options.ideal ? this.pending.key : never;
    return at(Math.min(due, this.limit));
  }

  /** Whether the running job, or code outside of jobs, has had the thread long enough. */
  shouldYield(): boolean {
    const now = this.now();
    if (this.isInputPending()) return true;
    if (this.running !== undefined) return this.reschedule || now >= this.limit;
    return this.ready.size > 0 || now - this.#awayAt >= this.options.slice;
  }

  /** Ends the round after this slice, so that what waits for a promise just resolved gets the thread. */
  handOver(): void {
    this.roundEnd = at(Number.NEGATIVE_INFINITY);
  }

  /** The job leaves the queue of its task: whoever comes after it takes its place. */
  leaveTask({ ahead, next }: Job): void {
    if (next !== undefined) next.ahead = ahead;
    if (ahead !== undefined) {
      ahead.next = next;
      passOn(this, ahead);
    } else if (next !== undefined) {
      next.waitsFor = undefined;
      if (!next.isDue) return;
      next.moveTo("ready");
      this.makeReady(next);
    }
  }

  enterSection(job: Job): void {
    job.sections++;
  }

  leaveSection(job: Job): void {
    if (job.sections === 0) return;
    job.sections--;
    if (job !== this.running) return;
    // Its group was paused while it was inside.
    if (job.sections === 0 && job.group?.keeps(job)) this.stopRunning();
    // What became ready meanwhile takes over at the next preemption point.
    else this.preemptIfLessUrgent();
  }

  override urgencyChanged(job: Job): void {
    // Ceilings are those of the most urgent that users have been.
    for (const resource of job.uses ?? []) resource.usedBy(job.priority, job.deadline - job.arrival);
    this.rekey(job);
    this.census?.rekeyed(job);
    // A preemption level may change without the key.
    job.waitsFor?.askAgain?.();
    if (job.watch !== undefined || this.#isWatched(job)) this.#watchDeadline(job);
  }

  /** Works the job's key out anew, and those of the jobs that inherit it. */
  rekey(job: Job): void {
    // A list: chains of jobs that wait for each other may be longer than the stack.
    const changed = [job];
    for (const one of changed) {
      // What a job of a server lends within that is not its key.
      if (!this.updateKey(one) && one.server === undefined) continue;
      for (const holder of one.line?.rekeyed(one) ?? nobody) if (inheritAnew(holder)) changed.push(holder);
      for (const holder of one.lendsTo ?? nobody) {
        holder.waiters?.rekey(one, lentKey(one, holder));
        if (inheritAnew(holder)) changed.push(holder);
      }
      if (one.ahead !== undefined && inheritAnew(one.ahead)) changed.push(one.ahead);
      // Last: who is asked again may lend no more.
      one.waitsFor?.askAgain?.();
    }
    this.preemptIfLessUrgent();
  }

  override wake(job: Job): void {
    if (job.state === "released") {
      this.#released(job);
      return;
    }
    stopWaiting(this, job);
    if (job.state === "blocked") {
      job.moveTo("ready");
      this.on.jobWoken?.(job, this.now());
      if (job.isSettled) return;
    }
    this.census?.moved(job, "ready");
    this.makeReady(job);
  }

  #released(job: Job): void {
    job.isDue = true;
    this.census?.moved(job, "ready");
    if (this.#isWatched(job)) this.#watchDeadline(job);
    this.on.jobReleased?.(job, this.now());
    if (job.isSettled) return;
    if (job.ahead === undefined) {
      super.wake(job);
      return;
    }
    // It waits its turn, as urgent as it is. Whoever is told of an error in its key may cancel it.
    this.updateKey(job);
    if (job.ahead !== undefined) passOn(this, job.ahead);
  }

  // Deadlines

  /** Tells of the job's deadline if it passes, and does what its task wants then. */
  #watchDeadline(job: Job): void {
    this.#unwatch(job);
    if (job.deadline === never || job.missed) return;
    const deadline = at(job.deadline);
    const ticket = first + ++this.#watches;
    if (job.onMiss === undefined) this.#idleWatches++;
    job.watch = this.setPending({ heapIndex: -1, key: deadline, ticket, fire: () => this.#missed(job) }, deadline);
  }

  #unwatch(job: Job): void {
    if (job.watch === undefined) return;
    if (job.onMiss === undefined) this.#idleWatches--;
    this.removePending(job.watch);
    job.watch = undefined;
  }

  #isWatched(job: Job): boolean {
    return job.onMiss !== undefined || this.on.deadlineMissed !== undefined;
  }

  #missed(job: Job): void {
    this.#unwatch(job);
    job.missed = true;
    this.on.deadlineMissed?.(job, this.now());
    if (job.onMiss !== undefined) this.callFor(job, job.onMiss);
  }

  /** Calls a function of whoever submitted the job: in its surroundings, and its server pays. */
  callFor(job: Job, call: (job: Job) => void): void {
    const { context, server } = job;
    this.within(context, job, () => this.runFor(server, () => call(job)));
  }

  override arm(): void {
    super.arm();
    try {
      this.timer?.keepAlive?.(this.pending.size > this.#idleWatches);
    } catch (error) {
      this.report(error, undefined);
    }
  }

  // The steps of a round

  protected override runJobs(start: Instant): Instant {
    if (this.options.fixedRound && this.roundEnd <= start) this.roundEnd = surelyLater(start, this.options.round);
    this.backAt = start;
    this.on.roundStarted?.(start);
    const now = super.runJobs(start);
    this.#awayAt = now;
    this.on.roundEnded?.(now);
    return now;
  }

  /** Whether no round was going on then, since the one before the last. */
  wasAwayAt(instant: Instant): boolean {
    return instant > this.#awayAt && instant <= this.backAt;
  }

  protected override dispatch(job: Job, from: Instant): Instant {
    const { context } = job;
    if (context === undefined) return super.dispatch(job, from);
    let now = from;
    this.within(context, job, () => {
      now = super.dispatch(job, from);
      // What it entered meanwhile surrounds all that it does from now on.
      if (job.work !== undefined) job.context = this.surroundings();
    });
    return now;
  }

  /** What surrounds the code that runs now, where the host can tell. */
  surroundings(): Context | undefined {
    try {
      return this.host.context?.();
    } catch (error) {
      this.report(error, this.caller);
      return undefined;
    }
  }

  /** Calls `run` in these surroundings; where they do not let it in, without. Throws nothing. */
  within(context: Context | undefined, job: Job | undefined, run: () => void): void {
    runWithin(context, run, (error) => this.report(error, job));
  }

  protected override keyOf(job: Job): number {
    return Math.min(super.keyOf(job, job.urgency), job.inherited);
  }

  /** A job that is ready does not run for now. In its server another one has its turn meanwhile. */
  holdBack(job: Job): void {
    this.ready.remove(job);
    const { called } = job;
    if (called !== undefined && job.start === undefined) {
      // It was called to start, and does not: then another one may.
      job.called = undefined;
      called.forget(job);
    }
    job.server?.blocked(job, this.now());
  }

  protected override enqueue(job: Job, now: Instant): boolean {
    if (job.group !== undefined && !job.group.mayRun(job)) {
      this.holdBack(job);
      return false;
    }
    return (job.server === undefined || job.server.isReady(job, now)) && super.enqueue(job, now);
  }

  protected override preemptIfLessUrgent(): void {
    if (!this.running?.sections && !this.turn?.sections) super.preemptIfLessUrgent();
  }

  protected override choose(now: Instant): Job | undefined {
    const held = this.#section;
    if (held !== undefined) {
      // A pause keeps this one waiting as well, and all others with it.
      if (this.isPaused) return undefined;
      this.#section = undefined;
      if (this.ready.remove(held)) return held;
    }
    for (;;) {
      const job = this.ready.take(now) as Job | undefined;
      if (job === undefined) return undefined;
      if (job.isFirm && job.wcet - job.executionTime > job.deadline - now + rounding(now) && !job.isSettled) {
        this.#missed(job);
        if (job.isSettled) continue;
      }
      if (job.limits?.refusesLate && job.start === undefined && now >= job.deadline && !job.isSettled) {
        if (!job.missed) this.#missed(job);
        job.cancel(deadlineMissed(job));
        continue;
      }
      if (job.start !== undefined || this.#mayStart(job)) return job;
      // What was set aside must not keep its server's turn: whoever it waits for may wait for that turn.
      if (job.heapIndex < 0) job.server?.blocked(job, now);
    }
  }

  #mayStart(job: Job): boolean {
    // The place in the group last: it is taken, while a gate is asked again.
    return (this.gate === undefined || this.gate(job)) && (job.group === undefined || job.group.mayStart(job));
  }

  protected override dispatched(job: Job, now: Instant): void {
    this.census?.moved(job, "running");
    this.on.jobDispatched?.(job, now);
    // A slice, or what is left of a budget, may be shorter than the clock's numbers show; some time has to pass all the same.
    if (this.sliceEnd <= now) this.sliceEnd = surelyLater(now, this.options.slice);
    if (job.server !== undefined) {
      this.sliceEnd = at(Math.min(this.sliceEnd, surelyLater(now, job.server.left(now))));
    }
    if (job.limits !== undefined) this.sliceEnd = job.limits.endOf(this.sliceEnd, job, now);
  }

  protected override charged(job: Job, spent: Duration, now: Instant): void {
    if (spent > this.options.slice && this.on.sliceOverrun !== undefined) this.#tellOverrun(job, spent);
    this.onHold?.(job, spent);
    // Whoever runs another job, to enter what that holds, pays for it.
    (this.turn ?? job).server?.charge(spent, now);
    job.limits?.ran(job, now);
  }

  #tellOverrun(job: Job, length: Duration): void {
    const fn = job.work?.fn;
    if (fn === undefined || this.#overran.has(fn)) return;
    this.#overran.add(fn);
    this.on.sliceOverrun?.(job, length, this.options.slice);
  }

  protected override continues(job: Job, before: Instant): boolean {
    return job.waitsFor === undefined && super.continues(job, before);
  }

  protected override preempted(job: Job, now: Instant): void {
    // What a limit has cut short was no whole slice: among equals its turn goes on.
    if (job.limits !== undefined) this.sliceEnd = job.limits.wholeSlice;
    if (job.waitsFor === undefined) super.preempted(job, now);
    else this.block(job, now, "resource");
  }

  override putBack(job: Job, now: Instant): void {
    // Finalizers put right what a critical section left half done: they are still inside.
    if (job.sections > 0) this.#section = job;
    this.census?.moved(job, "ready");
    this.on.jobPreempted?.(job, now);
    this.enqueue(job, now);
  }

  override block(job: Job, now: Instant, on: BlockedOn): void {
    super.block(job, now, on);
    this.census?.moved(job, "blocked");
    // What it lends while it waits is its urgency now, not that of its last dispatch.
    this.rekey(job);
    job.server?.blocked(job, now);
    this.on.jobBlocked?.(job, now, on);
    for (const places of this.fullPlaces) places.relieve();
    this.closing?.look();
  }

  protected override wait(job: Job, now: Instant, awaiting: unknown, goOn: (outcome: Outcome) => void): void {
    if (job.noWaiting > 0) {
      ignore(awaiting);
      // Where it would go on by itself, it does so before all others, to leave the section. A function that has returned cannot.
      if (job.activation?.depth) {
        this.#section = job;
        job.moveTo("ready");
        this.on.jobPreempted?.(job, now);
      }
      goOn({ ok: false, value: waitsInside(job) });
      return;
    }
    if (this.closing?.promise === awaiting) this.closing?.awaits(job);
    let end: Waitable | undefined;
    const isIdle = this.#idle.has(awaiting as Promise<void>);
    try {
      if (Job.is(awaiting)) end = awaitEnd(this, job, awaiting as Job);
    } catch (deadlock) {
      this.block(job, now, "job");
      goOn({ ok: false, value: deadlock });
      return;
    }
    if (end === undefined) {
      super.wait(job, now, isIdle ? job : awaiting, goOn);
      return;
    }
    this.block(job, now, "job");
    end.forget = (awaiting as Job).whenSettled(goOn);
  }

  protected override close(job: Job): void {
    const what = job.waitsFor ?? job.called;
    stopWaiting(this, job);
    what?.forget(job);
    this.census?.moved(job, "ready");
    super.close(job);
    inheritAnew(job);
  }

  protected override failed(job: Job, error: unknown): void {
    showJob(error, job.submittedAt);
  }

  protected override ended(job: Job, now: Instant): void {
    this.#unwatch(job);
    job.limits?.end();
    // It may have returned the job that it waited for.
    if (job.waitsFor !== undefined) stopWaiting(this, job);
    if (now > job.deadline && !job.missed) {
      job.missed = true;
      // What is called at a deadline is not the doing of whoever cancels the job.
      if (job.state === "cancelled") this.on.deadlineMissed?.(job, this.now());
      else if (this.#isWatched(job)) this.#missed(job);
    }
    // Everything it held is let go.
    for (let lock = job.held?.pop(); lock !== undefined; lock = job.held?.pop()) lock.unlock();
    this.census?.left(job);
    if (job.state === "done" && job.work !== undefined) this.#times?.learn(job.work.fn, job.executionTime);
    this.on.jobFinished?.(job, now);
    job.server?.ended(job, now);
    job.context = undefined;
    job.group?.ended(job);
    this.living.delete(job);
    this.closing?.look();
  }
}

/** What a job is found to wait for. */
function phaseOf({ state, isDue }: Job): Phase {
  if (state === "blocked") return "blocked";
  return state === "released" && !isDue ? "delayed" : "ready";
}

/** A server that has let its jobs go is none any more. */
function living(server: JobServer | undefined): JobServer | undefined {
  return server?.fate === "release" ? undefined : server;
}

/**
 * Calls `run` in these surroundings; where they do not let it in, without. Throws nothing.
 *
 * @param failed Takes what the surroundings throw, or `run`
 */
function runWithin(surround: Context | undefined, run: () => void, failed: (error: unknown) => void): void {
  let isIn = false;
  const enter = () => {
    isIn = true;
    run();
  };
  try {
    if (surround === undefined) enter();
    else surround(enter);
  } catch (error) {
    failed(error);
  }
  if (isIn) return;
  try {
    enter();
  } catch (error) {
    failed(error);
  }
}
