/** A first look at a text: whether it may pass a function on to run as a job. */
import { requestMethods, schedulerMethods } from "../2-find/job-methods.ts";

const jobMethods = [...schedulerMethods.keys()].join("|");
const likelyJobs = new RegExp(`(?:${jobMethods})\\s*[(<]`);
const jobs = new RegExp(`\\.\\s*(?:${jobMethods})\\s*[(<]`);
const requests = new RegExp(`\\.\\s*(?:${[...requestMethods].join("|")})\\s*[(<]|\\bpreempt['"]?\\s*[:,}]`);

/** To a scheduler. */
export function handsJobs(text: string): boolean {
  // Engines look for a few words in less than half of the time that they take to look at what follows each point.
  return likelyJobs.test(text) && jobs.test(text);
}

/** To a request scheduler: as methods are called, and as Fastify's routes say it, `config: { preempt: … }`. */
export function handsRequests(text: string): boolean {
  return requests.test(text);
}
