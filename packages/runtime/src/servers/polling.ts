import { type Instant, rounding } from "../kernel/time.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { PeriodicServer } from "./periodic.ts";
import type { ServerOptions } from "./server.ts";

/**
 * The polling server (Sha, Lehoczky and Rajkumar 1986). At the start of each period it serves its waiting jobs. When none is left,
 * its budget is lost, and later jobs wait for the next period. For the other tasks it is exactly a periodic task.
 */
export class PollingServer extends PeriodicServer {
  /** @throws PreemptError if an option is out of range */
  constructor(rt: Scheduler, options: ServerOptions) {
    super(rt, "polling", options);
    // Nobody is there at the start.
    this.left = 0;
  }

  /** @internal */
  protected override arrive(now: Instant): void {
    const before = this.periodStart;
    super.arrive(now);
    // Who comes at the very start of a period is there; who comes later in it is not.
    if (this.periodStart !== before && this.periodStart >= now - rounding(now)) this.left += this.share.budget;
  }

  protected override becameIdle(): void {
    super.becameIdle();
    this.left = Math.min(this.left, 0);
  }

  /** Who has used it up, or lost it, waits for the next period as a periodic task would. */
  protected override grow(more: number, now: Instant): void {
    if (!this.isUsedUp(now)) super.grow(more, now);
  }

  protected hasCaughtUp(now: Instant): boolean {
    this.keepPeriods(now);
    return !this.isServing || this.isUsedUp(now) || now <= this.periodStart;
  }

  protected replenish(): void {
    // The periods that passed without anybody there have lost theirs.
    if (this.isServing) this.left += this.share.budget;
  }
}
