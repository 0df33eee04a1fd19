/** What belongs to a server, and what becomes of it when the server is disposed of. */

import { tableOf } from "@preempt/checks";
import { refuse, show } from "../input/errors.ts";
import type { Job } from "../kernel/job.ts";

/** How a server is disposed of. */
export interface DisposeOptions {
  /**
   * What becomes of its jobs that have not ended. "cancel" (default): they are cancelled, and tasks, alarms and observers that they
   * started end. "release": they go on outside of the server, with their own deadlines and priorities; so do those tasks, alarms
   * and observers.
   */
  readonly jobs?: "cancel" | "release";
  /** With what jobs are cancelled. Default: an AbortError, as `job.cancel()` gives. */
  readonly reason?: unknown;
}

export const disposeTable = tableOf<DisposeOptions>({ jobs: 1, reason: 1 });

/** @throws PreemptError for anything else */
export function checkFate(jobs: unknown, name: string): "cancel" | "release" {
  if (jobs === undefined) return "cancel";
  if (jobs === "cancel" || jobs === "release") return jobs;
  return refuse(
    "fate_unknown",
    `what becomes of the jobs of server "${name}"`,
    show(jobs),
    'jobs: "cancel" or jobs: "release"',
  );
}

/** The jobs of a server that have not ended, and what its jobs have started that releases others. */
export class Members {
  /** In the order in which they came. Made when the first one comes: many servers have none for a long time. */
  #jobs: Set<Job> | undefined;
  #sources: Set<Disposable> | undefined;

  get hasJobs(): boolean {
    return this.#jobs !== undefined && this.#jobs.size > 0;
  }

  add(job: Job): void {
    this.#jobs ??= new Set();
    this.#jobs.add(job);
  }

  delete(job: Job): void {
    this.#jobs?.delete(job);
  }

  keep(source: Disposable): () => void {
    this.#sources ??= new Set();
    const sources = this.#sources.add(source);
    return () => void sources.delete(source);
  }

  /** Jobs first come first. A list of its own: whoever hears of one end may cancel others. */
  get jobs(): readonly Job[] {
    return [...(this.#jobs ?? [])];
  }

  cancel(reason: unknown): void {
    // First, so that nothing comes after the jobs.
    for (const source of [...(this.#sources ?? [])]) source[Symbol.dispose]();
    for (const job of this.jobs) job.cancel(reason);
  }
}
