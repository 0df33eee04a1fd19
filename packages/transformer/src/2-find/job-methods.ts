/** Methods that run functions as jobs, by name. */

/** Of schedulers, servers and groups: which argument is the function. An alarm in a server is a job of that server. */
export const schedulerMethods: ReadonlyMap<string, number> = new Map([
  ["submit", 0],
  ["listener", 0],
  ["task", 0],
  ["alarm", 1],
]);

/** Of a request scheduler: the function comes after the class of a request, or the category of an event. */
export const requestMethods: ReadonlySet<string> = new Set(["run", "route", "onBatch"]);

/** Fastify's, whose routes may name a class of requests. */
export const routeMethods: ReadonlySet<string> = new Set([
  ...["get", "post", "put", "patch", "delete", "head", "options", "all"],
  "route",
]);
