/** The lock of one exclusive unit: a module, or a package, in which one job at a time may be. */
import type { SharedLock } from "@preempt/abi";
import type { Holder } from "./holder.ts";

export class Lock implements SharedLock {
  readonly name: string;
  /** Who is suspended inside. Emitted code reads this on entry. */
  owner: Holder | undefined;
  /** Whether it was reported that two jobs are inside, since one could not wait for the other. */
  isReported = false;
  /** To be called when one of the holders has left: for jobs that cannot run it, since it waits itself. */
  readonly waiting = new Set<() => void>();
  /** All who are inside. More than one only where the first of them could not leave. */
  readonly #holders: Holder[] = [];

  constructor(name: string) {
    this.name = name;
  }

  /** Asks without `instanceof`: generators of the user's own yield anything, a proxy too. */
  static is(value: unknown): value is Lock {
    return typeof value === "object" && value !== null && #holders in value;
  }

  /** `holder` is suspended inside. */
  add(holder: Holder): void {
    this.#holders.push(holder);
    this.owner ??= holder;
  }

  /** `holder` is inside no more. */
  remove(holder: Holder): void {
    const at = this.#holders.indexOf(holder);
    if (at >= 0) this.#holders.splice(at, 1);
    this.owner = this.#holders[0];
    for (const goOn of this.waiting) {
      this.waiting.delete(goOn);
      goOn();
    }
  }
}
