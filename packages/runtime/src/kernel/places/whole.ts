import type { Closing } from "../../lifetime/closing.ts";
import type { Census } from "../../load/census.ts";
import type { Observer } from "../../observers/observer.ts";
import type { CoreKernel } from "../core-kernel.ts";
import type { Job } from "../job.ts";

/** The whole kernel, as the features in this folder see it. */
export interface Whole extends CoreKernel {
  /** What to tell observers: a field is undefined when nobody listens. None of the functions throws. */
  on: Observer;
  /** Counts jobs, once somebody has asked for the load. */
  census: Census | undefined;
  /** Set from the call of close() on. */
  closing: Closing | undefined;
  /** Has lost the thread inside a critical section: nothing else may run before it. */
  inside: Job | undefined;
  /** Works the job's key out anew, and those of the jobs that inherit it. */
  rekey(job: Job): void;
  /** Calls a function of whoever submitted the job: in its surroundings, and its server pays. */
  callFor(job: Job, call: (job: Job) => void): void;
  stopRunning(): void;
}
