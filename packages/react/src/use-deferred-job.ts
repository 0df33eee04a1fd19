/** A value that a job computes, as `useDeferredValue` has one that a render computes. */
import type { Arguments, HookOptions } from "@preempt/latest-job";
import type { JobResult } from "@preempt/runtime";
import { useJob } from "./use-job.ts";

/**
 * The last result of `fn(...args)`, computed by a job: with new arguments, the previous result at once, and the new one when it is ready.
 *
 *     const rows = useDeferredJob(filter, [all, query], [], { deadline: 100 });
 *
 * The rules are those of `useJob`. What the job throws is thrown where the component is rendered, for an error boundary, until the
 * arguments change.
 *
 * @returns undefined before the first result, unless `initial` is given
 */
export function useDeferredJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: Arguments<A>,
  initial?: undefined,
  options?: HookOptions,
): JobResult<R> | undefined;
/**
 * The last result of `fn(...args)`, computed by a job: with new arguments, the previous result at once, and the new one when it is ready.
 *
 *     const rows = useDeferredJob(filter, [all, query], [], { deadline: 100 });
 *
 * The rules are those of `useJob`. What the job throws is thrown where the component is rendered, for an error boundary, until the
 * arguments change.
 *
 * @param initial Returned before the first result. Default: undefined
 */
export function useDeferredJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: Arguments<A>,
  initial: NoInfer<JobResult<R>>,
  options?: HookOptions,
): JobResult<R>;
export function useDeferredJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: Arguments<A>,
  initial?: JobResult<R>,
  options: HookOptions = {},
): JobResult<R> | undefined {
  const { status, result, error } = useJob(fn, args, { ...options, progress: false });
  if (status === "failed") throw error;
  return result === undefined ? initial : result;
}
