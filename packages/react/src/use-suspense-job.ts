/** A job for whose result a component suspends: Suspense shows its fallback until then, or a transition the former screen. */
import type { HookOptions } from "@preempt/latest-job";
import { type JobResult, PreemptError } from "@preempt/runtime";
import { use, useEffect, useState } from "react";
import { askFor, type CachedJob, hold, throwOf, Wanted } from "./job-cache.ts";
import { useScheduler } from "./provider.ts";

/**
 * Runs `fn(...args)` as a job, and returns its result. Until then, the component suspends.
 *
 *     const rows = useSuspenseJob(search, [titles, query], { deadline: 100 });
 *
 * - Function and arguments are compared as in `useJob`. Components that ask for the same share one job. Its result is kept as long as
 *   one of them is mounted. A result that no component was mounted with is kept for half a minute.
 * - The job starts while the component renders. If newer arguments come before its result, and no other component waits for it, it is
 *   cancelled. So change arguments in a transition: the former result stays on the screen meanwhile.
 * - What the job throws is thrown where the component is rendered. An error boundary that renders the component again after a second
 *   starts the job again.
 * - On a server without a provider it throws (`suspense_no_scheduler`). Suspense then sends the fallback, and the browser runs the job.
 *
 * @param options Read when a job starts
 */
export function useSuspenseJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: Readonly<NoInfer<A>>,
  options: HookOptions = {},
): JobResult<R> {
  const provided = useScheduler();
  const rt = options.scheduler ?? provided;
  if (rt === undefined) {
    throw new PreemptError(
      "suspense_no_scheduler",
      "useSuspenseJob has no scheduler on a server. Suspense shows its fallback there, and the browser runs the job. Give PreemptProvider a scheduler if the server is to run it.",
    );
  }
  const [wanted] = useState(() => new Wanted());
  const job: CachedJob = askFor(rt, fn, args, options);
  wanted.is(job);
  useEffect(() => hold(job), [job]);
  throwOf(job);
  return use(job.promise) as JobResult<R>;
}
