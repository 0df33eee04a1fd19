/** The kernel's public entry point. */

export { JobGroup, type JobGroupOptions } from "./groups/job-group.ts";
export type { TaskSignalLike, WebPriority } from "./groups/task-signal.ts";
export { browserHost } from "./hosts/browser.ts";
export type { Cancellable, Carrier, Context, Host, Overheads, Timer as HostTimer } from "./hosts/host.ts";
export { nodeHost } from "./hosts/node.ts";
export { PreemptError } from "./input/errors.ts";
export type {
  AbortSignalLike,
  AnyFunction,
  DeclaredResource,
  ForParameters,
  ForTask,
  JobOptions,
  JobResult,
  JobValue,
  NeededOptions,
  OptionsButArguments,
  PolicyName,
  ResourceUse,
  SubmitOptions,
} from "./input/options.ts";
export type { Outcome } from "./kernel/awaitable.ts";
export type { Deadline, JobSource, JobState } from "./kernel/core-job.ts";
export type { CriticalSection } from "./kernel/critical-section.ts";
export type { Job } from "./kernel/job.ts";
export type { KernelOptions } from "./kernel/kernel-options.ts";
export { type HeapItem, KeyedHeap } from "./kernel/keyed-heap.ts";
export type { Duration, Instant } from "./kernel/time.ts";
export type { CloseOptions } from "./lifetime/closing.ts";
export { type TerminateOptions, terminate } from "./lifetime/terminate.ts";
export type { LimitAction, NewUrgency, OnJobMiss, TimeLimit } from "./limits/limit-options.ts";
export type { Load } from "./load/census.ts";
export type { LoadFigures } from "./load/crowd.ts";
export { expectedFinish } from "./load/expected-finish.ts";
export type { ExpectedTime } from "./load/learned-times.ts";
export type { BlockedOn, Help, NamedResource, Observer } from "./observers/observer.ts";
export { type AgingOptions, aging } from "./policies/aging.ts";
export { edf } from "./policies/edf.ts";
export { type FairShareOptions, fairShare } from "./policies/fair-share.ts";
export { fifo } from "./policies/fifo.ts";
export { deadlineMonotonic, fixedPriority, rateMonotonic } from "./policies/fixed-priority.ts";
export { leastLaxity } from "./policies/least-laxity.ts";
export type { JobQueue, Named, Policy, Queued, Urgency } from "./policies/policy.ts";
export { roundRobin } from "./policies/round-robin.ts";
export { isPreemptable } from "./protocol/is-preemptable.ts";
export { limitFrames } from "./realm/limit-frames.ts";
export { Condition, type ConditionOptions } from "./resources/condition.ts";
export type { Lock } from "./resources/held.ts";
export { ReadWriteLock, type ReadWriteLockOptions } from "./resources/read-write-lock.ts";
export { Resource } from "./resources/resource.ts";
export type { ProtocolName, ResourceOptions } from "./resources/resource-options.ts";
export { Semaphore, type SemaphoreOptions } from "./resources/semaphore.ts";
export type { SharedLockOptions, SharedProtocol } from "./resources/shared-options.ts";
export type { WaitOptions } from "./resources/wait-limit.ts";
export type { AdmissionAnswer, AdmissionTest, ServerKind, SystemModel, TaskModel } from "./scheduling/admission.ts";
export type { AdmissionControl, AdmissionRequest } from "./scheduling/admissions.ts";
export type { Alarm, AlarmTime } from "./scheduling/alarm.ts";
export { preempt } from "./scheduling/decorator.ts";
export type { ListenerOptions } from "./scheduling/listener.ts";
export { Scheduler } from "./scheduling/scheduler.ts";
export type { SchedulerOptions } from "./scheduling/scheduler-options.ts";
export { Task } from "./scheduling/task.ts";
export type { Missed, OnMiss, TaskChange, TaskOptions } from "./scheduling/task-options.ts";
export { ConstantBandwidthServer } from "./servers/constant-bandwidth.ts";
export { DeferrableServer } from "./servers/deferrable.ts";
export type { DisposeOptions } from "./servers/members.ts";
export { PollingServer } from "./servers/polling.ts";
export type { Server, ServerChange, ServerOptions } from "./servers/server.ts";
export type { Share } from "./servers/share.ts";
export { TotalBandwidthServer } from "./servers/total-bandwidth.ts";
