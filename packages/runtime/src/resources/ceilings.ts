/**
 * The ceilings of one kernel's resources under the priority ceiling protocol: which one is the highest for a job, who waits below it,
 * and for whom.
 *
 *   resource that somebody has:   its waiters ──▶ line ──▶ who has it, or was woken to take it
 *   free resources:               their waiters ──▶ line ──▶ below ──▶ who has the resource with the highest ceiling
 *
 * That one may wait itself, below the ceilings of the others: it stands apart, and lends to who has the highest of those. Each
 * step takes O(log n) of the jobs that wait, and of those that have something.
 */
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type HeapItem, KeyedHeap } from "../kernel/keyed-heap.ts";
import type { Shared } from "./protocol.ts";
import { WaitLine } from "./wait-line.ts";

interface Locked extends HeapItem {
  readonly resource: Shared;
}

/** A job, by the highest ceiling of what it has. */
interface Owner extends HeapItem {
  ticket: number;
  readonly job: Job;
  readonly locked: KeyedHeap<Locked>;
}

export class Ceilings {
  readonly #owners = new KeyedHeap<Owner>();
  readonly #ownerOf = new Map<Job, Owner>();
  readonly #locked = new Map<Shared, Locked>();
  readonly #below: WaitLine;
  readonly #apart: WaitLine;
  /** All who wait. */
  readonly #all: WaitLine;
  #tickets = 0;

  constructor(kernel: Kernel) {
    const ownerOf = (owner: Owner | undefined) => (owner === undefined ? [] : [owner.job]);
    this.#below = new WaitLine(kernel, () => ownerOf(this.#owners.peek()));
    this.#apart = new WaitLine(kernel, () => ownerOf(this.#second()));
    this.#all = new WaitLine(kernel, () => []);
    this.#apart.standIn(this.#all);
  }

  /** The resource with the highest ceiling among those that others have. */
  highest(job: Job): Shared | undefined {
    const first = this.#owners.peek();
    const owner = first?.job === job ? this.#second() : first;
    return owner?.locked.peek()?.resource;
  }

  /** Whether no ceiling keeps `job` out. */
  isAbove(job: Job): boolean {
    const blocking = this.highest(job);
    return blocking === undefined || job.key < blocking.ceiling;
  }

  lock(resource: Shared, job: Job): void {
    let owner = this.#ownerOf.get(job);
    if (owner === undefined) {
      owner = { heapIndex: -1, key: 0, ticket: 0, job, locked: new KeyedHeap() };
      this.#ownerOf.set(job, owner);
    }
    const locked = { heapIndex: -1, key: resource.ceiling, ticket: ++this.#tickets, resource };
    this.#locked.set(resource, locked);
    owner.locked.push(locked);
    this.#place(owner);
  }

  unlock(resource: Shared, job: Job): void {
    const owner = this.#ownerOf.get(job) as Owner;
    owner.locked.remove(this.#locked.get(resource) as Locked);
    this.#locked.delete(resource);
    this.#place(owner);
  }

  ceilingRose(resource: Shared, job: Job): void {
    const owner = this.#ownerOf.get(job);
    const locked = this.#locked.get(resource);
    if (owner === undefined || locked === undefined) return;
    owner.locked.rekey(locked, resource.ceiling);
    this.#place(owner);
    this.#stand();
  }

  /** Sees to it that all who wait lend to whom they wait for: somebody has come to wait, or another one has the resource now. */
  lendAnew({ owner, called, waiters }: Shared): void {
    const holder = owner ?? called;
    waiters.standIn(this.#all);
    if (holder === undefined) waiters.lendThrough(this.#below);
    else waiters.lendTo(holder === "outside" ? undefined : holder);
    this.#stand();
  }

  /**
   * Who is to ask again. When something is unlocked: the most urgent of all who wait, whether it may come in now or not, as the
   * protocol has it; and who may come in. Of those below one ceiling nobody may if the first of them may not.
   */
  next(resource: Shared): Job[] {
    this.lendAnew(resource);
    const firsts = [this.#below.first, this.#apart.first].filter((job) => job !== undefined);
    const next = firsts.filter((job) => this.isAbove(job));
    const first = resource.owner === undefined ? this.#all.first : undefined;
    if (first !== undefined && !next.includes(first)) next.push(first);
    const blocked = this.#inCircle();
    if (blocked !== undefined && !next.includes(blocked)) next.push(blocked);
    return next;
  }

  /**
   * Whoever has the highest ceiling now may wait for one of those below it, by the end of that job, say. Nobody asked for anything just
   * then; so that one asks again, and is told.
   */
  #inCircle(): Job | undefined {
    const first = this.#owners.peek()?.job;
    if (first?.waitsFor === undefined) return undefined;
    const chain = new Set([first]);
    for (const job of chain) {
      if (job !== first && this.#isBelow(job) && this.highest(job)?.owner === first) return job;
      for (const holder of job.waitsFor?.holders(job) ?? []) chain.add(holder);
    }
    return undefined;
  }

  /** A ceiling alone keeps it waiting: it waits for a resource that nobody has. */
  #isBelow({ waitsFor, line }: Job): boolean {
    if (line === undefined || waitsFor === undefined || !("ceiling" in waitsFor)) return false;
    const { owner, called, waiters } = waitsFor as unknown as Shared;
    return owner === undefined && called === undefined && (line === waiters || line === this.#apart);
  }

  /** The owner of the highest ceiling stands apart while it waits below the others. */
  #stand(): void {
    const first = this.#owners.peek()?.job;
    const before = this.#apart.first;
    if (before !== undefined && (before !== first || !this.#isBelow(before))) {
      this.#apart.delete(before);
      (before.waitsFor as unknown as Shared).waiters.add(before);
    }
    if (first !== undefined && first.line !== this.#apart && this.#isBelow(first)) {
      first.line?.delete(first);
      this.#apart.add(first);
    }
    this.#below.lendTo(first);
    this.#apart.lendTo(this.#apart.size === 0 ? undefined : this.#second()?.job);
  }

  #second(): Owner | undefined {
    const first = this.#owners.take();
    const second = this.#owners.peek();
    if (first !== undefined) this.#owners.push(first);
    return second;
  }

  /** By the highest ceiling of what it has; of equals, by that which was locked first. */
  #place(owner: Owner): void {
    this.#owners.remove(owner);
    const highest = owner.locked.peek();
    if (highest === undefined) {
      this.#ownerOf.delete(owner.job);
      return;
    }
    owner.key = highest.key;
    owner.ticket = highest.ticket;
    this.#owners.push(owner);
  }
}
