/**
 * The smallest entry point: jobs with deadlines on one thread, and nothing else. The policies of
 * "@preempt/runtime" work with it too; its resources and servers need the Scheduler there, and say so.
 */

// biome-ignore assist/source/organizeImports: so ordered, a bundle is smallest
export { edf } from "./policies/edf.ts";
export { CoreScheduler as Scheduler } from "./scheduling/core-scheduler.ts";
export { withFrames } from "./hosts/browser.ts";
export { nodeHost } from "./hosts/node.ts";
export { plainBrowserHost as browserHost } from "./hosts/plain-browser.ts";
export type { Hop } from "./hosts/quickest.ts";
export { PreemptError } from "./input/errors.ts";
export type {
  CoreOptions,
  CoreSubmitOptions as SubmitOptions,
  ForParameters,
  ForTask,
  OptionsButArguments,
  JobOptions,
  JobResult,
  JobValue,
} from "./input/options.ts";
export type { CoreJob as Job, Deadline, JobState } from "./kernel/core-job.ts";
