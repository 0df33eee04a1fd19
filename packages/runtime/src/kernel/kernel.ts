/**
 * The whole kernel: what the features add to the round, place by place in the order of round.ts. What a feature does there is in a file of
 * its name, marked with the number of the place: `grep -rn "Place 3" ..` finds all that is done at place 3.
 *
 *   servers (servers/server.ts)   groups (groups/job-group.ts)   limits (limits/job-limits.ts)   load (load/census.ts)
 *   observers (observers/observer.ts)   tasks, deadlines, sections, waiting, surroundings (places/)
 */

import { deadlineMissed } from "../limits/limit-options.ts";
import type { BlockedOn } from "../observers/observer.ts";
import type { Callable } from "../realm/intrinsics.ts";
import type { Outcome } from "./awaitable.ts";
import { awaitEnd, inheritAnew, passOn, stopWaiting } from "./inheritance.ts";
import { Job, type Waitable } from "./job.ts";
import { showJob } from "./job-stack.ts";
import { KernelParts } from "./kernel-parts.ts";
import { refuseWait } from "./places/sections.ts";
import { isToDrop } from "./places/tasks.ts";
import { at, type Duration, type Instant, surelyLater } from "./time.ts";

/** @internal */
export class Kernel extends KernelParts {
  /** Functions of which an overrun was reported. */
  readonly #overran = new WeakSet<Callable>();

  /** Place 1. */
  protected override runJobs(start: Instant): Instant {
    if (this.options.fixedRound && this.roundEnd <= start) this.roundEnd = surelyLater(start, this.options.round);
    this.backAt = start;
    this.on.roundStarted?.(start);
    const now = super.runJobs(start);
    this.awayAt = now;
    this.on.roundEnded?.(now);
    return now;
  }

  /** Place 2. */
  protected override woken(job: Job): void {
    if (job.state === "released") this.#released(job);
    else this.#goesOn(job);
  }

  #released(job: Job): void {
    job.isDue = true;
    this.census?.moved(job, "ready");
    this.deadlines.watch(job);
    this.on.jobReleased?.(job, this.now());
    if (job.isSettled) return;
    if (job.ahead === undefined) {
      super.woken(job);
      return;
    }
    // A job of a task waits its turn, as urgent as it is. Whoever is told of an error in its key may cancel it.
    this.updateKey(job);
    if (job.ahead !== undefined) passOn(this, job.ahead);
  }

  #goesOn(job: Job): void {
    stopWaiting(this, job);
    if (job.state === "blocked") {
      job.moveTo("ready");
      this.on.jobWoken?.(job, this.now());
      if (job.isSettled) return;
    }
    this.census?.moved(job, "ready");
    this.makeReady(job);
  }

  /** Place 3. */
  protected override enqueue(job: Job, now: Instant): boolean {
    if (job.group !== undefined && !job.group.mayRun(job)) {
      this.holdBack(job);
      return false;
    }
    return (job.server === undefined || job.server.isReady(job, now)) && super.enqueue(job, now);
  }

  /** Place 3. A server stands for its job, and no job is less urgent than those that wait for it. */
  protected override keyOf(job: Job): number {
    return Math.min(super.keyOf(job, job.urgency), job.inherited);
  }

  /** Place 3. */
  override preemptIfLessUrgent(): void {
    if (!this.running?.sections && !this.turn?.sections) super.preemptIfLessUrgent();
  }

  /** Place 4. */
  protected override choose(now: Instant): Job | undefined {
    const { inside } = this;
    if (inside !== undefined) {
      // A pause keeps the job in a critical section waiting as well, and all others with it.
      if (this.isPaused) return undefined;
      this.inside = undefined;
      if (this.ready.remove(inside)) return inside;
    }
    for (;;) {
      const job = this.takeNext(now);
      if (job === undefined) return undefined;
      try {
        if (this.#mayRun(job, now)) return job;
      } catch (error) {
        this.salvage(job, error);
      }
    }
  }

  /** Place 4. Whether the chosen job may run; else it has ended, or comes back later. */
  #mayRun(job: Job, now: Instant): boolean {
    if (isToDrop(job, now)) {
      this.deadlines.missed(job);
      if (job.isSettled) return false;
    }
    if (job.limits?.refusesLate && job.start === undefined && now >= job.deadline && !job.isSettled) {
      if (!job.missed) this.deadlines.missed(job);
      job.cancel(deadlineMissed(job));
      return false;
    }
    if (job.start !== undefined || this.#mayStart(job)) return true;
    // What was set aside must not keep its server's turn: the job that it waits for may wait for that turn.
    if (job.heapIndex < 0) job.server?.blocked(job, now);
    return false;
  }

  #mayStart(job: Job): boolean {
    // The place in the group last: it is taken, while a gate is asked again.
    return (this.gate === undefined || this.gate(job)) && (job.group === undefined || job.group.mayStart(job));
  }

  /** Place 5. */
  protected override dispatch(job: Job, from: Instant): Instant {
    const { context } = job;
    if (context === undefined) return super.dispatch(job, from);
    let now = from;
    let failure: { readonly error: unknown } | undefined;
    this.within(context, job, () => {
      try {
        now = super.dispatch(job, from);
      } catch (error) {
        failure = { error };
      }
      // What it entered meanwhile surrounds all that it does from now on.
      if (job.work !== undefined) job.context = this.surroundings();
    });
    if (failure !== undefined) throw failure.error;
    return now;
  }

  /** Place 6. */
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

  /** Place 7. */
  protected override charged(job: Job, spent: Duration, now: Instant): void {
    if (spent > this.options.slice && this.on.sliceOverrun !== undefined) this.#tellOverrun(job, spent);
    this.onHold?.(job, spent);
    // The job whose slice it is pays: also where it runs another one, to enter what that one holds.
    (this.turn ?? job).server?.charge(spent, now);
    job.limits?.ran(job, now);
  }

  #tellOverrun(job: Job, length: Duration): void {
    const fn = job.work?.fn;
    if (fn === undefined || this.#overran.has(fn)) return;
    this.#overran.add(fn);
    this.on.sliceOverrun?.(job, length, this.options.slice);
  }

  /** Place 8. */
  protected override continues(job: Job, before: Instant): boolean {
    return job.waitsFor === undefined && super.continues(job, before);
  }

  /** Place 9. */
  protected override preempted(job: Job, now: Instant): void {
    // What a limit has cut short was no whole slice: among equals its turn goes on.
    if (job.limits !== undefined) this.sliceEnd = job.limits.wholeSlice;
    if (job.waitsFor === undefined) super.preempted(job, now);
    else this.block(job, now, "resource");
  }

  /** Place 9. */
  override putBack(job: Job, now: Instant): void {
    // Finalizers put right what a critical section left half done: they are still inside.
    if (job.sections > 0) this.inside = job;
    this.census?.moved(job, "ready");
    this.on.jobPreempted?.(job, now);
    this.enqueue(job, now);
  }

  /** Place 10. */
  protected override wait(job: Job, now: Instant, awaiting: unknown, goOn: (outcome: Outcome) => void): void {
    if (job.noWaiting > 0) {
      goOn({ ok: false, value: refuseWait(this, job, now, awaiting) });
      return;
    }
    if (this.closing?.promise === awaiting) this.closing?.awaits(job);
    let end: Waitable | undefined;
    const isIdle = this.idleGiven.has(awaiting as Promise<void>);
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

  /** Place 10. */
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

  /** Place 11. */
  override close(job: Job): void {
    const what = job.waitsFor ?? job.called;
    stopWaiting(this, job);
    what?.forget(job);
    this.census?.moved(job, "ready");
    super.close(job);
    inheritAnew(job);
  }

  /** Place 12. */
  protected override failed(job: Job, error: unknown): void {
    showJob(error, job.submittedAt);
  }

  /** Place 12. */
  protected override ended(job: Job, now: Instant): void {
    this.deadlines.unwatch(job);
    job.limits?.end();
    // It may have returned the job that it waited for.
    if (job.waitsFor !== undefined) stopWaiting(this, job);
    this.deadlines.ended(job, now);
    // Everything it held is let go.
    for (let lock = job.held?.pop(); lock !== undefined; lock = job.held?.pop()) lock.unlock();
    this.census?.left(job);
    if (job.state === "done" && job.work !== undefined) this.learned?.learn(job.work.fn, job.executionTime);
    this.on.jobFinished?.(job, now);
    job.server?.ended(job, now);
    job.context = undefined;
    job.group?.ended(job);
    this.living.delete(job);
    this.closing?.look();
  }
}
