/**
 * The jobs that wait for one resource, the most urgent first. They lend their urgency to each of its holders as one: what
 * passes a resource on from a job to one of n that wait for it is one entry among those who lend to a holder, not n of them.
 *
 *   waiters ──▶ line ──▶ holders          per key: O(log n) to wait, to be called, to leave, to change; and for each holder
 *
 * Jobs of the holder's own server have no urgency of their own to lend (see lentKey), so they stand apart, by server.
 *
 * Where one job keeps the waiters of many resources waiting, their lines lend through one above them:
 *
 *   waiters ──▶ line ──▶ line above ──▶ holder           the first of each line stands there for it
 */
import { passOn } from "../kernel/inheritance.ts";
import type { Job, JobServer, WaitingIn } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { type HeapItem, KeyedHeap } from "../kernel/keyed-heap.ts";
import { Lenders } from "../kernel/lenders.ts";

interface Entry extends HeapItem {
  ticket: number;
  /** Undefined: the first of a line stands there. */
  readonly job: Job | undefined;
  readonly line: WaitLine | undefined;
  /** The job's, when it stood here last: servers are disposed of. */
  server: JobServer | undefined;
}

type Entries = readonly [byKey: Entry, byInherited: Entry];

/** Those of one server, or of none. */
interface Group {
  readonly byKey: KeyedHeap<Entry>;
  /** By what they inherit from others; undefined for those of no server. */
  readonly byInherited: KeyedHeap<Entry> | undefined;
}

const nobody: readonly Job[] = [];

export class WaitLine implements WaitingIn {
  readonly #kernel: Kernel;
  readonly #holders: () => readonly Job[];
  readonly #groups = new Map<JobServer | undefined, Group>();
  #size = 0;
  /** To whom they lend their urgency. Nobody while the line is empty. */
  readonly #loans = new Map<Job, HeapItem>();
  /** What they lend to each of those, if none of them is in a server; else NaN. */
  #lent = Number.NaN;
  /** Through which line they lend. */
  #above: WaitLine | undefined;
  /** The lines in which the first of each group stands as well, and what stands there for it. */
  readonly #standIns = new Map<WaitLine, Map<JobServer | undefined, Entries>>();

  /** @internal `holders` tells for whom they wait, when the first of them comes. */
  constructor(kernel: Kernel, holders: () => readonly Job[]) {
    this.#kernel = kernel;
    this.#holders = holders;
  }

  /** How many wait here, those of the lines below not counted. */
  get size(): number {
    return this.#size;
  }

  /** The most urgent one. */
  get first(): Job | undefined {
    let first: Entry | undefined;
    for (const server of this.#groups.keys()) {
      const entry = this.#firstOf(server);
      const isFirst =
        first === undefined || entry.key < first.key || (entry.key === first.key && entry.ticket < first.ticket);
      if (isFirst) first = entry;
    }
    return first?.job;
  }

  #firstOf(server: JobServer | undefined): Entry {
    const entry = (this.#groups.get(server) as Group).byKey.peek() as Entry;
    return entry.line === undefined ? entry : entry.line.#firstOf(server);
  }

  /** `job` waits from now on. Among equals the smaller ticket goes first. */
  add(job: Job, ticket: number = job.ticket): void {
    const { key, server, inherited } = job;
    const entries: Entries = [
      { heapIndex: -1, key, ticket, job, line: undefined, server },
      { heapIndex: -1, key: inherited, ticket, job, line: undefined, server },
    ];
    job.entries = entries;
    job.line = this;
    this.#put(server, entries);
    this.#size++;
    this.#pass(this.#changed(server));
  }

  /** `job` does not wait any more. Returns whether it did. */
  delete(job: Job): boolean {
    if (job.line !== this) return false;
    const entries = entriesOf(job);
    job.line = undefined;
    job.entries = undefined;
    const [{ server }] = entries;
    this.#take(server, entries);
    this.#size--;
    this.#pass(this.#changed(server));
    return true;
  }

  /** The urgency of one that waits may be another one. Returns those who may inherit another one by that. */
  rekeyed(job: Job): readonly Job[] {
    const entries = entriesOf(job);
    const [byKey, byInherited] = entries;
    if (byKey.server !== job.server) {
      const { server } = byKey;
      this.#take(server, entries);
      this.#stand(server);
      byKey.server = job.server;
      byKey.key = job.key;
      byInherited.key = job.inherited;
      this.#put(job.server, entries);
      return this.#changed(job.server);
    }
    const group = this.#groups.get(job.server) as Group;
    if (byKey.key !== job.key) group.byKey.rekey(byKey, job.key);
    if (byInherited.key !== job.inherited) group.byInherited?.rekey(byInherited, job.inherited);
    return this.#changed(job.server);
  }

  /** From now on all of them wait for `holder` alone; or for nobody. */
  lendTo(holder: Job | undefined): void {
    this.#leaveAbove();
    for (const one of this.#loans.keys()) if (one !== holder) this.left(one);
    if (holder !== undefined) this.joined(holder);
  }

  /** They wait for `holder`, too. */
  joined(holder: Job): void {
    if (this.#groups.size === 0) return;
    this.#loanTo(holder);
    if (this.#lend(holder)) this.#pass([holder]);
  }

  /** They do not wait for `holder` any more. */
  left(holder: Job): void {
    const loan = this.#loans.get(holder);
    if (loan === undefined) return;
    this.#loans.delete(holder);
    if (holder.waiters?.withdraw(loan)) this.#pass([holder]);
  }

  /** From now on all of them wait for the same as those of `above`. */
  lendThrough(above: WaitLine): void {
    if (this.#above === above) return;
    this.lendTo(undefined);
    this.#above = above;
    this.standIn(above);
    this.#pass(above.#lendAnew());
  }

  /** From now on the most urgent one stands in that line, too. */
  standIn(above: WaitLine): void {
    if (this.#standIns.has(above)) return;
    this.#standIns.set(above, new Map());
    for (const server of this.#groups.keys()) this.#stand(server);
  }

  #leaveAbove(): void {
    const above = this.#above;
    if (above === undefined) return;
    this.#above = undefined;
    for (const [server, entries] of this.#standIns.get(above) ?? []) above.#take(server, entries);
    this.#standIns.delete(above);
    this.#pass(above.#lendAnew());
  }

  #put(server: JobServer | undefined, [byKey, byInherited]: Entries): void {
    let group = this.#groups.get(server);
    if (group === undefined) {
      group = { byKey: new KeyedHeap(), byInherited: server && new KeyedHeap() };
      this.#groups.set(server, group);
    }
    group.byKey.push(byKey);
    group.byInherited?.push(byInherited);
  }

  #take(server: JobServer | undefined, [byKey, byInherited]: Entries): void {
    const group = this.#groups.get(server) as Group;
    group.byKey.remove(byKey);
    group.byInherited?.remove(byInherited);
    if (group.byKey.size === 0) this.#groups.delete(server);
  }

  /** Another one may be the first of a group. Returns those who may inherit another urgency by that. */
  #changed(server: JobServer | undefined): readonly Job[] {
    this.#stand(server);
    return (this.#above ?? this).#lendAnew();
  }

  /** In the lines above the first of the group stands for all of it. */
  #stand(server: JobServer | undefined): void {
    if (this.#standIns.size === 0) return;
    const group = this.#groups.get(server);
    for (const [above, standIns] of this.#standIns) {
      const before = standIns.get(server);
      if (before !== undefined) above.#take(server, before);
      if (group === undefined) {
        standIns.delete(server);
        continue;
      }
      const { key, ticket } = group.byKey.peek() as Entry;
      const entries: Entries = before ?? [
        { heapIndex: -1, key, ticket, job: undefined, line: this, server },
        { heapIndex: -1, key, ticket, job: undefined, line: this, server },
      ];
      entries[0].key = key;
      entries[0].ticket = ticket;
      entries[1].key = group.byInherited?.key ?? key;
      standIns.set(server, entries);
      above.#put(server, entries);
    }
  }

  /** Works out what is lent to all holders. Returns those for whom that has changed. */
  #lendAnew(): readonly Job[] {
    if (this.#groups.size === 0) return this.#withdraw();
    // The first of them has come.
    if (this.#loans.size === 0) for (const holder of this.#holders()) this.#loanTo(holder);
    if (this.#loans.size === 0) return nobody;
    const only = this.#groups.size === 1 ? this.#groups.get(undefined) : undefined;
    // With a thousand holders each of them is looked at only if there is news.
    if (only !== undefined && only.byKey.key === this.#lent) return nobody;
    this.#lent = only?.byKey.key ?? Number.NaN;
    return [...this.#loans.keys()].filter((holder) => this.#lend(holder));
  }

  #withdraw(): readonly Job[] {
    if (this.#loans.size === 0) return nobody;
    const changed = Array.from(this.#loans).filter(([holder, loan]) => holder.waiters?.withdraw(loan));
    this.#loans.clear();
    this.#lent = Number.NaN;
    return changed.map(([holder]) => holder);
  }

  #loanTo(holder: Job): void {
    if (this.#loans.has(holder)) return;
    this.#loans.set(holder, { heapIndex: -1, key: Number.POSITIVE_INFINITY, ticket: 0 });
    this.#lent = Number.NaN;
  }

  /** Works out what is lent to `holder`. Returns whether that has changed. */
  #lend(holder: Job): boolean {
    let least = Number.POSITIVE_INFINITY;
    for (const [server, { byKey, byInherited }] of this.#groups) {
      least = Math.min(
        least,
        server !== undefined && server === holder.server ? (byInherited?.key ?? least) : byKey.key,
      );
    }
    holder.waiters ??= new Lenders();
    return holder.waiters.lend(this.#loans.get(holder) as HeapItem, least);
  }

  /** They inherit more, or less, than before. */
  #pass(holders: readonly Job[]): void {
    for (const holder of holders) {
      // If it has finalizers, it inherits anew where they begin, once.
      if (!holder.isSettled || holder.activation?.isClosing) passOn(this.#kernel, holder);
    }
  }
}

function entriesOf({ entries }: Job): Entries {
  return entries as unknown as Entries;
}
