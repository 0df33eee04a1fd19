/** What has been locked, and by whom: for resources of every kind. */
import { named } from "../kernel/core-job.ts";
import type { Held, Job } from "../kernel/job.ts";
import { room } from "../realm/room.ts";
import type { Owner } from "./protocol.ts";

/** Something locked. `using lock = resource.lock()` unlocks it at the end of the block. Unlocking twice is harmless. */
export interface Lock extends Disposable {
  /** Returns what is locked. The most urgent waiting job gets it. */
  unlock(): void;
}

/** How its owner gives it back. */
export function lockOf(held: Held): Lock {
  const unlock = () => {
    try {
      room();
    } catch {
      // It was locked for good if the stack ended where it is unlocked.
      void Promise.resolve().then(() => held.unlock());
      return;
    }
    held.unlock();
  };
  return { unlock, [Symbol.dispose]: unlock };
}

/** `job` has it no longer. */
export function removeHeld({ held: all = [] }: Job, held: Held): void {
  const index = all.indexOf(held);
  if (index >= 0) all.splice(index, 1);
}

/** For messages; undefined if nobody has it. */
export function ownerName(owner: Owner | undefined): string | undefined {
  return owner === "outside" ? "code outside of jobs" : owner && named(owner);
}
