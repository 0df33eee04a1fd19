/**
 * The smallest door: jobs with deadlines on one thread, and nothing that is not needed for that. What is imported from
 * "@preempt/runtime" beside it (policies, resources, servers) works with it too.
 */

export type { CoreJob as Job, Deadline, JobState } from "./core-job.ts";
export { CoreScheduler as Scheduler } from "./core-scheduler.ts";
export { PreemptError } from "./errors.ts";
export { withFrames } from "./hosts/browser.ts";
export { nodeHost } from "./hosts/node.ts";
export { plainBrowserHost as browserHost } from "./hosts/plain-browser.ts";
export type { CoreOptions, CoreSubmitOptions as SubmitOptions, JobValue } from "./options.ts";
export { edf } from "./policies/edf.ts";
