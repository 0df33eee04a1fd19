/** What the deferrable and the polling server share: a budget that comes back at the multiples of the period. */
import type { ServerKind } from "../admission.ts";
import type { Pending } from "../pending.ts";
import type { Scheduler } from "../scheduler.ts";
import { at, type Duration, type Instant, later } from "../time.ts";
import { Server, type ServerOptions } from "./server.ts";

export abstract class PeriodicServer extends Server {
  /** The start of the current period. */
  protected periodStart: Instant;
  /** Set while somebody waits for the next period. */
  #alarm: Pending | undefined;

  constructor(rt: Scheduler, kind: ServerKind, options: ServerOptions) {
    super(rt, kind, options);
    this.periodStart = rt.kernel.now();
    this.urgency.deadline = later(this.periodStart, this.period);
  }

  protected arrive(now: Instant): void {
    this.keepPeriods(now);
  }

  protected exhausted(now: Instant): void {
    this.keepPeriods(now);
  }

  /** To the end of the period at most: then its deadline moves, and the budget is another one. */
  protected override allowance(): number {
    const now = this.kernel.now();
    this.keepPeriods(now);
    return Math.min(this.left, this.periodStart + this.period - now);
  }

  /** What ran over the end of a period counts against both budgets. */
  protected override account(spent: Duration, now: Instant): void {
    const end = later(this.periodStart, this.period);
    const before = Math.max(0, Math.min(spent, end - (now - spent)));
    this.left -= before;
    if (now >= end) this.keepPeriods(end);
    this.left -= spent - before;
  }

  protected mayRun(now: Instant): boolean {
    this.keepPeriods(now);
    if (this.left > 1e-9) return true;
    this.#wakeNextPeriod();
    return false;
  }

  /** Nobody waits for the next period. */
  protected becameIdle(): void {
    if (this.#alarm !== undefined) this.kernel.removePending(this.#alarm);
    this.#alarm = undefined;
  }

  /** A new period has begun. */
  protected abstract replenish(): void;

  /** Gives the budgets of the periods that have begun since. No timer runs while nobody asks. */
  protected keepPeriods(now: Instant): void {
    let periods = Math.floor((now - this.periodStart) / this.period);
    // Rounding makes the quotient a little too small at times: what the timer goes by is right.
    if (at(this.periodStart + (periods + 1) * this.period) <= now) periods++;
    if (periods < 1) return;
    this.periodStart = at(this.periodStart + periods * this.period);
    this.urgency.deadline = later(this.periodStart, this.period);
    // What was overrun is paid back, from as many budgets as it takes.
    this.left = Math.min(this.left, 0) + (periods - 1) * this.budget;
    this.left = Math.min(this.left, 0);
    this.replenish();
    this.reorder();
  }

  #wakeNextPeriod(): void {
    this.#alarm ??= this.kernel.addPending(later(this.periodStart, this.period), () => {
      this.#alarm = undefined;
      this.keepPeriods(this.kernel.now());
      this.resume();
    });
  }
}
