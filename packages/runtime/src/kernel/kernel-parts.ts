/**
 * What tasks, resources, groups and the scheduler ask of the kernel, beside the round: pauses, the load, urgency that is passed on.
 */

import type { Closing } from "../lifetime/closing.ts";
import { HeldQueue } from "../lifetime/held-queue.ts";
import { LivingJobs } from "../lifetime/living-jobs.ts";
import { Census, phaseOf } from "../load/census.ts";
import { LearnedTimes } from "../load/learned-times.ts";
import type { Observer } from "../observers/observer.ts";
import type { JobQueue } from "../policies/policy.ts";
import { endBudget } from "../protocol/protocol.ts";
import type { Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import type { CoreJob, JobTimes, Work } from "./core-job.ts";
import { inheritAnew, lendAnew, lentKey } from "./inheritance.ts";
import { Job } from "./job.ts";
import type { Pending } from "./pending.ts";
import { Deadlines } from "./places/deadlines.ts";
import { leaveTask } from "./places/tasks.ts";
import type { Whole } from "./places/whole.ts";
import { ServingKernel } from "./serving-kernel.ts";
import { at, type Duration, type Instant, never } from "./time.ts";

const nobody: readonly Job[] = [];

/** @internal */
export abstract class KernelParts extends ServingKernel implements Whole {
  declare running: Job | undefined;
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
  protected learned: LearnedTimes<Callable> | undefined;
  /** Set from the call of close() on. */
  closing: Closing | undefined;
  /** Says whether a job may start now; a job that may not is kept by it, and comes back by {@link makeReady}. */
  gate: ((job: Job) => boolean) | undefined;
  /** What to tell observers: a field is undefined when nobody listens. None of the functions throws. */
  on: Observer = {};
  /** In development, is told how long each job kept the thread: see hold-warnings.ts. */
  onHold: ((job: Job, length: Duration) => void) | undefined;
  /** The longest time for which a job was kept waiting by others in exclusive units. */
  keptWaiting = 0;
  /** Has lost the thread inside a critical section: nothing else may run before it. */
  inside: Job | undefined;
  protected readonly deadlines = new Deadlines(this);
  /** The job whose slice is all of this round; null when it has been chosen. */
  #only: Job | null | undefined;
  /** What {@link idle} gave: no job may wait for it. */
  protected readonly idleGiven = new WeakSet<Promise<void>>();
  /** When the last round ended. Last: a clock that fails is reported, for which the other fields have to be there. */
  protected awayAt: Instant = this.now();
  /** When the last round began. */
  backAt: Instant = this.awayAt;

  /** The job is in no server any more, and goes on as urgent as it is itself. */
  leaveServer(job: Job, isKept: boolean): void {
    job.enter(undefined);
    lendAnew(this, job);
    this.rekey(job);
    if (isKept) this.makeReady(job);
  }

  /** A job that is ready waits for its turn in its server instead. */
  setAside(job: Job): void {
    this.ready.remove(job);
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
    this.learned ??= new LearnedTimes(new WeakMap());
    return this.learned;
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
    this.idleGiven.add(idle);
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
    return this.ready.size > 0 || now - this.awayAt >= this.options.slice;
  }

  /** Ends the round after this slice, so that what waits for a promise just resolved gets the thread. */
  handOver(): void {
    this.roundEnd = at(Number.NEGATIVE_INFINITY);
  }

  /** The job leaves the queue of its task. */
  leaveTask(job: Job): void {
    leaveTask(this, job);
  }

  override urgencyChanged(job: Job): void {
    // Ceilings are those of the most urgent that users have been.
    for (const resource of job.uses ?? []) resource.usedBy(job.priority, job.deadline - job.arrival);
    this.rekey(job);
    this.census?.rekeyed(job);
    // A preemption level may change without the key.
    job.waitsFor?.askAgain?.();
    this.deadlines.watch(job);
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

  /** Calls a function of whoever submitted the job: in its surroundings, and its server pays. */
  callFor(job: Job, call: (job: Job) => void): void {
    const { context, server } = job;
    this.within(context, job, () => this.runFor(server, () => call(job)));
  }

  override arm(): void {
    super.arm();
    try {
      this.timer?.keepAlive?.(this.pending.size > this.deadlines.idle);
    } catch (error) {
      this.report(error);
    }
  }

  /** Whether no round was going on then, since the one before the last. */
  wasAwayAt(instant: Instant): boolean {
    return instant > this.awayAt && instant <= this.backAt;
  }

  /**
   * Submits a job, and runs it for a slice on the stack of whoever calls. Other jobs wait for the host's turn. Undefined, and nothing is
   * submitted, if a round is on that stack already.
   */
  startAtOnce(submit: () => Job): Job | undefined {
    if (this.inRound) return undefined;
    room();
    this.inRound = true;
    try {
      const job = submit();
      this.#only = job;
      this.#round();
      return job;
    } finally {
      this.#only = undefined;
      this.inRound = false;
      this.arm();
    }
  }

  #round(): void {
    try {
      this.runRound(false);
    } catch (error) {
      this.report(error);
    }
  }

  /** Place 4. Takes the most urgent job out of the ready queue, or the only one of the round. */
  protected takeNext(now: Instant): Job | undefined {
    const only = this.#only;
    if (only === undefined) return this.ready.take(now) as Job | undefined;
    this.#only = null;
    return only !== null && this.ready.remove(only) ? only : undefined;
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
}
