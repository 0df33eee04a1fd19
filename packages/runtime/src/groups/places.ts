/**
 * The places of a group: so many of its jobs may have started and not ended. The others are set aside, the most urgent first. That one
 * lends its urgency to a job that has a place, as those who wait for a resource do, so that nobody of middling urgency delays them both.
 *
 *   chosen ── no place ──▶ aside ── first, and a place is free ──▶ ready again ── chosen ──▶ has a place ── ended
 *
 * A job keeps its place while it waits. Where all that have one wait, themselves or through others, for jobs that are set aside, none of them
 * would ever end: then the most urgent of those for which they wait starts over the limit.
 */
import { startWaiting, stopLending } from "../kernel/inheritance.ts";
import type { Job, Waitable, WaitingIn } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type HeapItem, KeyedHeap } from "../kernel/keyed-heap.ts";

interface Entry extends HeapItem {
  readonly job: Job;
}

export class Places implements Waitable, WaitingIn {
  readonly name: string;
  readonly lends = true;
  readonly closesNoCycle = true;
  most: number;
  readonly #kernel: Kernel;
  readonly #taken = new Set<Job>();
  readonly #aside = new KeyedHeap<Entry>();
  /** The first of those aside, while it lends. */
  #lender: Job | undefined;
  /** May start though there is no place. */
  readonly #over = new Set<Job>();

  constructor(kernel: Kernel, name: string, most: number) {
    this.#kernel = kernel;
    this.name = name;
    this.most = most;
  }

  /** Jobs that have a place. */
  get taken(): number {
    return this.#taken.size;
  }

  /** Whether the job, which is chosen to start, has a place; else it is set aside. */
  take(job: Job): boolean {
    // Since it was called somebody may have been cancelled.
    const isOver = this.#over.delete(job) && [...this.#taken].every((one) => this.#firstAside(one, job) !== undefined);
    if (isOver || this.#taken.size < this.most) {
      this.#taken.add(job);
      this.askAgain();
      return true;
    }
    const entry: Entry = { heapIndex: -1, key: job.key, ticket: job.ticket, job };
    job.entries = [entry];
    job.line = this;
    job.waitsFor = this;
    this.#aside.push(entry);
    this.#kernel.fullPlaces.add(this);
    this.relieve();
    return false;
  }

  /** The job has ended. */
  leave(job: Job): void {
    this.#taken.delete(job);
    this.#over.delete(job);
    this.callNext();
  }

  /** As many as there are places come back: whoever is the most urgent then gets one. */
  callNext(): void {
    for (let free = this.most - this.#taken.size; free > 0; free--) {
      const first = this.#aside.peek()?.job;
      if (first === undefined) break;
      this.#callBack(first);
    }
    this.askAgain();
  }

  /** Place 10. A job waits now: where all that have a place wait for jobs set aside, one of these starts. */
  relieve(): void {
    this.askAgain();
    const awaited = new Set<Job>();
    for (const job of this.#taken) {
      const one = this.#firstAside(job);
      if (one === undefined) return;
      awaited.add(one);
    }
    let first: Job | undefined;
    for (const job of awaited) if (first === undefined || job.key < first.key) first = job;
    if (first === undefined) return;
    this.#over.add(first);
    this.#callBack(first);
    this.askAgain();
  }

  #callBack(job: Job): void {
    this.delete(job);
    this.#kernel.wake(job);
  }

  /** Those with a place that can go on: one that waits for a job set aside is lent nothing by it, or urgency would go round in a circle. */
  holders(): readonly Job[] {
    return [...this.#taken].filter((job) => this.#firstAside(job) === undefined);
  }

  forget(job: Job): void {
    this.delete(job);
    this.askAgain();
  }

  delete(job: Job): boolean {
    if (job.line !== this) return false;
    this.#aside.remove(entryOf(job));
    if (this.#aside.size === 0) this.#kernel.fullPlaces.delete(this);
    if (this.#lender === job) {
      this.#lender = undefined;
      stopLending(this.#kernel, job);
    }
    job.line = undefined;
    job.entries = undefined;
    return true;
  }

  rekeyed(job: Job): undefined {
    this.#aside.rekey(entryOf(job), job.key);
  }

  /** The first of those aside lends. */
  askAgain(): void {
    const first = this.#aside.peek()?.job;
    if (this.#lender !== undefined && this.#lender !== first) stopLending(this.#kernel, this.#lender);
    this.#lender = first;
    if (first !== undefined) startWaiting(this.#kernel, first, this);
  }

  /** The first job set aside, or called, for which this one waits, itself or through others. A list: chains may be longer than the stack. */
  #firstAside(job: Job, called?: Job): Job | undefined {
    const chain = new Set([job]);
    for (const one of chain) {
      if (one.line === this || one === called) return one;
      const what = one.waitsFor;
      for (const holder of what instanceof Places ? what.#taken : (what?.holders(one) ?? [])) chain.add(holder);
    }
    return undefined;
  }
}

function entryOf({ entries }: Job): Entry {
  return (entries as readonly HeapItem[])[0] as Entry;
}
