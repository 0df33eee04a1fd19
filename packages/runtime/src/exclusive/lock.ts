/** The lock of one exclusive unit: a module, or a package, in which one job at a time may be. */
import type { SharedLock } from "@preempt/abi";
import type { Holder } from "./holder.ts";

export class Lock implements SharedLock {
  readonly name: string;
  /**
   * Whose leave whoever enters has to ask for. Emitted code reads this on entry: a parser asks for each character. So it is undefined while
   * the holder itself runs.
   */
  owner: Holder | undefined;
  /** Whether it was reported that two jobs are inside, since one could not wait for the other. */
  isReported = false;
  /** To be called when one of the holders has left: for jobs that cannot run it, since it waits itself. */
  readonly waiting = new Set<() => void>();
  /** All who are inside. More than one only where the first of them could not leave. */
  readonly #holders: Holder[] = [];
  /** The holder that runs, while nobody runs it for others. */
  #running: Holder | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Asks without `instanceof`: generators of the user's own yield anything, a proxy too. */
  static is(value: unknown): value is Lock {
    return typeof value === "object" && value !== null && #holders in value;
  }

  /** Who is inside, and came first. */
  get holder(): Holder | undefined {
    return this.#holders[0];
  }

  /** `holder` is suspended inside. */
  add(holder: Holder): void {
    this.#holders.push(holder);
    this.#show();
  }

  /** `holder`, which is inside, runs; undefined: it does no longer, or others are run on its stack. */
  runs(holder: Holder | undefined): void {
    this.#running = holder;
    this.#show();
  }

  #show(): void {
    const [first] = this.#holders;
    this.owner = first === this.#running ? undefined : first;
  }

  /** `holder` is inside no more. */
  remove(holder: Holder): void {
    const at = this.#holders.indexOf(holder);
    if (at >= 0) this.#holders.splice(at, 1);
    this.#show();
    for (const goOn of this.waiting) {
      this.waiting.delete(goOn);
      goOn();
    }
  }
}
