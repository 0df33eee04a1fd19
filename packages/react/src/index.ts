/** Hooks that compute what components show, as jobs: `useJob`, `useDeferredJob`, `useSuspenseJob`, and a provider of the scheduler. */
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
export { PreemptProvider, type PreemptProviderProps, useScheduler } from "./provider.ts";
export { useDeferredJob } from "./use-deferred-job.ts";
export { useJob } from "./use-job.ts";
export { useSuspenseJob } from "./use-suspense-job.ts";
