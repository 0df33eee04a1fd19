/** What a function gives for arguments that change, computed by a job. */
import {
  type AnyView,
  type Arguments,
  type BeforeReport,
  isServer,
  type JobView,
  LatestJob,
  nothingShown,
  type ProgressOf,
  pageScheduler,
  type UseJobOptions,
  viewFor,
} from "@preempt/latest-job";
import type { AnyFunction, JobResult } from "@preempt/runtime";
import { type ComputedRef, computed, getCurrentScope, onScopeDispose, shallowRef, toRaw, watch } from "vue";
import { providedScheduler } from "./scheduler.ts";

/** What is known of the newest job, as refs: see {@link JobView}. */
export interface JobRefs<R, P = undefined> {
  /** "idle" without arguments, "pending" from new arguments to the end of their job, "done", or "failed". */
  readonly status: ComputedRef<JobView<R, P>["status"]>;
  /** Whether the status is "pending". */
  readonly isPending: ComputedRef<boolean>;
  /** Of the newest job that was done: the previous result while the next job runs. Undefined before the first, and when idle. */
  readonly result: ComputedRef<R | undefined>;
  /** What the job threw, or the reason for which it was cancelled. Undefined unless the status is "failed". */
  readonly error: ComputedRef<unknown>;
  /** What the job reported last. Undefined before. */
  readonly progress: ComputedRef<P | undefined>;
}

/** The same with a function that reports its progress: its last parameter is a function, which the job gets behind its arguments. */
export function useJob<F extends AnyFunction>(
  fn: F,
  args: () => Arguments<BeforeReport<F>>,
  options: UseJobOptions & { readonly progress: true },
): JobRefs<JobResult<ReturnType<F>>, ProgressOf<F>>;
/**
 * Runs `fn(...args())` as a job, again whenever the arguments change, and returns refs of what is known of it.
 *
 *     const { result, isPending } = useJob(search, () => [titles, query.value], { deadline: 100 });
 *
 * - The getter is tracked as that of `watch`. Arguments are compared one by one by Object.is, as the raw objects behind reactive ones:
 *   a new object is a new argument. What changes inside an object is not seen, so replace the object (`shallowRef` is enough).
 * - With new arguments, and when the component is unmounted or the effect scope stopped, the job is cancelled.
 * - If the getter returns undefined, null or false, nothing runs: `() => query.value !== "" && [titles, query.value]`.
 * - On a server nothing starts.
 *
 * @param fn It is preempted if Preempt's plugin has transformed it: keep it in a module of its own, not in the component's file
 * @param options Read when a job starts
 */
export function useJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: () => Arguments<A>,
  options?: UseJobOptions & { readonly progress?: false },
): JobRefs<JobResult<R>>;
export function useJob(
  fn: AnyFunction,
  args: () => Arguments<readonly unknown[]>,
  options: UseJobOptions = {},
): JobRefs<unknown, unknown> {
  const rt = options.scheduler ?? providedScheduler();
  const view = shallowRef<AnyView>(viewFor(nothingShown, fn, args()));
  if (!isServer()) {
    const latest = new LatestJob((shown) => {
      view.value = shown.view;
    });
    const update = (given: Arguments<readonly unknown[]>) => {
      latest.update(rt ?? pageScheduler(), fn, given ? given.map(toRaw) : undefined, options);
      view.value = latest.shown.view;
    };
    watch(args, update, { immediate: true });
    if (getCurrentScope()) onScopeDispose(() => latest.stop());
  }
  return {
    status: computed(() => view.value.status),
    isPending: computed(() => view.value.isPending),
    result: computed(() => view.value.result),
    error: computed(() => view.value.error),
    progress: computed(() => view.value.progress),
  };
}
