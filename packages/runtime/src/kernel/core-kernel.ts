/**
 * The kernel from outside: jobs come in, are cancelled, and end. What it does with the thread is in round.ts.
 *
 * This is all that jobs with deadlines need, and all that the core's bundle has. kernel.ts adds tasks, resources, servers, critical
 * sections and observers.
 */

import { abortError } from "../input/errors.ts";
import type { Activation } from "../protocol/activation.ts";
import { endBudget } from "../protocol/protocol.ts";
import { room } from "../realm/room.ts";
import type { Outcome } from "./awaitable.ts";
import { CoreJob, type JobKernel, type JobTimes, type Work } from "./core-job.ts";
import type { Pending } from "./pending.ts";
import { Round } from "./round.ts";
import { settlement, thenableOf } from "./settlement.ts";
import type { Instant } from "./time.ts";

/** @internal */
export class CoreKernel extends Round implements JobKernel {
  #alive = 0;
  readonly #whenIdle: (() => void)[] = [];

  makeJob(times: JobTimes, work: Work): CoreJob {
    return new CoreJob(this, times, work);
  }

  /** Takes a job in, whose release is `delay` away. */
  admit(job: CoreJob, delay: number): void {
    this.#alive++;
    job.isAlive = true;
    try {
      if (delay <= 0) {
        this.goLast(job);
        this.woken(job);
      } else job.pendingRelease = this.addPending(job.release as Instant, () => this.arrived(job));
    } catch (error) {
      // The stack ended where there had been room: the job is not taken, and nobody waits for it.
      this.#leave(job);
      throw error;
    }
  }

  /** The job is counted no more. */
  #leave(job: CoreJob): void {
    if (!job.isAlive) return;
    job.isAlive = false;
    if (--this.#alive === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Resolves when no job is left. */
  idle(): Promise<void> {
    room();
    return new Promise((resolve) => {
      if (this.#alive === 0) resolve();
      else this.#whenIdle.push(resolve);
    });
  }

  /**
   * Sets something for an instant. It fires between two slices while jobs run, from one host timer otherwise. What is set
   * for one instant fires in the order in which it was set.
   */
  addPending(at: Instant, fire: () => void): Pending {
    return this.setPending({ heapIndex: -1, key: at, ticket: ++this.ticket, fire }, at);
  }

  /** Sets an entry that is new, waits or has fired to another instant. */
  setPending(pending: Pending, at: Instant): Pending {
    this.pending.rekey(pending, at);
    this.arm();
    return pending;
  }

  removePending(pending: Pending): void {
    this.pending.remove(pending);
    this.arm();
  }

  /** The job's priority or deadline changed. */
  urgencyChanged(job: CoreJob): void {
    this.updateKey(job);
    this.preemptIfLessUrgent();
  }

  /** Ends the job early. Those that await it get `reason` at once; its finalizers run as slices of the job. */
  cancel(job: CoreJob, reason: unknown): void {
    if (job.isSettled) return;
    room();
    const wasRunning = job.state === "running";
    job.moveTo("cancelled");
    job.settle({ ok: false, value: reason === undefined ? abortError() : reason });
    if (wasRunning) {
      // Its slice ends at the next preemption point; the finalizers follow.
      if (this.inJob) endBudget();
      return;
    }
    try {
      this.ready.remove(job);
      this.close(job);
      if (job.activation !== undefined) this.makeReady(job);
      else {
        if (job.pendingRelease !== undefined) this.removePending(job.pendingRelease);
        this.#end(job);
      }
    } catch (error) {
      this.salvage(job, error);
    }
  }

  /** A job was cancelled while it ran: its finalizers run next, as slices of its own. */
  closeCancelled(job: CoreJob, now: Instant, awaiting: unknown): void {
    ignore(awaiting);
    this.close(job);
    this.putBack(job, now);
  }

  /** Place 11. From now on the job runs its finalizers, if it has begun. */
  close(job: CoreJob): void {
    job.activation?.close();
  }

  /** The function has returned. Where it gave a promise, or a job, this one ends when that settles. */
  protected returned(job: CoreJob, now: Instant): void {
    const { closeErrors, value } = job.activation as Activation;
    for (const error of closeErrors) this.report(error, job);
    const promised = CoreJob.is(value) ? value : thenableOf(value);
    if (promised === undefined || job.isSettled) {
      if (promised !== undefined) ignore(promised);
      this.finish(job, { ok: true, value }, now);
      return;
    }
    this.wait(job, now, promised, (outcome) => {
      if (!job.isSettled) this.finish(job, outcome, this.now());
    });
  }

  finish(job: CoreJob, outcome: Outcome, now: Instant): void {
    const { ok, value } = outcome;
    if (!ok) this.failed(job, value);
    if (!job.isSettled) {
      job.moveTo(ok ? "done" : "failed");
      job.finish = now;
      job.settle(outcome);
      if (!ok && !job.isAwaited) this.reportSoon(job);
      // Cancelled, then failed on its own before it could be closed; `signal.throwIfAborted()` is no news.
    } else if (!ok && value !== job.outcome?.value) this.report(value, job);
    this.#end(job);
  }

  #end(job: CoreJob): void {
    job.finish ??= this.now();
    try {
      try {
        this.ended(job, job.finish as Instant);
      } finally {
        job.ended?.();
      }
    } catch (error) {
      this.report(error, job);
    }
    job.letGo();
    this.#leave(job);
  }

  /** Place 12. The job ends with an error. */
  protected failed(_job: CoreJob, _error: unknown): void {}

  /** Place 12. The job and its finalizers have ended. */
  protected ended(job: CoreJob, now: Instant): void {
    if (now > job.deadline) job.missed = true;
  }

  /**
   * The kernel itself has failed, at the end of a stack for instance. The job that it was about is cancelled, or ended, so that it is not
   * lost.
   */
  protected salvage(job: CoreJob, error: unknown): void {
    this.report(error, job);
    if (job.heapIndex >= 0 || job.work === undefined) return;
    if (job.isSettled) this.#end(job);
    else {
      if (job.state === "running") job.moveTo("ready");
      this.cancel(job, error);
    }
  }
}

/** Nobody waits for it any more, and its rejection is no news: most often it tells of the same cancellation. */
export function ignore(value: unknown): void {
  if (!CoreJob.is(value)) void settlement(value);
}
