/** What components and modules show, computed by jobs; and what provides the scheduler. */
export type {
  Arguments,
  BeforeReport,
  HookOptions,
  JobView,
  JobViewOf,
  ProgressOf,
  Report,
  UseJobOptions,
} from "@preempt/latest-job";
export { setScheduler, useScheduler } from "./scheduler.ts";
export { useJob } from "./use-job.ts";
