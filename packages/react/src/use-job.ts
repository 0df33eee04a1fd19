/** What a function gives for arguments that change, computed by a job. */
import {
  type Arguments,
  type BeforeReport,
  type JobView,
  type JobViewOf,
  LatestJob,
  nothingShown,
  pageScheduler,
  type UseJobOptions,
  viewFor,
} from "@preempt/latest-job";
import type { AnyFunction, JobResult } from "@preempt/runtime";
import { useContext, useEffect, useState } from "react";
import { SchedulerContext } from "./provider.ts";
import { watchRestarts } from "./restart-watch.ts";

/** The same with a function that reports its progress: its last parameter is a function, which the job gets behind its arguments. */
export function useJob<F extends AnyFunction>(
  fn: F,
  args: Arguments<BeforeReport<F>>,
  options: UseJobOptions & { readonly progress: true },
): JobViewOf<F>;
/**
 * Runs `fn(...args)` as a job, and returns what is known of it: the result, the error, and the previous result while the next job runs.
 *
 *     const { result: rows = [], isPending } = useJob(search, [titles, query], { deadline: 100 });
 *
 * - The function and each argument are compared by Object.is. So a new object or a new function starts a new job: declare functions
 *   outside of the component, and memoise objects (useMemo, useCallback, or React Compiler).
 * - With new arguments, and when the component is unmounted, the job is cancelled.
 * - `args` undefined, null or false: nothing runs. `useJob(search, query !== "" && [titles, query])`
 * - The job starts after the component is on the screen, in an effect. On a server nothing starts, and the first view is rendered,
 *   "pending".
 *
 * @param fn It is preempted if Preempt's plugin has transformed it, which it does to functions that are passed to this hook
 * @param options Read when a job starts
 * @throws PreemptError where the component is rendered, if what is given is not valid
 */
export function useJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: Arguments<A>,
  options?: UseJobOptions & { readonly progress?: false },
): JobView<JobResult<R>>;
export function useJob(
  fn: AnyFunction,
  args: Arguments<readonly unknown[]>,
  options: UseJobOptions = {},
): JobView<unknown, unknown> {
  const provided = useContext(SchedulerContext);
  const [shown, show] = useState(nothingShown);
  const [{ latest, restarts }] = useState(() => ({ latest: new LatestJob(show), restarts: watchRestarts?.() }));
  // Without a list of dependencies: the comparison is that of `update`, which costs less than an effect that is set up anew.
  useEffect(() => {
    restarts?.committed(shown, fn, args);
    latest.update(options.scheduler ?? provided ?? pageScheduler(), fn, args, options);
  });
  useEffect(() => () => latest.stop(), [latest]);
  return viewFor(shown, fn, args);
}
