/**
 * The jobs that wait for one resource, the most urgent first. They lend their urgency to its holder as one: what passes a
 * resource on from a job to one of n that wait for it is one entry among those who lend to a holder, not n of them.
 *
 *   waiters ──▶ line ──▶ holder           per key: O(log n) to wait, to be called, to leave, to change
 *
 * Jobs of the holder's own server have no urgency of their own to lend (see lentKey), so they stand apart, by server.
 */
import { passOn } from "../inheritance.ts";
import type { Job, JobServer, WaitingIn } from "../job.ts";
import type { Kernel } from "../kernel.ts";
import { type HeapItem, KeyedHeap } from "../keyed-heap.ts";
import { Lenders } from "../lenders.ts";

interface Entry extends HeapItem {
  readonly job: Job;
}

/** Those of one server, or of none. */
interface Group {
  readonly byKey: KeyedHeap<Entry>;
  /** By what they inherit from others; undefined for those of no server. */
  readonly byInherited: KeyedHeap<Entry> | undefined;
}

export class WaitLine implements HeapItem, WaitingIn {
  heapIndex = -1;
  key = Number.POSITIVE_INFINITY;
  readonly ticket = 0;
  readonly #kernel: Kernel;
  readonly #groups = new Map<JobServer | undefined, Group>();
  #size = 0;
  /** To whom they lend their urgency. */
  #holder: Job | undefined;

  /** @internal */
  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get size(): number {
    return this.#size;
  }

  /** The most urgent one. */
  get first(): Job | undefined {
    let first: Entry | undefined;
    for (const { byKey } of this.#groups.values()) {
      const entry = byKey.peek() as Entry;
      const isFirst =
        first === undefined || entry.key < first.key || (entry.key === first.key && entry.ticket < first.ticket);
      if (isFirst) first = entry;
    }
    return first?.job;
  }

  /** `job` waits from now on. */
  add(job: Job): void {
    const { key, ticket, server, inherited } = job;
    const entries = [
      { heapIndex: -1, key, ticket, job },
      { heapIndex: -1, key: inherited, ticket, job },
    ] as const;
    job.entries = entries;
    job.line = this;
    let group = this.#groups.get(server);
    if (group === undefined) {
      group = { byKey: new KeyedHeap(), byInherited: server && new KeyedHeap() };
      this.#groups.set(server, group);
    }
    group.byKey.push(entries[0]);
    group.byInherited?.push(entries[1]);
    this.#size++;
    if (this.#lend()) passOn(this.#kernel, this.#holder as Job);
  }

  /** `job` does not wait any more. Returns whether it did. */
  delete(job: Job): boolean {
    if (job.line !== this) return false;
    const [byKey, byInherited] = entriesOf(job);
    job.line = undefined;
    job.entries = undefined;
    const group = this.#groups.get(job.server) as Group;
    group.byKey.remove(byKey);
    group.byInherited?.remove(byInherited);
    if (group.byKey.size === 0) this.#groups.delete(job.server);
    this.#size--;
    if (this.#lend()) this.#less(this.#holder as Job);
    return true;
  }

  /** The urgency of one that waits may be another one. Returns who may inherit another one by that. */
  rekeyed(job: Job): Job | undefined {
    const [byKey, byInherited] = entriesOf(job);
    const group = this.#groups.get(job.server) as Group;
    if (byKey.key !== job.key) group.byKey.rekey(byKey, job.key);
    if (byInherited.key !== job.inherited) group.byInherited?.rekey(byInherited, job.inherited);
    return this.#lend() ? this.#holder : undefined;
  }

  /** From now on all of them wait for `holder`; or for nobody. */
  lendTo(holder: Job | undefined): void {
    const before = this.#holder;
    if (before !== holder) {
      this.#holder = holder;
      if (before?.waiters?.withdraw(this)) this.#less(before);
    }
    if (this.#lend()) passOn(this.#kernel, holder as Job);
  }

  /** Works out what is lent to the holder. Returns whether that has changed. */
  #lend(): boolean {
    const holder = this.#holder;
    if (holder === undefined) return false;
    if (this.#size === 0) return holder.waiters?.withdraw(this) === true;
    let least = Number.POSITIVE_INFINITY;
    for (const [server, { byKey, byInherited }] of this.#groups) {
      least = Math.min(
        least,
        server !== undefined && server === holder.server ? (byInherited?.key ?? least) : byKey.key,
      );
    }
    holder.waiters ??= new Lenders();
    return holder.waiters.lend(this, least);
  }

  /** `holder` inherits no more than before. */
  #less(holder: Job): void {
    // If it has finalizers, it inherits anew where they begin, once.
    if (!holder.isSettled || holder.activation?.isClosing) passOn(this.#kernel, holder);
  }
}

function entriesOf({ entries }: Job): readonly [Entry, Entry] {
  return entries as unknown as readonly [Entry, Entry];
}
