/**
 * A number of permits, of which each job takes one or all. The jobs that wait stand in one line, the most urgent first, and by
 * arrival among equals; nobody takes a permit while somebody at least as urgent waits.
 *
 *   asks ── enough are free, and it is its turn ──▶ owner ── unlocks ──▶
 *     │                                               ▲
 *     └──▶ line ── first, and enough are free ──▶ called: some are kept for it until it runs
 *
 * A more urgent job that asks in between takes what is kept for a less urgent one, as it does with a resource. That one asks
 * again, in its old place in the line.
 *
 * Those in the line lend their urgency to all owners, and to those who were called. Which owner will be the first to
 * unlock is not known.
 *
 * It is long because taking, keeping, passing and giving back change the same four maps.
 */
import { PreemptError } from "../input/errors.ts";
import { refuseDeadlock, waitsInside } from "../kernel/inheritance.ts";
import type { Held, Job, Waitable } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { room } from "../realm/room.ts";
import { type Lock, lockOf, ownerName, removeHeld } from "./held.ts";
import type { Owner } from "./protocol.ts";
import { stuckJobs } from "./several-holders.ts";
import { type Limited, limitOf, type WaitOptions } from "./wait-limit.ts";
import { WaitLine } from "./wait-line.ts";

/** What a job wants, and its place among equals in the line. */
interface Asked {
  readonly permits: number;
  readonly ticket: number;
}

/** At most so many owners are named in a message. */
const mostNamed = 3;

export class Permits implements Waitable, Limited {
  readonly name: string;
  readonly kernel: Kernel;
  readonly count: number;
  readonly lends: boolean;
  readonly title: string;
  readonly stuck = stuckJobs;
  readonly #mayTakeMore: boolean;
  readonly #owners = new Map<Owner, number>();
  /** What is kept for those who were woken. */
  readonly #called = new Map<Job, Asked>();
  /** Woken, and then passed by a more urgent one: what they come for is kept no longer. */
  readonly #passed = new Map<Job, Asked>();
  readonly #asked = new Map<Job, Asked>();
  readonly #line: WaitLine;
  #taken = 0;
  #kept = 0;
  #tickets = 0;

  /**
   * @param kind For messages
   * @param mayTakeMore Whether an owner may take another one before those who wait
   */
  constructor(
    kernel: Kernel,
    kind: string,
    name: string,
    { count, lends, mayTakeMore = false }: { count: number; lends: boolean; mayTakeMore?: boolean },
  ) {
    this.kernel = kernel;
    this.name = name;
    this.title = `${kind} "${name}"`;
    this.count = count;
    this.lends = lends;
    this.#mayTakeMore = mayTakeMore;
    this.#line = new WaitLine(kernel, () => (lends ? this.holders() : []));
  }

  /** How many nobody has. */
  get free(): number {
    return this.count - this.#taken;
  }

  /** How many jobs wait for some. */
  get waiting(): number {
    return this.#asked.size;
  }

  get why(): string {
    const names = this.holders().slice(0, mostNamed).map(ownerName);
    if (this.#owners.has("outside")) names.push("code outside of jobs");
    return `, held by ${names.join(", ")}${this.#owners.size > mostNamed ? ", …" : ""}`;
  }

  /** For annotated code `acquire` takes its place. */
  lock(permits: number, options: WaitOptions | undefined, tryName: string): Lock {
    const limit = limitOf(this, options);
    limit?.check();
    const lock = this.tryTake(permits);
    if (lock !== undefined) return lock;
    limit?.watch(undefined);
    throw new PreemptError(
      "resource_busy",
      `${this.title} cannot be had now${this.why}, and code that is not annotated cannot wait. ` +
        `Annotate the function with @preempt, use one of the generator methods with yield*, or ${tryName}().`,
    );
  }

  *acquire(permits: number, options?: WaitOptions): Generator<undefined, Lock> {
    const limit = limitOf(this, options);
    let ticket: number | undefined;
    try {
      for (;;) {
        limit?.check();
        const job = this.kernel.caller;
        const lock = this.tryTake(permits);
        if (lock !== undefined) return lock;
        if (job === undefined) {
          throw new PreemptError(
            "no_job",
            `${this.title} cannot be had now, and only jobs can wait for it. Submit the function to the scheduler.`,
          );
        }
        limit?.watch(job);
        ticket ??= ++this.#tickets;
        this.#wait(job, { permits, ticket });
        yield;
      }
    } finally {
      limit?.end();
    }
  }

  tryTake(permits: number): Lock | undefined {
    room();
    const job = this.kernel.caller;
    const isCalled = job !== undefined && this.#came(job);
    if (!isCalled && !this.#isItsTurn(job, permits)) return undefined;
    return this.#take(job, permits);
  }

  holders(): readonly Job[] {
    const jobs: Job[] = [];
    for (const owner of this.#owners.keys()) if (owner !== "outside") jobs.push(owner);
    for (const job of this.#called.keys()) if (!this.#owners.has(job)) jobs.push(job);
    return jobs;
  }

  isKept(waiter: Job, isStuck: (job: Job) => boolean): boolean {
    // Those before it in the line have to be served first.
    const own = this.#asked.get(waiter) as Asked;
    let wanted = own.permits;
    for (const [job, { permits, ticket }] of this.#asked) {
      if (permits > wanted && isBefore(job, ticket, waiter, own.ticket)) wanted = permits;
    }
    let free = this.count;
    for (const [owner, permits] of this.#owners) if (owner !== "outside" && isStuck(owner)) free -= permits;
    return wanted > free;
  }

  /** The waiter was cancelled, or has given up. */
  forget(waiter: Job): void {
    if (!this.#came(waiter)) {
      this.#line.delete(waiter);
      this.#asked.delete(waiter);
    }
    this.#callNext();
  }

  giveUp(waiter: Job): void {
    const isWaiting = waiter.waitsFor === this;
    if (!isWaiting && waiter.called !== this) return;
    this.forget(waiter);
    if (isWaiting) this.kernel.wake(waiter);
  }

  /** The order in the line may be another one. */
  askAgain(): void {
    this.#callNext();
  }

  #isItsTurn(job: Job | undefined, permits: number): boolean {
    let { free } = this;
    if (permits > free) return false;
    // Code outside of jobs runs before all jobs.
    if (job === undefined || (this.#mayTakeMore && this.#owners.has(job))) return true;
    const first = this.#line.first;
    if (first !== undefined && first.key <= job.key) return false;
    for (const other of this.#passed.keys()) if (other.key <= job.key) return false;
    for (const [other, { permits: kept }] of this.#called) if (other.key <= job.key) free -= kept;
    return permits <= free;
  }

  #take(job: Job | undefined, permits: number): Lock {
    const owner = job ?? "outside";
    let isHeld = true;
    const held: Held = {
      unlock: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#unlock(owner, permits, held);
      },
    };
    this.#owners.set(owner, (this.#owners.get(owner) ?? 0) + permits);
    this.#taken += permits;
    while (this.#kept > this.free) this.#pass(this.#leastUrgentCalled());
    if (job !== undefined) {
      job.held ??= [];
      job.held.push(held);
      if (this.lends) this.#line.joined(job);
      this.kernel.on.resourceLocked?.(this, job, this.kernel.now());
    }
    return lockOf(held);
  }

  #unlock(owner: Owner, permits: number, held: Held): void {
    const left = (this.#owners.get(owner) ?? 0) - permits;
    if (left > 0) this.#owners.set(owner, left);
    else this.#owners.delete(owner);
    this.#taken -= permits;
    if (owner !== "outside") {
      removeHeld(owner, held);
      this.#leave(owner);
      this.kernel.on.resourceUnlocked?.(this, owner, this.kernel.now());
    }
    this.#callNext();
  }

  #wait(job: Job, asked: Asked): void {
    if (job.noWaiting > 0) throw waitsInside(job);
    this.#asked.set(job, asked);
    try {
      refuseDeadlock(job, this);
    } catch (deadlock) {
      this.#asked.delete(job);
      throw deadlock;
    }
    job.waitsFor = this;
    this.#line.add(job, asked.ticket);
    this.kernel.on.resourceDenied?.(this, job, this.kernel.now());
  }

  /** Keeps what is free for those whose turn it is, and wakes them. */
  #callNext(): void {
    for (;;) {
      const waiting = this.#line.first;
      const passed = firstOf(this.#passed);
      const isWaiting =
        passed === undefined || (waiting !== undefined && isBefore(waiting, this.#ticket(waiting), ...passed));
      const job = isWaiting ? waiting : passed[0];
      if (job === undefined) return;
      const asked = (isWaiting ? this.#asked : this.#passed).get(job) as Asked;
      if (asked.permits > this.free - this.#kept) return;
      this.#asked.delete(job);
      this.#passed.delete(job);
      this.#called.set(job, asked);
      this.#kept += asked.permits;
      job.called = this;
      // A holder that waits for more permits of this very kind may ask again by that.
      this.#line.delete(job);
      if (this.lends) this.#line.joined(job);
      // Last: whoever is told of it may cancel others.
      if (isWaiting) this.kernel.wake(job);
    }
  }

  #ticket(job: Job): number {
    return (this.#asked.get(job) as Asked).ticket;
  }

  /** What was kept for `job` is so no longer. Returns whether there was anything. */
  #came(job: Job): boolean {
    if (job.called === this) job.called = undefined;
    this.#passed.delete(job);
    const called = this.#called.get(job);
    if (called === undefined) return false;
    this.#called.delete(job);
    this.#kept -= called.permits;
    this.#leave(job);
    return true;
  }

  /** A more urgent one has taken what was kept for `job`. */
  #pass(job: Job): void {
    const asked = this.#called.get(job) as Asked;
    this.#came(job);
    this.#passed.set(job, asked);
    job.called = this;
  }

  #leave(job: Job): void {
    if (!this.#owners.has(job) && !this.#called.has(job)) this.#line.left(job);
  }

  #leastUrgentCalled(): Job {
    let found: readonly [Job, number] | undefined;
    for (const [job, { ticket }] of this.#called) {
      if (found === undefined || isBefore(...found, job, ticket)) found = [job, ticket];
    }
    return (found as readonly [Job, number])[0];
  }
}

function firstOf(jobs: ReadonlyMap<Job, Asked>): readonly [Job, number] | undefined {
  let found: readonly [Job, number] | undefined;
  for (const [job, { ticket }] of jobs) {
    if (found === undefined || isBefore(job, ticket, ...found)) found = [job, ticket];
  }
  return found;
}

/** Whether `a` is more urgent than `b`, or its equal and came earlier. */
function isBefore(a: Job, ticketOfA: number, b: Job, ticketOfB: number): boolean {
  return a.key < b.key || (a.key === b.key && ticketOfA < ticketOfB);
}
