/** A composable that computes what components show, as jobs, and what provides the scheduler. */
export type {
  Arguments,
  BeforeReport,
  HookOptions,
  JobView,
  ProgressOf,
  Report,
  UseJobOptions,
} from "@preempt/latest-job";
export { provideScheduler, useScheduler } from "./scheduler.ts";
export { type JobRefs, useJob } from "./use-job.ts";
