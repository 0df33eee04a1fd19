/** Many cores, the controlling side. The other is worker.ts. */

export type { AnyFunction, Functions } from "./partitioned/functions.ts";
export type {
  ErrorOrigin,
  OnCrash,
  PartitionedObserver,
  PartitionedOptions,
  PartitionedSubmitOptions,
  PartitionedTaskOptions,
} from "./partitioned/options.ts";
export type { PartitionedJob, PartitionedJobState } from "./partitioned/partitioned-job.ts";
export { PartitionedScheduler, type TaskRequest } from "./partitioned/partitioned-scheduler.ts";
export type { LateJobReport, PartitionedTask, PartitionedTaskState } from "./partitioned/partitioned-task.ts";
export { AdmissionError, type Placement } from "./partitioned/placement/placement.ts";
export { utilisationTest } from "./partitioned/placement/utilisation-test.ts";
export type { NodeWorkerLike, WebWorkerLike, WorkerLike } from "./partitioned/wire/connection.ts";
