/** A hook: what a function gives for arguments that change. */
import type { JobResult, Scheduler } from "@preempt/runtime";
import { createContext, useContext, useEffect, useState } from "react";

/** The scheduler of the application; in a test one of its own. */
export const SchedulerContext = createContext<Scheduler | undefined>(undefined);

export interface Answer<R> {
  /** For the newest arguments that there is an answer for. */
  readonly value: R | undefined;
  /** Whether that is being worked on. */
  readonly isBusy: boolean;
}

/**
 * Runs `fn` as a job whenever the arguments change, and calls the one before off. What it throws is thrown where the
 * component is rendered, for an error boundary.
 *
 * @param deadline Milliseconds; the nearer, the more urgent among other jobs
 */
export function useJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: A,
  deadline?: number,
): Answer<JobResult<R>> {
  const rt = useContext(SchedulerContext);
  if (rt === undefined) throw new Error("useJob needs a SchedulerContext around it.");
  const [ended, setEnded] = useState<Ended<JobResult<R>>>();
  useEffect(() => {
    const abort = new AbortController();
    rt.submit(fn, { args, signal: abort.signal, ...(deadline !== undefined && { deadline }) }).then(
      (value) => setEnded({ args, value }),
      (error: unknown) => {
        if (!abort.signal.aborted) setEnded({ args, error });
      },
    );
    return () => abort.abort();
  }, [rt, fn, deadline, ...args]);
  if (ended !== undefined && "error" in ended) throw ended.error;
  return { value: ended?.value, isBusy: ended === undefined || ended.args.some((arg, i) => arg !== args[i]) };
}

type Ended<R> = { readonly args: readonly unknown[] } & (
  | { readonly value: R }
  | { readonly error: unknown; value?: never }
);
