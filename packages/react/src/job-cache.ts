/**
 * Jobs that components suspend for. React forgets the state of a component that suspends before it was on the screen, so that a job, its
 * result and its error are kept outside: by scheduler, function and arguments.
 *
 *   askFor   while rendering: the job that there is, or a new one
 *   hold     in an effect: a component with the result is on the screen. The last one that leaves lets the job go
 *   letGo    cancels the job, and forgets its result
 *
 * A render may be thrown away, so what no component holds is let go after a while: see `unheld`.
 */
import { type HookOptions, isSame } from "@preempt/latest-job";
import type { AnyFunction, Job, Scheduler } from "@preempt/runtime";

/** Milliseconds for which a result is kept that no component holds: renders of the same transition may wait for others. */
const unheld = 30_000;
/** And an error, after it was thrown: React renders a second time before it looks for a boundary. */
const thrown = 1000;

export interface CachedJob {
  readonly jobs: Set<CachedJob>;
  readonly fn: AnyFunction;
  readonly args: readonly unknown[];
  readonly job: Job;
  /** The same object each time, as `use` needs it. */
  readonly promise: Promise<unknown>;
  /** How many components have it on the screen. */
  holders: number;
  error?: { readonly value: unknown };
  timer?: ReturnType<typeof setTimeout> | undefined;
}

const jobsOf = new WeakMap<Scheduler, Set<CachedJob>>();

export function askFor(
  rt: Scheduler,
  fn: AnyFunction,
  args: readonly unknown[],
  { scheduler: _, ...options }: HookOptions,
): CachedJob {
  const jobs = jobsOf.get(rt) ?? new Set();
  jobsOf.set(rt, jobs);
  for (const one of jobs) if (one.fn === fn && isSame(one.args, args)) return one;
  const job = rt.submit(fn, { ...options, args: args as never[] }) as Job;
  const cached: CachedJob = { jobs, fn, args, job, promise: job.then(), holders: 0 };
  jobs.add(cached);
  cached.promise.then(
    () => letGoAfter(cached, unheld),
    (value: unknown) => {
      cached.error = { value };
    },
  );
  return cached;
}

/** Throws the error of a job that has failed. */
export function throwOf(cached: CachedJob): void {
  if (cached.error === undefined) return;
  letGoAfter(cached, thrown);
  throw cached.error.value;
}

/** @returns what lets it go */
export function hold(cached: CachedJob): () => void {
  cached.holders++;
  clearTimeout(cached.timer);
  cached.timer = undefined;
  // It may have been let go between the render and the effect, and strict mode takes it up again after it was.
  cached.jobs.add(cached);
  return () => {
    cached.holders--;
    letGo(cached);
  };
}

function letGo(cached: CachedJob): void {
  if (cached.holders > 0) return;
  cached.jobs.delete(cached);
  cached.job.cancel();
}

function letGoAfter(cached: CachedJob, ms: number): void {
  if (cached.holders > 0) return;
  cached.timer ??= setTimeout(() => letGo(cached), ms);
  // Node is not to stay alive for it.
  (cached.timer as { unref?(): void }).unref?.();
}

/** The job that the newest render of a component asked for, and that is not on the screen yet. */
export class Wanted {
  #job: CachedJob | undefined;

  /** One that came before, and that nothing has on the screen, is wanted no more. */
  is(cached: CachedJob): void {
    // An urgent render, with the arguments that are on the screen: the transition continues.
    if (cached.holders > 0 || cached === this.#job) return;
    const former = this.#job;
    this.#job = cached;
    if (former !== undefined) letGo(former);
  }
}
