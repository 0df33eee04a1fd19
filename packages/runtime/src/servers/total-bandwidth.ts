import { checkName } from "../checks.ts";
import { PreemptError, show } from "../errors.ts";
import type { Job } from "../job.ts";
import { namesOf, refuseUnknown } from "../known-names.ts";
import type { ForParameters, JobResult, SubmitOptions } from "../options.ts";
import type { Scheduler } from "../scheduler.ts";
import { type Instant, never, rounding } from "../time.ts";
import { wholeKernel } from "../whole-kernel.ts";
import { Line } from "./line.ts";

const names = namesOf<{ bandwidth: number; name: string }>({ bandwidth: 1, name: 1 });

/**
 * The total bandwidth server (Spuri and Buttazzo, "Scheduling aperiodic tasks in dynamic priority systems", 1996), for
 * EDF: the k-th job gets the deadline max(release, deadline of the one before) + wcet / bandwidth, the earliest that
 * leaves the rest of the processor to the others. It trusts the `wcet` of the jobs: for code that nobody trusts there
 * is the {@link ConstantBandwidthServer}.
 */
export class TotalBandwidthServer {
  readonly name: string;
  /** The share of the processor that it hands out. */
  readonly bandwidth: number;
  readonly #rt: Scheduler;
  #deadline = Number.NEGATIVE_INFINITY;
  /** In the order of their deadlines. */
  readonly #unfinished = new Line<Job>();

  /**
   * @param options.bandwidth Above 0, at most 1
   * @throws PreemptError if the bandwidth is out of range or the policy is not EDF
   */
  constructor(rt: Scheduler, options: { readonly bandwidth: number; readonly name?: string }) {
    const { bandwidth, name = "tbs" } = options ?? {};
    checkName(name, "a server");
    refuseUnknown(options ?? {}, names, `server "${name}"`, true);
    const { policy } = wholeKernel(rt, `server "${name}"`);
    if (!(bandwidth > 0 && bandwidth <= 1)) {
      throw new PreemptError(
        "bandwidth_out_of_range",
        `the bandwidth of server "${name}" is ${show(bandwidth)}. Give a number above 0 and at most 1.`,
      );
    }
    if (!policy.name.startsWith("edf")) {
      throw new PreemptError(
        "server_needs_edf",
        `server "${name}" gives deadlines, but the policy is "${policy.name}". Use policy "edf".`,
      );
    }
    this.name = name;
    this.bandwidth = bandwidth;
    this.#rt = rt;
    const model = { name, period: 1, deadline: 1, wcet: bandwidth, priority: 0, server: "total bandwidth" } as const;
    rt.reserve(model, (now) => this.#hasCaughtUp(now));
  }

  /**
   * As {@link Scheduler.submit}, with the deadline that the server gives.
   *
   * @throws PreemptError if the job has no finite `wcet`, or has a deadline of its own
   */
  submit<A extends readonly unknown[], R>(
    fn: (...args: A) => R,
    options: ForParameters<A, Omit<SubmitOptions, "deadline">> & { wcet: number },
  ): Job<JobResult<R>> {
    const { wcet, delay = 0 } = options ?? {};
    if (!(wcet > 0 && wcet < never)) {
      throw new PreemptError(
        "wcet_not_positive",
        `a job of server "${this.name}" has a wcet of ${show(wcet)}. Give its execution time in milliseconds, above 0 and finite.`,
      );
    }
    if ("deadline" in options && options.deadline !== undefined) {
      throw new PreemptError(
        "deadline_given",
        `a job of server "${this.name}" has a deadline of its own. Leave it out: the server gives one, by its wcet.`,
      );
    }
    const release = this.#rt.now() + delay;
    const deadline = Math.max(release, this.#deadline) + wcet / this.bandwidth;
    const job = this.#rt.submit(fn, { ...options, deadline: { at: deadline } });
    this.#deadline = deadline;
    this.#watch(job as Job);
    return job;
  }

  #watch(job: Job): void {
    if (job.finish !== undefined) return;
    const { ended } = job;
    const place = this.#unfinished.push(job);
    job.ended = () => {
      ended?.();
      this.#unfinished.leave(place);
      this.#rt.forgetStopped();
    };
  }

  /** What is left of the first is no more than its share of the time to its deadline; the others get theirs after it. */
  #hasCaughtUp(now: Instant): boolean {
    const { first } = this.#unfinished;
    if (first === undefined) return true;
    return first.wcet - first.executionTime <= (first.deadline - now) * this.bandwidth + rounding(now);
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Server";
  }
}
