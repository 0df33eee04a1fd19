/** A first look at a text: whether it may pass a function on to run as a job. */

/** To a scheduler. */
export const handsJobs: RegExp = /\.\s*(?:submit|task|alarm)\s*[(<]/;
/** To a request scheduler: as methods are called, and as Fastify's routes say it, `config: { preempt: … }`. */
export const handsRequests: RegExp = /\.\s*(?:run|route|onBatch)\s*[(<]|\bpreempt['"]?\s*[:,}]/;
