import type { Scheduler } from "../scheduling/scheduler.ts";
import { PeriodicServer } from "./periodic.ts";
import type { ServerOptions } from "./server.ts";

/**
 * The deferrable server (Strosnider, Lehoczky and Sha, "The deferrable server algorithm", 1995). Its budget is full at the start
 * of each period, and stays until it is used. So a job that arrives late in the period is served at once. Under EDF, its deadline
 * is the end of the period.
 */
export class DeferrableServer extends PeriodicServer {
  /** @throws PreemptError if an option is out of range */
  constructor(rt: Scheduler, options: ServerOptions) {
    super(rt, "deferrable", options);
  }

  /** That a budget is kept until the end of the period is its right. */
  protected hasCaughtUp(): boolean {
    return true;
  }

  protected replenish(): void {
    this.left += this.share.budget;
  }
}
