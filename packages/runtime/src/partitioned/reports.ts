/** Who hears of what on the controlling side. An exception of an observer is reported and stops nothing. */

import type { Host } from "../hosts/host.ts";
import type { PreemptError } from "../input/errors.ts";
import type { ErrorOrigin, PartitionedObserver } from "./options.ts";
import type { PartitionedJob } from "./partitioned-job.ts";
import type { PartitionedTask } from "./partitioned-task.ts";

export class Reports {
  readonly #host: Host;
  readonly #observer: PartitionedObserver | undefined;
  readonly #onError: ((error: unknown, origin: ErrorOrigin) => void) | undefined;

  constructor(host: Host, observer: PartitionedObserver | undefined, onError: Reports["report"] | undefined) {
    this.#host = host;
    this.#observer = observer;
    this.#onError = onError;
  }

  workerStarted(core: number): void {
    this.#guarded(core, () => this.#observer?.workerStarted?.(core, this.#host.now()));
  }

  /** `isTaken`: a job or a task fails with it, so that it does not get lost if nobody listens here. */
  workerCrashed(core: number, error: PreemptError, isTaken: boolean): void {
    this.#guarded(core, () => this.#observer?.workerCrashed?.(core, error, this.#host.now()));
    if (this.#onError !== undefined || !isTaken) this.report(error, { core });
  }

  jobPlaced(job: PartitionedJob): void {
    if (this.#observer === undefined) return;
    this.#guarded(job.core, () => this.#observer?.jobPlaced?.(job, job.core, this.#host.now()));
  }

  jobFinished(job: PartitionedJob): void {
    if (this.#observer === undefined) return;
    this.#guarded(job.core, () => this.#observer?.jobFinished?.(job, this.#host.now()));
  }

  taskPlaced(task: PartitionedTask): void {
    this.#guarded(task.core, () => this.#observer?.taskPlaced?.(task, task.core, this.#host.now()));
  }

  /** Whoever submitted the job may await it in this very turn of the event loop; then its error is theirs. */
  jobFailed(job: PartitionedJob, error: unknown): void {
    if (job.isAwaited) return;
    this.#host.post(() => {
      if (!job.isAwaited) this.report(error, { core: job.core, job });
    });
  }

  report(error: unknown, origin: ErrorOrigin): void {
    try {
      if (this.#onError !== undefined) {
        this.#onError(error, origin);
        return;
      }
    } catch (second) {
      this.#host.report(second, "onError");
    }
    const { core, job, task } = origin;
    const what =
      job !== undefined ? `job ${job.id} (${job.name}) on ` : task !== undefined ? `task ${task.name} on ` : "";
    this.#host.report(error, `${what}core ${core}`);
  }

  #guarded(core: number, tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.report(error, { core });
    }
  }
}
