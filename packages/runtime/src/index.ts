/** The kernel's public door. */
export type { CriticalSection } from "./critical-section.ts";
export { preempt } from "./decorator.ts";
export { PreemptError } from "./errors.ts";
export type { Cancellable, Host } from "./host.ts";
export { browserHost } from "./hosts/browser.ts";
export { nodeHost } from "./hosts/node.ts";
export type { Job, JobState } from "./job.ts";
export type { Observer } from "./observer.ts";
export { edf } from "./policies/edf.ts";
export { fifo } from "./policies/fifo.ts";
export { deadlineMonotonic, fixedPriority, rateMonotonic } from "./policies/fixed-priority.ts";
export type { Policy } from "./policies/policy.ts";
export {
  type AbortSignalLike,
  type Alarm,
  type AlarmTime,
  type JobValue,
  Scheduler,
  type SchedulerOptions,
  type SubmitOptions,
  type TaskOptions,
} from "./scheduler.ts";
export type { Task } from "./task.ts";
