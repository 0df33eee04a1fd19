/**
 * The stack resource policy (Baker, "Stack-based scheduling of realtime processes", 1991): a job starts only when it is
 * the most urgent and its preemption level is above the ceilings of all resources in use. Once started it finds every
 * resource free, so it is never blocked, and there is no deadlock. Levels are relative deadlines, the shorter the
 * higher, or the priorities where these are fixed.
 *
 * Whoever may not start lends its urgency to those whose ceilings keep it from that: they may be no more urgent than others
 * that have started, which would take turns with them.
 *
 * A job of a server has the server's urgency, so its own level says nothing about whom it would keep waiting. One that uses no
 * resource starts whenever it is the most urgent: it blocks nobody, and what a server
 * does not get while others keep it waiting it takes from tasks later.
 *
 * Jobs may await while they hold a resource; then what is locked stays locked, and who may not start still waits.
 */
import { startWaiting, stopLending, stopWaiting, wouldDeadlock } from "../kernel/inheritance.ts";
import type { Job, WaitingIn } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type HeapItem, KeyedHeap } from "../kernel/keyed-heap.ts";
import { perKernel } from "../kernel/per-kernel.ts";
import { exclusion, type Protocol, type Shared } from "./protocol.ts";

interface Entry extends HeapItem {
  readonly job: Job;
}

/**
 * Jobs that may not start yet are set aside, the most urgent first. Only that one is looked at when a ceiling goes, and only it
 * lends its urgency: whoever comes after it cannot start before it.
 *
 *   chosen ── below a ceiling, or not the first ──▶ aside ── first, and above ──▶ called (ready again) ── chosen ──▶ started
 */
class System implements WaitingIn {
  readonly name = "the resources in use";
  readonly lends = true;
  readonly locked = new Set<Shared>();
  readonly #kernel: Kernel;
  readonly #aside = new KeyedHeap<Entry>();
  /** The first of those aside, while it lends. */
  #lender: Job | undefined;
  /** It was the first, and is ready now; the next one comes when it has started. */
  #called: Job | undefined;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    kernel.gate = (job) => this.#mayStart(job);
  }

  /** Those with ceilings no lower than its level, and whoever is the first of those set aside. */
  holders(waiter: Job): readonly Job[] {
    const level = levelOf(this.#kernel, waiter);
    const jobs: Job[] = [];
    for (const { ceiling, owner } of this.locked) {
      if (level >= ceiling && owner !== undefined && owner !== "outside") jobs.push(owner);
    }
    const first = this.#aside.peek()?.job;
    if (first !== undefined && first !== waiter) jobs.push(first);
    return jobs;
  }

  forget(job: Job): void {
    this.delete(job);
    this.askAgain();
  }

  delete(job: Job): boolean {
    if (job.line !== this) return false;
    if (this.#called === job) this.#called = undefined;
    else this.#aside.remove(entryOf(job));
    if (this.#lender === job) this.#lender = undefined;
    job.line = undefined;
    job.entries = undefined;
    return true;
  }

  /** The urgency of one that is aside, or was called, is another one. */
  rekeyed(job: Job): undefined {
    if (this.#called === job) this.askAgain();
    else this.#aside.rekey(entryOf(job), job.key);
  }

  /** A ceiling has gone, or an urgency is another one: another job may be the one to start. */
  askAgain(): void {
    for (;;) {
      const first = this.#aside.peek()?.job;
      // One at a time: the next one is looked at when this one has started.
      const called = this.#called;
      const isNext = first !== undefined && (called === undefined || first.key < called.key) && this.#mayGo(first);
      if (!isNext) {
        this.#lend(first);
        return;
      }
      if (called !== undefined) this.#answered(called);
      this.delete(first);
      stopWaiting(this.#kernel, first);
      this.#called = first;
      first.called = this;
      first.line = this;
      this.#kernel.makeReady(first);
      // Its server may keep it: then the next one may go.
      if (this.#called === first && first.heapIndex < 0) this.#answered(first);
    }
  }

  #answered(job: Job): void {
    this.delete(job);
    job.called = undefined;
  }

  #lend(first: Job | undefined): void {
    if (this.#lender !== undefined && this.#lender !== first) stopLending(this.#kernel, this.#lender);
    this.#lender = first;
    if (first !== undefined) startWaiting(this.#kernel, first, this);
  }

  #isAbove(job: Job): boolean {
    const level = levelOf(this.#kernel, job);
    for (const { ceiling } of this.locked) if (level >= ceiling) return false;
    return true;
  }

  /** A holder that awaits this very job has to be let go on. */
  #mayGo(job: Job): boolean {
    return this.#isAbove(job) || wouldDeadlock(job, this);
  }

  #mayStart(job: Job): boolean {
    if (this.#called === job) this.#answered(job);
    const first = this.#aside.peek();
    if ((this.locked.size === 0 && first === undefined) || (job.server !== undefined && !job.uses?.length)) return true;
    // Only the first in urgency may start: not one that comes after a job set aside.
    const isFirst = first === undefined || job.key < first.key || (job.key === first.key && job.ticket < first.ticket);
    const may = (isFirst && this.#isAbove(job)) || wouldDeadlock(job, this);
    if (!may) {
      const entry: Entry = { heapIndex: -1, key: job.key, ticket: job.ticket, job };
      job.entries = [entry];
      job.line = this;
      job.waitsFor = this;
      this.#aside.push(entry);
    }
    // Who comes next may be ready too, for when this one waits; or comes before it.
    this.askAgain();
    return may;
  }
}

function entryOf({ entries }: Job): Entry {
  return (entries as readonly HeapItem[])[0] as Entry;
}

const systemOf = perKernel((kernel) => new System(kernel));

/** The smaller the higher, as keys are; no higher than it was meant by what rounding took from the deadline. */
function levelOf(kernel: Kernel, { priority, deadline, arrival }: Job): number {
  return kernel.policy.isFixed ? -priority : deadline - arrival + Math.abs(deadline) * 4 * Number.EPSILON;
}

export const stackResource: Protocol = {
  ...exclusion,
  hasCeilings: true,
  lends: true,
  locked: (resource) => void systemOf(resource).locked.add(resource),
  unlocked(resource) {
    const system = systemOf(resource);
    system.locked.delete(resource);
    system.askAgain();
  },
};
