/**
 * What a function gives for arguments that change, computed by a job.
 *
 * It is made of `createSubscriber` and `toStore`, which are public, and not of runes: so it needs no compiler, and works in any module.
 */
import {
  type AnyView,
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
import { untrack } from "svelte";
import { createSubscriber } from "svelte/reactivity";
import { toStore } from "svelte/store";
import { contextScheduler } from "./scheduler.ts";

/** The same with a function that reports its progress: its last parameter is a function, which the job gets behind its arguments. */
export function useJob<F extends AnyFunction>(
  fn: F,
  args: () => Arguments<BeforeReport<F>>,
  options: UseJobOptions & { readonly progress: true },
): JobViewOf<F>;
/**
 * Runs `fn(...args())` as a job, again whenever the arguments change. The result is an object with reactive properties: see
 * {@link JobView}.
 *
 *     const found = useJob(search, () => [titles, query], { deadline: 100 });
 *     // in the markup: {#each found.result ?? [] as title}
 *
 * - The job runs while a template, `$derived` or `$effect` reads a property. When the last reader is gone, for instance because the
 *   component was destroyed, the job is cancelled.
 * - The getter is tracked. Arguments are compared one by one by Object.is: a new object is a new argument. What changes inside an object
 *   is not seen, so replace the object (`$state.raw` is enough, and such an object is read faster).
 * - With new arguments the job is cancelled, and the next one starts.
 * - If the getter returns undefined, null or false, nothing runs: `() => query !== "" && [titles, query]`.
 * - On a server nothing starts.
 * - Do not destructure the object. That would read the properties once.
 *
 * @param fn It is preempted if Preempt's plugin has transformed it: keep it in a module of its own, not in the component's file
 * @param options Read when a job starts
 */
export function useJob<A extends readonly unknown[], R>(
  fn: (...args: A) => R,
  args: () => Arguments<A>,
  options?: UseJobOptions & { readonly progress?: false },
): JobView<JobResult<R>>;
export function useJob(
  fn: AnyFunction,
  args: () => Arguments<readonly unknown[]>,
  options: UseJobOptions = {},
): AnyView {
  const rt = options.scheduler ?? contextScheduler();
  let changed = () => {};
  const latest = new LatestJob(() => changed());
  const subscribe = createSubscriber((update) => {
    changed = update;
    const forget = toStore(args).subscribe((given) => {
      const before = latest.shown.view;
      latest.update(rt ?? pageScheduler(), fn, given, options);
      if (latest.shown.view !== before) update();
    });
    return () => {
      forget();
      latest.stop();
    };
  });
  const view = (): AnyView => {
    subscribe();
    const { shown } = latest;
    // Before the first job, and on a server.
    return shown === nothingShown ? untrack(() => viewFor(shown, fn, args())) : shown.view;
  };
  return {
    get status() {
      return view().status;
    },
    get isPending() {
      return view().isPending;
    },
    get result() {
      return view().result;
    },
    get error() {
      return view().error;
    },
    get progress() {
      return view().progress;
    },
  } as AnyView;
}
