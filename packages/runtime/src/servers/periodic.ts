/** What the deferrable and the polling server share: a budget that comes back at the multiples of the period. */

import type { Pending } from "../kernel/pending.ts";
import { at, type Duration, type Instant, surelyLater } from "../kernel/time.ts";
import type { ServerKind } from "../scheduling/admission.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { Server, type ServerOptions } from "./server.ts";

export abstract class PeriodicServer extends Server {
  /** The start of the current period. */
  protected periodStart: Instant;
  #periodEnd: Instant;
  /** Periods are counted from here: added up one by one they would drift. */
  #origin: Instant;
  #count = 0;
  /** Set while somebody waits for the next period. */
  #alarm: Pending | undefined;

  constructor(rt: Scheduler, kind: ServerKind, options: ServerOptions) {
    super(rt, kind, options);
    this.#origin = this.periodStart = rt.kernel.now();
    this.urgency.deadline = this.#periodEnd = surelyLater(this.periodStart, this.share.period);
  }

  protected arrive(now: Instant): void {
    this.keepPeriods(now);
  }

  protected exhausted(now: Instant): void {
    this.keepPeriods(now);
  }

  /** To the end of the period at most: then its deadline moves, and the budget is another one. */
  protected override allowance(now: Instant): number {
    this.keepPeriods(now);
    return Math.min(this.left, this.#periodEnd - now);
  }

  /** What ran over the end of a period counts against both budgets. */
  protected override account(spent: Duration, now: Instant): void {
    const end = this.#periodEnd;
    const before = Math.max(0, Math.min(spent, end - (now - spent)));
    this.left -= before;
    if (now >= end) this.keepPeriods(end);
    this.left -= spent - before;
  }

  protected mayRun(now: Instant): boolean {
    this.keepPeriods(now);
    if (!this.isUsedUp(now)) return true;
    this.#wakeNextPeriod();
    return false;
  }

  protected canPay(now: Instant): boolean {
    this.keepPeriods(now);
    return !this.isUsedUp(now);
  }

  protected override grow(more: number, now: Instant): void {
    super.grow(more, now);
    if (this.#alarm === undefined || this.isUsedUp(now)) return;
    this.kernel.removePending(this.#alarm);
    this.#alarm = undefined;
    this.resume();
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
    if (this.isChanging && now >= this.#periodEnd) this.#begin(this.#periodEnd);
    let count = Math.floor((now - this.#origin) / this.share.period);
    // Rounding makes the quotient a little too small or large at times: what the timer goes by is right.
    if (this.#startOf(count + 1) <= now) count++;
    else if (this.#startOf(count) > now) count--;
    const periods = count - this.#count;
    if (periods < 1) return;
    this.#count = count;
    this.periodStart = this.#startOf(count);
    this.#periodEnd = this.#startOf(count + 1);
    // A period may be shorter than the clock's numbers show.
    if (this.#periodEnd <= now) this.#periodEnd = surelyLater(now, this.share.period);
    this.urgency.deadline = this.#periodEnd;
    // What was overrun is paid back, from as many budgets as it takes.
    this.left = Math.min(this.left, 0) + (periods - 1) * this.share.budget;
    this.left = Math.min(this.left, 0);
    this.replenish();
    this.reorder();
  }

  protected override keepTime(now: Instant): void {
    this.keepPeriods(now);
  }

  /** From here on there is another budget, or another period. */
  #begin(start: Instant): void {
    this.applyChange();
    this.#count = 0;
    this.#origin = this.periodStart = start;
    this.urgency.deadline = this.#periodEnd = surelyLater(start, this.share.period);
    this.left = Math.min(this.left, 0);
    this.replenish();
    this.reorder();
  }

  #startOf(count: number): Instant {
    return at(this.#origin + count * this.share.period);
  }

  #wakeNextPeriod(): void {
    this.#alarm ??= this.kernel.addPending(this.#periodEnd, () => {
      this.#alarm = undefined;
      this.keepPeriods(this.kernel.now());
      this.resume();
    });
  }
}
