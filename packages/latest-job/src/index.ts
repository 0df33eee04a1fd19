/**
 * What the packages for React, Vue and Svelte share: the newest job of a function whose arguments change.
 *
 *   update(f, [1])        starts a job; the view is "pending"
 *   update(f, [1])        the same function and arguments: nothing happens
 *   update(f, [2])        cancels the job, and starts the next one; the view keeps the result of the last job that was done
 *   update(f, undefined)  cancels the job; the view is "idle"
 *   stop()                cancels the job; the next update starts it again, unless it had ended
 *
 * Views are never changed, but replaced. So a framework can keep an old one while it renders a new one.
 */
import { type AnyFunction, type Job, type JobResult, Scheduler, type SubmitOptions } from "@preempt/runtime";

/** Reports how far a job is. See {@link UseJobOptions.progress}. */
export type Report<P> = (value: P) => void;

/** The arguments of a function; undefined, null or false: it is not to run now. */
export type Arguments<A extends readonly unknown[]> = Readonly<NoInfer<A>> | undefined | null | false;

/** The parameters of a function that come before the one that reports progress. */
export type BeforeReport<F extends AnyFunction> =
  Required<Parameters<F>> extends [...infer A, infer _Report] ? A : never;

/** What a function reports as its progress. */
export type ProgressOf<F extends AnyFunction> =
  Required<Parameters<F>> extends [...unknown[], (value: infer P) => unknown] ? P : never;

/** How the jobs of a hook run: the options of `submit`. They are read when a job starts; other options alone start none. */
export interface HookOptions extends Omit<SubmitOptions, "args"> {
  /** The scheduler. Default: the one that was provided, otherwise that of the page, which the first job creates. */
  scheduler?: Scheduler | undefined;
}

/** The options of `useJob`. */
export interface UseJobOptions extends HookOptions {
  /**
   * Whether the function reports how far it is. It then gets one argument more, a function: `report(value)`. The newest value is
   * shown, at most 60 times in a second. Default false.
   */
  progress?: boolean;
}

/**
 * What is known of the newest job.
 *
 * - `status`: "idle" without arguments, "pending" from new arguments to the end of their job, "done", or "failed".
 * - `isPending`: whether the status is "pending".
 * - `result`: of the newest job that was done. While the next one runs, and if that fails, this is the previous result. Undefined
 *   before the first, and when idle.
 * - `error`: what the job threw, or the reason for which the scheduler or a signal cancelled it. Undefined unless failed.
 * - `progress`: what the job reported last. Undefined before.
 */
export type JobView<R, P = undefined> =
  | {
      readonly status: "idle";
      readonly isPending: false;
      readonly result: undefined;
      readonly error: undefined;
      readonly progress: undefined;
    }
  | {
      readonly status: "pending";
      readonly isPending: true;
      readonly result: R | undefined;
      readonly error: undefined;
      readonly progress: P | undefined;
    }
  | {
      readonly status: "done";
      readonly isPending: false;
      readonly result: R;
      readonly error: undefined;
      readonly progress: P | undefined;
    }
  | {
      readonly status: "failed";
      readonly isPending: false;
      readonly result: R | undefined;
      readonly error: unknown;
      readonly progress: P | undefined;
    };

/** The type of a function's view: for the return types of hooks. */
export type JobViewOf<F extends AnyFunction> = JobView<JobResult<ReturnType<F>>, ProgressOf<F>>;

type Given = readonly unknown[] | undefined | null | false;
export type AnyView = JobView<unknown, unknown>;

/** A view, and the call that it is of. */
export interface Shown {
  readonly fn: AnyFunction | undefined;
  readonly args: Given;
  readonly view: AnyView;
}

const idle: AnyView = { status: "idle", isPending: false, result: undefined, error: undefined, progress: undefined };

/** Before anything has run. */
export const nothingShown: Shown = { fn: undefined, args: undefined, view: idle };

/** What to show for a function and arguments, before `update` was called with them, too. */
export function viewFor({ fn, args, view }: Shown, newFn: AnyFunction, newArgs: Given): AnyView {
  if (!newArgs) return idle;
  if (fn === newFn && isSame(args, newArgs)) return view;
  return { status: "pending", isPending: true, result: view.result, error: undefined, progress: undefined };
}

/** Whether two lists of arguments are the same: as long, and each one the same by Object.is. A new object is a new argument. */
export function isSame(a: Given, b: Given): boolean {
  if (!a || !b) return !a === !b;
  return a.length === b.length && a.every((arg, i) => Object.is(arg, b[i]));
}

/** Milliseconds between two views that differ in their progress alone. */
const betweenReports = 16;

export class LatestJob {
  /** The newest view. */
  shown = nothingShown;
  readonly #changed: (shown: Shown) => void;
  #job: Job | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed Called when a job reports, or has ended. Not by `update` and `stop`, whose callers know */
  constructor(changed: (shown: Shown) => void) {
    this.#changed = changed;
  }

  /**
   * Runs `fn` with these arguments, unless the newest job is of the same.
   *
   * @throws PreemptError as `submit` does: for what is no function, for options out of range, if the scheduler is closed
   */
  update(rt: Scheduler, fn: AnyFunction, args: Given, { scheduler: _, progress, ...options }: UseJobOptions): void {
    const { shown } = this;
    if (shown.fn === fn && isSame(shown.args, args)) return;
    this.stop();
    const view = viewFor(shown, fn, args);
    this.shown = { fn: undefined, args: undefined, view };
    if (!args) return;
    const report = (value: unknown) => {
      if (this.#job !== job) return;
      this.shown = { fn, args, view: { ...view, progress: value } as AnyView };
      this.#timer ??= setTimeout(() => this.#show(this.shown), betweenReports);
    };
    const all = (progress ? [...args, report] : args) as never[];
    const job = rt.submit(fn, { ...options, args: all }) as Job;
    this.#job = job;
    this.shown = { fn, args, view };
    const end = (outcome: { status: "done"; result: unknown } | { status: "failed"; error: unknown }) => {
      if (this.#job !== job) return;
      this.#job = undefined;
      const { result, progress } = this.shown.view;
      const last = { isPending: false, result, error: undefined, progress };
      this.#show({ fn, args, view: { ...last, ...outcome } as AnyView });
    };
    job.then(
      (result) => end({ status: "done", result }),
      (error: unknown) => end({ status: "failed", error }),
    );
  }

  /** Cancels the job. What has ended stays shown. */
  stop(): void {
    const job = this.#job;
    this.#job = undefined;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (job === undefined) return;
    this.shown = { ...nothingShown, view: this.shown.view };
    job.cancel();
  }

  #show(shown: Shown): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.shown = shown;
    this.#changed(shown);
  }
}

/** Shared with other copies of this file, and of all packages that are built with it. */
const key = Symbol.for("@preempt/scheduler");

/**
 * The scheduler of the page, if no other is provided: earliest deadline first, with the defaults of the runtime. The first call creates
 * it. Code of the same page that uses Preempt without a framework may share it.
 */
export function pageScheduler(): Scheduler {
  const page = globalThis as { [key]?: Scheduler };
  page[key] ??= new Scheduler();
  return page[key];
}

/** Whether this is no browser: then nothing is started unless a scheduler is provided. */
export const isServer = (): boolean => typeof document === "undefined";
