import { nameText, tableOf } from "@preempt/checks";
import { checkOptions } from "../input/checks.ts";
import { notNegative, PreemptError, refuse, show } from "../input/errors.ts";
import { refuseWrong } from "../input/option-table.ts";
import type { ForParameters, JobResult, NeededOptions, SubmitOptions } from "../input/options.ts";
import type { Job } from "../kernel/job.ts";
import { type Instant, never, rounding } from "../kernel/time.ts";
import { wholeKernel } from "../kernel/whole-kernel.ts";
import type { TaskModel } from "../scheduling/admission.ts";
import type { Reservation } from "../scheduling/admissions.ts";
import type { Scheduler } from "../scheduling/scheduler.ts";
import { refuseDisposed } from "./disposed.ts";
import { Line } from "./line.ts";
import { checkFate, type DisposeOptions, disposeTable } from "./members.ts";

const table = tableOf<{ bandwidth: number; name: string }>({ bandwidth: 1, name: nameText });
const changeTable = tableOf<{ bandwidth: number }>({ bandwidth: 1 });

function checkBandwidth(name: string, bandwidth: number): number {
  if (typeof bandwidth === "number" && bandwidth > 0 && bandwidth <= 1) return bandwidth;
  return refuse(
    "bandwidth_out_of_range",
    `the bandwidth of server "${name}"`,
    show(bandwidth),
    "a number above 0 and at most 1",
  );
}

function modelOf(name: string, bandwidth: number): TaskModel {
  return { name, period: 1, deadline: 1, wcet: bandwidth, priority: 0, server: "total bandwidth" };
}

/**
 * The total bandwidth server (Spuri and Buttazzo, "Scheduling aperiodic tasks in dynamic priority systems", 1996), for
 * EDF. The k-th job gets the deadline max(release, previous deadline) + wcet / bandwidth, the earliest that leaves the rest of
 * the processor to the others. It trusts the `wcet` of its jobs. For code that you do not trust, use the
 * {@link ConstantBandwidthServer}.
 */
export class TotalBandwidthServer implements Disposable {
  /** The name, for messages and traces. */
  readonly name: string;
  readonly #rt: Scheduler;
  readonly #reservation: Reservation | undefined;
  #bandwidth: number;
  #isDisposed = false;
  #deadline = Number.NEGATIVE_INFINITY;
  /** In the order of their deadlines. */
  readonly #unfinished = new Line<Job>();

  /**
   * @param options.bandwidth Above 0, at most 1
   * @throws PreemptError if the bandwidth is out of range or the policy is not EDF
   */
  constructor(rt: Scheduler, options: { readonly bandwidth: number; readonly name?: string }) {
    const { bandwidth, name = "tbs" } = options ?? {};
    refuseWrong(options ?? {}, table, `server "${String(name)}"`, true);
    const { policy } = wholeKernel(rt, `server "${name}"`);
    this.#bandwidth = checkBandwidth(name, bandwidth);
    if (!policy.isDeadline) {
      throw new PreemptError(
        "server_needs_edf",
        `server "${name}" gives deadlines, but the policy is "${policy.name}". Use policy "edf".`,
      );
    }
    this.name = name;
    this.#rt = rt;
    this.#reservation = rt.reserve(modelOf(name, bandwidth), (now) => this.#hasCaughtUp(now));
  }

  /** The share of the processor that it hands out. */
  get bandwidth(): number {
    return this.#bandwidth;
  }

  /** Whether {@link dispose} was called. */
  get disposed(): boolean {
    return this.#isDisposed;
  }

  /**
   * Changes its bandwidth while it runs: jobs that are submitted from now on get their deadlines by it. Those of jobs that are there stay,
   * and new ones come after them, so a smaller share comes after what was promised.
   *
   * @throws PreemptError if the bandwidth is out of range
   */
  update(change: { readonly bandwidth: number }): void {
    checkOptions(change, `the change of server "${this.name}"`, changeTable);
    const { bandwidth } = change;
    checkBandwidth(this.name, bandwidth);
    if (this.#isDisposed) refuseDisposed(`server "${this.name}"`, "a change");
    this.#bandwidth = bandwidth;
    this.#reservation?.change(modelOf(this.name, bandwidth));
  }

  /**
   * Ends the server: from now on it takes no jobs (`server_disposed`), and its share is free for others. Released, its jobs go on with the
   * deadlines that they have. A second call has no effect.
   *
   * @throws PreemptError for an option out of range
   */
  dispose(options: DisposeOptions = {}): void {
    checkOptions(options, `dispose() of server "${this.name}"`, disposeTable);
    const fate = checkFate(options?.jobs, this.name);
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#reservation?.change(undefined);
    if (fate === "cancel") for (const job of [...this.#unfinished]) job.cancel(options?.reason);
  }

  /** As {@link dispose}: its jobs are cancelled. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * As {@link Scheduler.submit}, with the deadline that the server gives.
   *
   * @throws PreemptError if the job has no finite `wcet`, or has a deadline of its own
   */
  submit<A extends readonly unknown[], R, T = unknown>(
    fn: (this: T, ...args: A) => R,
    options: NeededOptions<A, Omit<SubmitOptions, "deadline"> & { wcet: number }, T>,
  ): Job<JobResult<R>> {
    const { wcet, delay = 0 } = options ?? {};
    if (this.#isDisposed) refuseDisposed(`server "${this.name}"`, "a job");
    if (!(typeof wcet === "number" && wcet > 0 && wcet < never)) {
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
    const release = this.#rt.now() + notNegative(delay, "delay", `the delay of a job of server "${this.name}"`);
    const deadline = Math.max(release, this.#deadline) + wcet / this.bandwidth;
    const job = this.#rt.submitTo(undefined, fn, { ...options, deadline: { at: deadline } } as ForParameters<
      A,
      SubmitOptions
    >);
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
      this.#rt.forgetFormer();
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
