/**
 * What the kernel asks of code that is not its own: the host, the policy, the user's `onError`. Each of them may throw, or answer
 * nonsense. Then the error is reported, and the kernel goes on with the best answer that it has: nothing in this file throws.
 */

import type { Host } from "../hosts/host.ts";
import type { Policy, Urgency } from "../policies/policy.ts";
import { type CoreJob, named } from "./core-job.ts";
import type { KernelOptions } from "./kernel-options.ts";
import { type Instant, later, never } from "./time.ts";

/** Before all other instants. */
export const atOnce = Number.NEGATIVE_INFINITY as Instant;

/** Errors that come up while errors are reported go to the host from this many on. */
const deepestReport = 10;

export abstract class SafeCalls {
  readonly options: KernelOptions;
  readonly policy: Policy;
  readonly host: Host;
  /** What the clock said last. */
  protected lastNow = 0 as Instant;
  /** The instant of the last host timer that has fired. */
  protected firedAt = atOnce;
  #reports = 0;

  constructor(options: KernelOptions) {
    this.options = options;
    this.policy = options.policy;
    this.host = options.host;
  }

  /** The time; while the host cannot tell, what it told last. */
  now(): Instant {
    try {
      const now = this.host.now();
      if (Number.isNaN(+now)) throw new TypeError("the host's clock gave NaN");
      this.lastNow = now;
    } catch (error) {
      // It is no earlier than a timer that has fired.
      if (this.firedAt > this.lastNow) this.lastNow = this.firedAt;
      this.report(error);
    }
    return this.lastNow;
  }

  get resolution(): number {
    return this.host.resolution;
  }

  /** When a round that starts now ends. */
  protected endOfRound(start: Instant): Instant {
    const { round, fixedRound } = this.options;
    try {
      const end = fixedRound ? undefined : this.host.roundEnd?.(start, round);
      if (end !== undefined && !Number.isNaN(+end)) return end;
    } catch (error) {
      this.report(error);
    }
    return later(start, round);
  }

  /** Whether the host knows that input waits. */
  protected isInputPending(): boolean {
    try {
      return !!this.host.inputPending?.();
    } catch (error) {
      this.report(error);
      return false;
    }
  }

  /** Place 3. The job's key by the policy. A job whose key cannot be told is the least urgent. */
  protected keyOf(job: CoreJob, urgency: Urgency = job): number {
    const { policy } = this;
    try {
      // A number or NaN, whatever a policy in plain JavaScript gives.
      const key = +policy.key(urgency);
      if (!Number.isNaN(key)) return key;
      throw new TypeError(`policy "${policy.name}" gave NaN as the key of job ${job.id}`);
    } catch (error) {
      this.report(error, job);
      return never;
    }
  }

  /** Takes an error that nobody else takes: `onError` gets it, or the host. */
  report(error: unknown, job?: CoreJob): void {
    const { onError } = this.options;
    this.#reports++;
    try {
      if (onError !== undefined && this.#reports <= deepestReport) {
        onError(error, job);
        return;
      }
    } catch (second) {
      this.#tellHost(second, "onError");
    } finally {
      this.#reports--;
    }
    this.#tellHost(error, job === undefined ? "scheduler" : `job ${named(job)}`);
  }

  #tellHost(error: unknown, context: string): void {
    try {
      this.host.report(error, context);
    } catch {
      // Once more, with the whole stack. The engine reports what is thrown there.
      void Promise.resolve().then(() => this.host.report(error, context));
    }
  }
}
