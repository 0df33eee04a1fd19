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
import { startWaiting, stopWaiting, wouldDeadlock } from "../inheritance.ts";
import type { Job } from "../job.ts";
import type { Kernel } from "../kernel.ts";
import { exclusion, type Protocol, type Shared } from "./protocol.ts";

const systems = new WeakMap<Kernel, System>();

class System {
  readonly name = "the resources in use";
  readonly lends = true;
  readonly locked = new Set<Shared>();
  readonly #kernel: Kernel;
  /** Jobs that may not start yet. */
  readonly #aside = new Set<Job>();

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    kernel.gate = (job) => this.#mayStart(job);
  }

  /** Those with ceilings no lower than its level, and who was set aside before it: only the first in urgency may start. */
  holders(waiter: Job): readonly Job[] {
    const level = levelOf(this.#kernel, waiter);
    const held = [...this.locked].filter(({ ceiling }) => level >= ceiling);
    const owners = held.flatMap(({ owner }) => (owner === undefined || owner === "outside" ? [] : [owner]));
    return [...owners, ...[...this.#aside].filter((other) => other !== waiter && other.key <= waiter.key)];
  }

  forget(job: Job): void {
    if (this.#aside.delete(job)) this.askAgain();
  }

  /** A ceiling has gone, or the urgency of a job set aside is another one: any of them may be the one to start. */
  askAgain(): void {
    const aside = [...this.#aside];
    this.#aside.clear();
    for (const job of aside) {
      stopWaiting(this.#kernel, job);
      this.#kernel.makeReady(job);
    }
  }

  #mayStart(job: Job): boolean {
    if (this.locked.size === 0 || (job.server !== undefined && !job.uses?.length)) return true;
    const level = levelOf(this.#kernel, job);
    let may = true;
    for (const { ceiling } of this.locked) may &&= level < ceiling;
    // Only the first in urgency may start: not one that comes after a job set aside.
    for (const other of this.#aside) may &&= job.key < other.key;
    // A holder that awaits this very job has to be let go on.
    if (may || wouldDeadlock(job, this)) return true;
    this.#aside.add(job);
    startWaiting(this.#kernel, job, this);
    return false;
  }
}

function systemOf({ kernel }: Shared): System {
  let system = systems.get(kernel);
  if (system === undefined) {
    system = new System(kernel);
    systems.set(kernel, system);
  }
  return system;
}

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
