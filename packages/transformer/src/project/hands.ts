/** A first look at a text: whether it may pass a function on to run as a job. */

const likelyJobs = /(?:submit|listener|task|alarm)\s*[(<]/;
const jobs = /\.\s*(?:submit|listener|task|alarm)\s*[(<]/;
const requests = /\.\s*(?:run|route|onBatch)\s*[(<]|\bpreempt['"]?\s*[:,}]/;

/** To a scheduler. */
export function handsJobs(text: string): boolean {
  // Engines look for a few words in less than half of the time that they take to look at what follows each point.
  return likelyJobs.test(text) && jobs.test(text);
}

/** To a request scheduler: as methods are called, and as Fastify's routes say it, `config: { preempt: … }`. */
export function handsRequests(text: string): boolean {
  return requests.test(text);
}
