/**
 * Condition variables (Hoare 1974; with the rules of Mesa, Lampson and Redell 1980): a job that holds a resource gives it back
 * until another one signals that something about it has changed, and takes it again by the resource's rules.
 *
 *   holds the resource ── wait() ──▶ line ── signal(), timeout, abort, cancel ──▶ asks for the resource ──▶ holds it
 */

import { tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { PreemptError, refuse, show } from "../input/errors.ts";
import { waitsInside } from "../kernel/inheritance.ts";
import type { Held, Job, Waitable } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { attach } from "../protocol/protocol.ts";
import type { Body, Callable } from "../realm/intrinsics.ts";
import { room } from "../realm/room.ts";
import type { Resource } from "./resource.ts";
import { type Limited, limitOf, type WaitOptions } from "./wait-limit.ts";
import { WaitLine } from "./wait-line.ts";

/** Options of a {@link Condition}. */
export interface ConditionOptions {
  /** For messages and traces. Default: the name of the resource. */
  readonly name?: string;
}

const names = tableOf<ConditionOptions>({ name: 1 });

/** Those in which a job that waits breaks no promise. */
const protocols: readonly string[] = ["pip", "npcs", "none"];

/** As what a job waits for; apart from the class, so that its members are not the user's. */
class Signals implements Waitable, Limited {
  readonly name: string;
  readonly kernel: Kernel;
  readonly title: string;
  readonly why = "";
  /** It is not known who will signal. */
  readonly lends = false;
  readonly line: WaitLine;
  /** Woken by a signal, and not there yet; whether another one is to have it instead if they do not come. */
  readonly woken = new Map<Job, boolean>();

  constructor(resource: Resource, name: string) {
    this.name = name;
    this.kernel = resource.kernel;
    this.title = `condition "${name}" of ${resource.title}`;
    this.line = new WaitLine(resource.kernel, () => []);
  }

  holders(): readonly Job[] {
    return [];
  }

  wake(job: Job, isPassedOn: boolean): void {
    this.line.delete(job);
    this.woken.set(job, isPassedOn);
    job.called = this;
    this.kernel.wake(job);
  }

  /** Returns whether there was a signal for it. */
  came(job: Job): boolean {
    if (job.called === this) job.called = undefined;
    return this.woken.delete(job);
  }

  /** It was cancelled. A signal for it is for the next one then. */
  forget(job: Job): void {
    const isPassedOn = this.woken.get(job);
    this.came(job);
    this.line.delete(job);
    const { first } = this.line;
    if (isPassedOn && first !== undefined) this.wake(first, true);
  }

  giveUp(job: Job): void {
    if (job.waitsFor !== this) return;
    this.line.delete(job);
    this.kernel.wake(job);
  }
}

/**
 * Lets jobs that hold a resource wait until another job has changed what it protects. After a signal, a job has to check again,
 * because another one may have been faster.
 *
 * `while (queue.length === 0) notEmpty.wait();`
 */
export class Condition {
  /** The name, for messages and traces. */
  readonly name: string;
  readonly #resource: Resource;
  readonly #signals: Signals;

  static {
    // What annotated code calls in place of `wait`.
    const body = function* (this: Condition, options?: WaitOptions) {
      yield* this.waiting(options);
    };
    attach(Condition.prototype.wait as unknown as Callable, body as unknown as Body);
  }

  /**
   * @throws PreemptError if the resource's protocol is "pcp", "icpp" or "srp". These promise that a job is blocked at most once,
   * which a job that waits in between would break
   */
  constructor(resource: Resource, options: ConditionOptions = {}) {
    // A scheduler has a kernel, too, and no protocol.
    if (resource?.protocol === undefined) {
      refuse("resource_missing", "the resource of a condition", show(resource), "a Resource first");
    }
    const { name = resource.name } = options ?? {};
    if (typeof name !== "string") refuse("name_not_a_string", "the name of a condition", show(name), "a string");
    checkOptions(options, `condition "${name}"`, names);
    if (!protocols.includes(resource.protocol)) {
      throw new PreemptError(
        "protocol_not_for_conditions",
        `condition "${name}" is for resource "${resource.name}" of protocol "${resource.protocol}", under which a job is blocked at most once. ` +
          'A job that waits for a signal is blocked again. Give the resource protocol "pip", "npcs" or "none".',
      );
    }
    this.name = name;
    this.#resource = resource;
    this.#signals = new Signals(resource, name);
  }

  /** How many jobs wait for a signal. */
  get waiters(): number {
    return this.#signals.line.size;
  }

  /**
   * Releases the resource, waits for a signal, and takes the resource again by its rules, in annotated code. While it waits for the
   * signal, the job lends its urgency to no other job. The job holds the resource again however this ends, also in `finally`
   * blocks if it is cancelled.
   *
   * @param options How long to wait for the signal: `{ signal, timeout }`. Default: until it comes. Taking the resource again has
   * no limit
   * @throws PreemptError if the job does not hold the resource (`condition_not_locked`), if this code is not annotated, or if
   * taking the resource again would be a `deadlock` (only then the job no longer holds it); `lock_timeout` when the time is over;
   * the AbortSignal's reason when that is aborted
   */
  wait(options?: WaitOptions): void {
    limitOf(this.#signals, options)?.check();
    throw new PreemptError(
      "condition_cannot_wait",
      `code that is not annotated cannot wait for ${this.#signals.title}. ` +
        "Annotate the function with @preempt, or use `yield* condition.waiting()` in a generator.",
    );
  }

  /** {@link wait} for generator functions that run as jobs: `yield* condition.waiting();`. */
  *waiting(options?: WaitOptions): Generator<undefined, void> {
    room();
    const signals = this.#signals;
    const resource = this.#resource;
    const limit = limitOf(signals, options);
    const job = signals.kernel.caller;
    if (job === undefined || resource.owner !== job) {
      throw new PreemptError(
        "condition_not_locked",
        `${signals.title} can be waited for only by the job that has the resource. Lock it first.`,
      );
    }
    if (job.noWaiting > 0) throw waitsInside(job);
    limit?.check();
    let held: Held | undefined;
    try {
      limit?.watch(job);
      // Before the resource is free: whoever takes it may signal.
      job.waitsFor = signals;
      signals.line.add(job);
      held = resource.giveBack(job);
      yield;
      if (!signals.came(job)) limit?.check();
    } finally {
      limit?.end();
      if (held !== undefined) yield* this.#takeAgain(job, held);
    }
  }

  /** Wakes the most urgent waiting job, which runs when it is its turn. Returns whether a job waited. */
  signal(): boolean {
    room();
    const { first } = this.#signals.line;
    if (first === undefined) return false;
    this.#signals.wake(first, true);
    return true;
  }

  /** Wakes all waiting jobs. Returns their number. */
  broadcast(): number {
    room();
    let count = 0;
    for (let { first } = this.#signals.line; first !== undefined; first = this.#signals.line.first) {
      this.#signals.wake(first, false);
      count++;
    }
    return count;
  }

  *#takeAgain(job: Job, held: Held): Generator<undefined, void> {
    try {
      yield* this.#resource.retake(held);
    } finally {
      // Cancelled while it waits for that: what runs now expects the resource as well.
      if (!this.#resource.isHeldBy(held)) yield* this.#resource.retake(held);
      // A generator that waits in a finalizer forgets that those around it were to return: they are told again.
      if (job.isSettled && job.activation !== undefined) {
        job.activation.close();
        yield;
      }
    }
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Condition";
  }
}
