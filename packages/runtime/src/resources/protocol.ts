/** What a resource access protocol decides, and on what. One file per protocol. */
import type { Job } from "../kernel/job.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { WaitLine } from "./wait-line.ts";

/** What a protocol sees of a resource. */
export interface Shared {
  readonly name: string;
  /** @internal */
  readonly kernel: Kernel;
  /** Who has it; undefined when it is free. */
  readonly owner: Owner | undefined;
  /** Who was woken to take it, and has not come to it yet. */
  readonly called: Job | undefined;
  /**
   * The smallest key of its declared users: for fixed priorities their priorities negated, else their relative
   * deadlines. Infinity while there are none.
   */
  readonly ceiling: number;
  /** Jobs that asked in vain and have to ask again. */
  readonly waiters: WaitLine;
}

/** A job, or code outside of jobs. */
export type Owner = Job | "outside";

export interface Protocol {
  /** Whether the users have to be declared beforehand. */
  readonly hasCeilings: boolean;
  /** Whether the keys have to be fixed priorities. */
  readonly isFixed: boolean;
  /** Whether waiters lend their urgency to the holders. */
  readonly lends: boolean;
  /** Whether what keeps a waiter from the resource may be another one. */
  readonly isSystem: boolean;
  /** Whether `job` may have the resource now; it is free. */
  grants(resource: Shared, job: Job): boolean;
  /** `job` has it now. */
  locked(resource: Shared, job: Job): void;
  /** `job` has it no longer. */
  unlocked(resource: Shared, job: Job): void;
  /** A more urgent user was declared while `job` has it. */
  ceilingRose(resource: Shared, job: Job): void;
  /** Whose fault it is that `waiter` waits; none if nobody's. */
  holders(resource: Shared, waiter: Job): readonly Job[];
  /** Has those that wait lend to whom they wait for now. Asked only where they lend. */
  lendAnew(resource: Shared): void;
  /** Who is to ask again now that the resource is free. */
  next(resource: Shared): readonly Job[];
}

/** Mutual exclusion alone, which every protocol starts from. */
export const exclusion: Protocol = {
  hasCeilings: false,
  isFixed: false,
  lends: false,
  isSystem: false,
  grants: () => true,
  locked() {},
  unlocked() {},
  ceilingRose() {},
  holders({ owner, called }) {
    const holder = owner ?? called;
    return holder === undefined || holder === "outside" ? [] : [holder];
  },
  lendAnew({ waiters, owner, called }) {
    const holder = owner ?? called;
    waiters.lendTo(holder === "outside" ? undefined : holder);
  },
  next({ waiters: { first } }) {
    return first === undefined ? [] : [first];
  },
};
