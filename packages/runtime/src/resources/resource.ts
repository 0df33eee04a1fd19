/**
 * A resource that one job at a time may hold, under one of the protocols of the real-time literature.
 *
 * In annotated code, waiting looks like an ordinary call: `lock` has a resumable body, in which the job is suspended as at any
 * preemption point. When a job ends, in any way, everything that it has locked is unlocked.
 */
import { PreemptError } from "../input/errors.ts";
import { refuseDeadlock, waitsInside } from "../kernel/inheritance.ts";
import type { Held, Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { attach } from "../protocol/protocol.ts";
import type { Body, Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { type Lock, lockOf, ownerName, removeHeld } from "./held.ts";
import type { Owner, Protocol } from "./protocol.ts";
import { checkResource, type ProtocolName, type ResourceOptions, refuseUndeclared } from "./resource-options.ts";
import { limitOf, type WaitOptions } from "./wait-limit.ts";
import { WaitLine } from "./wait-line.ts";

/** Under the priority ceiling protocol a resource may be free, and not to be had. */
const higher = "a job with a higher ceiling";

/**
 * A resource for mutual exclusion among the jobs of one scheduler.
 *
 *     const file = new Resource(rt, { name: "file" });
 *     using lock = file.lock();           // in annotated code
 */
export class Resource {
  /** The name, for messages and traces. */
  readonly name: string;
  /** The rules by which jobs share it. */
  readonly protocol: ProtocolName;
  /** @internal */
  readonly kernel: Kernel;
  /** @internal */
  owner: Owner | undefined;
  /** @internal */
  called: Job | undefined;
  /** @internal */
  ceiling = Number.POSITIVE_INFINITY;
  /** @internal */
  readonly waiters: WaitLine;
  readonly #protocol: Protocol;
  /** The lock of whoever has it. */
  #held: Held | undefined;

  static {
    // What annotated code calls in place of `lock`.
    const body = function* (this: Resource, options?: WaitOptions) {
      return yield* this.acquire(options);
    };
    attach(Resource.prototype.lock as unknown as Callable, body as unknown as Body);
  }

  /** @throws PreemptError if the protocol is unknown, or needs fixed priorities and the policy has none */
  constructor(rt: Scheduler, options: ResourceOptions) {
    const { name, protocol, rules, kernel } = checkResource(rt, options);
    this.name = name;
    this.kernel = kernel;
    this.#protocol = rules;
    this.protocol = protocol;
    this.waiters = new WaitLine(kernel, () => (rules.lends && this.#holder ? [this.#holder] : []));
  }

  /** Whether it is locked. */
  get isLocked(): boolean {
    return this.owner !== undefined;
  }

  /**
   * Locks it for the running job, or for code outside of jobs. If another job holds it, the job waits, in annotated code.
   *
   * @param options How long to wait: `{ signal, timeout }`. Default: until it has the resource
   * @throws PreemptError if waiting would close a cycle (`deadlock`), if the job did not declare the resource, or if it is
   * locked and this code is not annotated and so cannot wait (see {@link acquire} and {@link tryLock}); `lock_timeout` when the
   * time is over; the signal's reason when that is aborted, also before the call
   */
  lock(options?: WaitOptions): Lock {
    const limit = limitOf(this, options);
    limit?.check();
    const lock = this.tryLock();
    if (lock !== undefined) return lock;
    limit?.watch(undefined);
    throw new PreemptError(
      "resource_busy",
      `resource "${this.name}" is taken by ${ownerName(this.owner) ?? higher}, and code that is not annotated cannot wait. ` +
        "Annotate the function with @preempt, use `yield* resource.acquire()` in a generator, or tryLock().",
    );
  }

  /** {@link lock} for generator functions that run as jobs: `const lock = yield* resource.acquire();`. */
  *acquire(options?: WaitOptions): Generator<undefined, Lock> {
    const limit = limitOf(this, options);
    try {
      for (;;) {
        limit?.check();
        const job = this.kernel.caller;
        const lock = this.tryLock();
        if (lock !== undefined) return lock;
        if (job === undefined) {
          throw new PreemptError(
            "no_job",
            `resource "${this.name}" is taken, and only jobs can wait for it. Submit the function to the scheduler.`,
          );
        }
        limit?.watch(job);
        this.#wait(job);
        yield;
      }
    } finally {
      limit?.end();
    }
  }

  /** Locks it if that is possible at once. Otherwise returns undefined. */
  tryLock(): Lock | undefined {
    room();
    const job = this.kernel.caller;
    const isCalled = job?.called === this;
    if (!this.#isFor(job)) return undefined;
    const lock = this.#take(job);
    if (isCalled) this.#callMore();
    return lock;
  }

  /** @internal For conditions: its owner has it no longer, until {@link retake}. The lock is the same then. */
  giveBack(owner: Job): Held {
    const held = this.#held as Held;
    this.#unlock(owner, held);
    return held;
  }

  /** @internal Waits for it, and has it again by the same lock. */
  *retake(held: Held): Generator<undefined, void> {
    for (;;) {
      const job = this.kernel.caller as Job;
      const isCalled = job.called === this;
      if (this.#isFor(job)) {
        this.#lockedBy(job, held);
        if (isCalled) this.#callMore();
        return;
      }
      this.#wait(job);
      yield;
    }
  }

  /** @internal */
  isHeldBy(held: Held): boolean {
    return this.#held === held;
  }

  /** @internal */
  usedBy(priority: number, deadline: number): void {
    const ceiling = this.kernel.policy.isFixed ? -priority : deadline;
    if (ceiling >= this.ceiling) return;
    this.ceiling = ceiling;
    if (this.owner !== undefined && this.owner !== "outside") this.#protocol.ceilingRose(this, this.owner);
  }

  /** @internal */
  get lends(): boolean {
    return this.#protocol.lends;
  }

  /** @internal */
  holders(waiter: Job): readonly Job[] {
    return this.#protocol.holders(this, waiter);
  }

  /** @internal */
  forget(waiter: Job): void {
    waiter.line?.delete(waiter);
    if (waiter.called !== this) return;
    // Somebody else may have come before it, and have called another one since.
    const isNext = this.called === waiter;
    this.#came(waiter);
    if (isNext && this.owner === undefined) this.#callNext();
  }

  /** @internal */
  get title(): string {
    return `resource "${this.name}"`;
  }

  /** @internal */
  get why(): string {
    return `, which ${ownerName(this.owner ?? this.called) ?? higher} has`;
  }

  /** @internal Stops waiting, or does not come though it was called: the next one gets its turn. */
  giveUp(waiter: Job): void {
    const isWaiting = waiter.waitsFor === this;
    if (!isWaiting && waiter.called !== this) return;
    this.forget(waiter);
    if (isWaiting) this.kernel.wake(waiter);
  }

  /** Whether `job`, or code outside of jobs, can have it now. */
  #isFor(job: Job | undefined): boolean {
    if (job !== undefined) {
      if (this.#protocol.hasCeilings && !job.uses?.includes(this)) refuseUndeclared(job, this);
      this.#came(job);
      if (this.owner === job) refuseDeadlock(job, this);
    }
    return this.owner === undefined && (job === undefined || this.#protocol.grants(this, job));
  }

  #take(job: Job | undefined): Lock {
    const held: Held = {
      unlock: () => {
        if (this.#held === held) this.#unlock(job, held);
      },
    };
    this.#lockedBy(job, held);
    return lockOf(held);
  }

  #lockedBy(job: Job | undefined, held: Held): void {
    this.owner = job ?? "outside";
    // Somebody else may have come before who was called.
    this.called = undefined;
    this.#held = held;
    if (job !== undefined) {
      job.held ??= [];
      job.held.push(held);
      this.#protocol.locked(this, job);
    }
    this.#lendAnew();
    if (job !== undefined) this.kernel.on.resourceLocked?.(this, job, this.kernel.now());
  }

  #unlock(job: Job | undefined, held: Held): void {
    this.owner = undefined;
    this.#held = undefined;
    if (job !== undefined) {
      removeHeld(job, held);
      this.waiters.lendTo(undefined);
      this.#protocol.unlocked(this, job);
      this.kernel.on.resourceUnlocked?.(this, job, this.kernel.now());
    }
    this.#callNext();
  }

  #wait(job: Job): void {
    if (job.noWaiting > 0) throw waitsInside(job);
    refuseDeadlock(job, this);
    job.waitsFor = this;
    this.waiters.add(job);
    if (this.#protocol.isSystem) this.#lendAnew();
    this.kernel.on.resourceDenied?.(this, job, this.kernel.now());
  }

  #callNext(): void {
    for (const job of this.#protocol.next(this)) {
      const resource = job.waitsFor as Resource | undefined;
      // Whoever was told of one that was woken may have cancelled the next.
      if (resource === undefined || !job.line?.delete(job)) continue;
      job.called = resource;
      resource.called = job;
      this.kernel.wake(job);
      if (resource !== this) resource.#lendAnew();
    }
    this.#lendAnew();
  }

  /** With more than one resource there may be more than one who may come in. */
  #callMore(): void {
    if (this.#protocol.isSystem) this.#callNext();
  }

  /** What `job` was called to take it takes now, or not at all. */
  #came(job: Job): void {
    job.called = undefined;
    if (this.called === job) this.called = undefined;
  }

  /** The job that has it, or is to have it next. */
  get #holder(): Job | undefined {
    const { owner = this.called } = this;
    return owner === "outside" ? undefined : owner;
  }

  /** Those that still wait lend to whoever has it now, or is to have it next. */
  #lendAnew(): void {
    if (this.lends) this.#protocol.lendAnew(this);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Resource";
  }
}
