/** A virtual clock for one of several threads: it stops where something may come from another one. */
import { VirtualHost } from "@preempt/runtime/testing";

export class ThreadHost extends VirtualHost {
  /** Rounds end here. A kernel of ideal preemption has its jobs preempted at that very instant. */
  stop = Number.POSITIVE_INFINITY;

  roundEnd(): ReturnType<VirtualHost["now"]> {
    return this.stop as ReturnType<VirtualHost["now"]>;
  }

  /** What ends at the stop has ended then, and what comes at it has yet to come. Jobs that are not preempted go on beyond it. */
  runToStop(): void {
    const { stop } = this;
    // Instants are whole, but for the ends of tasks.
    while (this.now() < stop && this.step(stop - 0.25)) {}
    if (this.now() < stop && stop !== Number.POSITIVE_INFINITY) this.set(stop);
  }
}
