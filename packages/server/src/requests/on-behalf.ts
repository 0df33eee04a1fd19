/** Jobs that are a part of a request, but not its handler: they have the urgency of its class, and no place in its queue. */
import type { AbortSignalLike } from "@preempt/runtime";
import type { RequestScheduler } from "./request-scheduler.ts";

/**
 * @param className Undefined: in a job, that job's urgency; else that of the default class
 * @returns what `work` gives
 */
export function submitFor<C extends string, R>(
  rs: RequestScheduler<C>,
  className: string | undefined,
  work: () => Generator<undefined, R>,
  signal: AbortSignalLike | undefined,
): PromiseLike<R> {
  const { scheduler } = rs;
  const options = { signal: signal ?? null, name: "json" };
  const { deadline, priority, server } = rs.classNamed(className);
  if (className === undefined && scheduler.currentJob !== undefined)
    return scheduler.submit(work, options) as PromiseLike<R>;
  const urgency = { ...options, priority, ...(deadline < Number.POSITIVE_INFINITY && { deadline }) };
  return (server ?? scheduler).submit(work, urgency) as PromiseLike<R>;
}
