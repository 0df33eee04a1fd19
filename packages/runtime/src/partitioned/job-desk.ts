/** The jobs of a partitioned scheduler, from being submitted to their end. */

import type { Host } from "../hosts/host.ts";
import { abortError, type PreemptError } from "../input/errors.ts";
import { at } from "../kernel/time.ts";
import { LearnedTimes } from "../load/learned-times.ts";
import type { Core } from "./core.ts";
import type { JobErrand } from "./errand.ts";
import type { PartitionedSubmitOptions } from "./options.ts";
import { PartitionedJob } from "./partitioned-job.ts";
import type { Reports } from "./reports.ts";
import { whenAborted } from "./when-aborted.ts";
import { nothing } from "./wire/clone.ts";
import type { JobEnd } from "./wire/protocol.ts";
import { decodeError } from "./wire/wire-error.ts";

export interface JobDeskOptions {
  readonly host: Host;
  readonly reports: Reports;
  readonly core: (number: number) => Core;
  readonly leastBusy: () => number;
}

export class JobDesk {
  readonly #options: JobDeskOptions;
  readonly #times = new LearnedTimes<string>(new Map());
  readonly #errands = new Set<JobErrand>();
  #submitted = 0;
  #whenIdle: (() => void)[] = [];

  constructor(options: JobDeskOptions) {
    this.#options = options;
  }

  submit(fn: string, options: PartitionedSubmitOptions, restarts: number): PartitionedJob {
    const { name = fn, delay = 0, deadline = Infinity, priority = 0, args = [], transfer = [], signal } = options;
    const number = this.#submitted++;
    const release = at(this.#options.host.now() + delay);
    const core = options.core ?? this.#options.leastBusy();
    const job = new PartitionedJob({
      id: `T0J${number}`,
      name,
      core,
      release,
      deadline: at(release + deadline),
      priority,
      cancel: (_job, reason) => this.#cancel(errand, reason),
      urgencyChanged: () => this.#options.core(job.core).urge(errand),
    });
    const errand: JobErrand = {
      number,
      fn,
      budget: options.budget,
      wcet: options.wcet,
      payload: { args: [...args], transfer },
      restartsLeft: transfer.length === 0 ? restarts : 0,
      sent: false,
      job,
      expected: this.#times.expected(fn),
      pinned: options.core,
      forget: () => {},
    };
    this.#errands.add(errand);
    const forget = whenAborted(signal, (reason) => this.#cancel(errand, reason));
    // A signal that was aborted before has cancelled the job by now.
    if (job.isSettled) this.#end(errand);
    else {
      errand.forget = forget;
      this.#give(errand);
    }
    return job;
  }

  idle(): Promise<void> {
    if (this.#errands.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  began({ job }: JobErrand, start: number): void {
    job.start = start;
    if (job.state === "released") job.moveTo("running");
  }

  ended(errand: JobErrand, end: JobEnd, finish: number): void {
    const { job } = errand;
    job.start = end.start;
    job.finish = finish;
    job.executionTime = end.executionTime;
    job.preemptions = end.preemptions;
    if (end.state === "done") {
      this.#times.learn(errand.fn, end.executionTime);
      this.#settle(job, "done", end.value);
    } else {
      // The reason that was given here is the one that counts; another one is the worker's own.
      this.#settle(job, end.state, end.error === undefined ? abortError() : decodeError(end.error));
    }
    this.#end(errand);
  }

  dropped(errand: JobErrand, error: unknown): void {
    this.#settle(errand.job, "failed", error);
    this.#end(errand);
  }

  /** What becomes of jobs whose worker is gone. Returns how many of them fail with `error`. */
  crashed(errands: readonly JobErrand[], error: PreemptError, canRestart: boolean): number {
    const again: JobErrand[] = [];
    let failed = 0;
    for (const errand of errands) {
      if (canRestart && errand.restartsLeft > 0) again.push(errand);
      else {
        if (!errand.job.isSettled) failed++;
        this.dropped(errand, error);
      }
    }
    for (const errand of again) this.#restart(errand);
    return failed;
  }

  /** Returns how many were cancelled by it. */
  cancelAll(reason: unknown): number {
    let count = 0;
    // A list of its own: whoever is told of one end may cancel others.
    for (const errand of [...this.#errands]) {
      if (errand.job.isSettled) continue;
      this.#cancel(errand, reason);
      count++;
    }
    return count;
  }

  terminate(reason: PreemptError): void {
    for (const errand of [...this.#errands]) {
      this.#settle(errand.job, "cancelled", reason);
      this.#end(errand);
    }
  }

  #restart(errand: JobErrand): void {
    const { job } = errand;
    // Cancelled before the crash, or by somebody who was just told of another job's end.
    if (job.isSettled) {
      this.#end(errand);
      return;
    }
    errand.restartsLeft--;
    errand.sent = false;
    job.restarts++;
    job.start = undefined;
    job.moveTo("released");
    job.core = errand.pinned ?? this.#options.leastBusy();
    this.#give(errand);
  }

  #give(errand: JobErrand): void {
    const { job } = errand;
    this.#options.reports.jobPlaced(job);
    // Whoever was told may have cancelled it.
    if (job.isSettled) this.#end(errand);
    else this.#options.core(job.core).submit(errand);
  }

  #cancel(errand: JobErrand, reason: unknown = abortError()): void {
    const { job } = errand;
    if (job.isSettled) return;
    this.#settle(job, "cancelled", reason);
    this.#options.core(job.core).cancel(errand, reason);
  }

  #settle(job: PartitionedJob, state: "done" | "failed" | "cancelled", value: unknown): void {
    if (job.isSettled) return;
    job.moveTo(state);
    job.settle({ ok: state === "done", value });
    if (state === "failed") this.#options.reports.jobFailed(job, value);
  }

  #end(errand: JobErrand): void {
    if (!this.#errands.delete(errand)) return;
    const { job } = errand;
    job.finish ??= this.#options.host.now();
    errand.payload = nothing;
    errand.forget();
    this.#options.reports.jobFinished(job);
    if (this.#errands.size > 0) return;
    const waiting = this.#whenIdle;
    this.#whenIdle = [];
    for (const resolve of waiting) resolve();
  }
}
