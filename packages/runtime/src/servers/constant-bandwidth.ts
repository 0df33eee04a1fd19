import { PreemptError } from "../input/errors.ts";
import { type Instant, later, rounding } from "../kernel/time.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { Server, type ServerOptions } from "./server.ts";

/**
 * The constant bandwidth server (Abeni and Buttazzo, "Integrating multimedia applications in hard real-time systems",
 * 1998), for EDF. When its budget is used up it gets the next one at once, with a deadline one period later. So it uses time that
 * no more urgent job needs, and never takes more than its bandwidth from other jobs.
 */
export class ConstantBandwidthServer extends Server {
  /** @throws PreemptError if the policy is not EDF, or an option is out of range */
  constructor(rt: Scheduler, options: ServerOptions) {
    super(rt, "constant bandwidth", { ...options, name: options?.name ?? "cbs" });
    if (!rt.kernel.policy.isDeadline) {
      throw new PreemptError(
        "server_needs_edf",
        `server "${this.name}" gives deadlines, but the policy is "${rt.kernel.policy.name}". Use policy "edf", or a DeferrableServer.`,
      );
    }
    this.urgency.deadline = rt.kernel.now();
  }

  /** The deadline under which its jobs run now. */
  get deadline(): number {
    return this.urgency.deadline;
  }

  protected arrive(now: Instant): void {
    // Rule 3: the budget that is left must not be more than its share of the time to the deadline.
    if (this.left < (this.urgency.deadline - now) * this.#rate) return;
    this.applyChange();
    this.urgency.deadline = later(now, this.share.period);
    this.left = this.share.budget;
  }

  protected becameIdle(): void {}

  /** Idle, it is bound by nothing once its deadline has come. */
  protected keepTime(now: Instant): void {
    if (!this.isServing && this.urgency.deadline <= now) this.applyChange();
  }

  get #rate(): number {
    return this.share.budget / this.share.period;
  }

  protected exhausted(now: Instant): void {
    this.applyChange();
    const { budget, period } = this.share;
    do {
      const budgets = Math.max(1, Math.floor(-this.left / budget));
      this.left += budgets * budget;
      this.urgency.deadline += budgets * period;
    } while (this.isUsedUp(now));
    this.reorder();
  }

  /** Its deadline stands still, too: else it would be the most urgent of all until that has come near again. */
  protected override stood(time: number): void {
    this.urgency.deadline += time;
  }

  protected mayRun(): boolean {
    return true;
  }

  /** There always is a budget; not before its period begins, however, if others pay the time until then. */
  protected canPay(now: Instant): boolean {
    if (!this.isServing) this.arrive(now);
    return this.urgency.deadline <= later(now, this.share.period);
  }

  /** As by rule 3. */
  protected hasCaughtUp(now: Instant): boolean {
    return !this.isServing || this.left <= (this.urgency.deadline - now) * this.#rate + rounding(now);
  }
}
