/**
 * One job: one release of a task, or of a function submitted once.
 *
 *               release          dispatch          end
 *   released ──────────▶ ready ◀─────────▶ running ─────▶ done | failed
 *                          ▲    preemption    │ await
 *                          └──── blocked ◀────┘
 *                            settled
 *   any of the first four ── cancel ──▶ cancelled      (finalizers still run, as slices of the job)
 */
import type { Activation } from "./activation.ts";
import type { Pace } from "./budget.ts";
import { PreemptError } from "./errors.ts";
import type { HeapItem } from "./indexed-heap.ts";
import type { Callable } from "./intrinsics.ts";
import type { Pending } from "./release-queue.ts";
import { type Instant, never } from "./time.ts";

export type JobState = "released" | "ready" | "running" | "blocked" | "done" | "failed" | "cancelled";

const legal: Record<JobState, readonly JobState[]> = {
  released: ["ready", "cancelled"],
  ready: ["running", "cancelled"],
  running: ["ready", "blocked", "done", "failed", "cancelled"],
  blocked: ["ready", "done", "failed", "cancelled"],
  done: [],
  failed: [],
  cancelled: [],
};

/** What the kernel needs to run a job. Dropped when the job has ended. */
export interface Work {
  readonly fn: Callable;
  readonly thisArg: unknown;
  readonly args: unknown[];
  /** Points to pass at a time, or how to find out. */
  readonly budget: number | Pace;
}

export interface JobParameters {
  readonly id: string;
  readonly name: string;
  readonly release: Instant;
  /** Absolute. */
  readonly deadline: Instant;
  readonly priority: number;
  /** Orders jobs that are equal otherwise. */
  readonly ticket: number;
  readonly work: Work;
  readonly cancel: (job: Job<unknown>, reason: unknown) => void;
}

/**
 * One activation of a function under a {@link Scheduler}. Await it for the function's result; times are in
 * milliseconds on the scheduler's clock.
 */
export class Job<T = unknown> implements PromiseLike<T>, HeapItem {
  /** Task and job number, as `T3J7`; `T0…` for jobs submitted one by one. */
  readonly id: string;
  /** The given name, or the function's name, or the id. */
  readonly name: string;
  /** When the job became eligible to run, or will. */
  readonly release: number;
  /** Absolute deadline; Infinity if none. */
  readonly deadline: number;
  /** Larger is more urgent. */
  readonly priority: number;
  /** When it was first dispatched; undefined before. */
  start: number | undefined;
  /** When it ended; undefined before. */
  finish: number | undefined;
  /** Time for which it ran. */
  executionTime = 0;
  /** How many times it lost the processor at a preemption point, to another job or to the event loop. */
  preemptions = 0;

  #state: JobState = "released";
  #promise: Promise<T> | undefined;
  #decide: ((ok: boolean, value: unknown) => void) | undefined;
  #outcome: { readonly ok: boolean; readonly value: unknown } | undefined;
  readonly #cancel: (job: Job<unknown>, reason: unknown) => void;

  /** @internal Place in the ready queue. */
  heapIndex = -1;
  /** @internal Moves up each time the job used its slice up: round robin among equals. */
  ticket: number;
  /** @internal Critical sections held. */
  sections = 0;
  /** @internal Undefined once the job has ended, so that nothing it used stays alive. */
  work: Work | undefined;
  /** @internal The suspended frames, from the first dispatch on. */
  activation: Activation | undefined;
  /** @internal Set while the release is still to come. */
  pendingRelease: Pending | undefined;
  /** @internal Called once when the job and its finalizers have ended. */
  ended: (() => void) | undefined;

  /** @internal */
  constructor(parameters: JobParameters) {
    this.id = parameters.id;
    this.name = parameters.name;
    this.release = parameters.release;
    this.deadline = parameters.deadline;
    this.priority = parameters.priority;
    this.ticket = parameters.ticket;
    this.work = parameters.work;
    this.#cancel = parameters.cancel;
  }

  get state(): JobState {
    return this.#state;
  }

  /** Finish minus release; undefined before the end. */
  get responseTime(): number | undefined {
    return this.finish === undefined ? undefined : this.finish - this.release;
  }

  /** Finish minus deadline, negative when early; undefined before the end or without a deadline. */
  get lateness(): number | undefined {
    return this.finish === undefined || this.deadline === never ? undefined : this.finish - this.deadline;
  }

  /**
   * Ends the job: whoever awaits it gets `reason` (default: an AbortError) at once; `finally` blocks of its suspended
   * functions still run, as slices of the job, `catch` blocks do not. No effect on a job that has ended.
   */
  cancel(reason?: unknown): void {
    this.#cancel(this as Job<unknown>, reason);
  }

  // biome-ignore-start lint/suspicious/noExplicitAny: as Promise's own types have it
  // biome-ignore lint/suspicious/noThenProperty: a job is awaited
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: any) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promised().then(onFulfilled, onRejected);
  }

  catch<B = never>(onRejected?: ((reason: any) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#promised().catch(onRejected);
  }

  // biome-ignore-end lint/suspicious/noExplicitAny: as above

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.#promised().finally(onFinally);
  }

  toString(): string {
    return this.id;
  }

  /** @internal Whether somebody awaits the job. */
  get isAwaited(): boolean {
    return this.#promise !== undefined;
  }

  /** @internal Whether its value or error is decided. */
  get isSettled(): boolean {
    return this.#outcome !== undefined;
  }

  /** @internal Its value or error, once decided. */
  get outcome(): { readonly ok: boolean; readonly value: unknown } | undefined {
    return this.#outcome;
  }

  /** @internal */
  moveTo(state: JobState): void {
    if (!legal[this.#state].includes(state)) {
      throw new PreemptError("job_transition", `job ${this.id} cannot go from ${this.#state} to ${state}.`);
    }
    this.#state = state;
  }

  /** @internal */
  settle(ok: boolean, value: unknown): void {
    this.#outcome = { ok, value };
    this.#decide?.(ok, value);
  }

  /** The promise is made when somebody asks for it: a job that nobody awaits costs none, and its error is ours. */
  #promised(): Promise<T> {
    this.#promise ??= new Promise<T>((resolve, reject) => {
      this.#decide = (ok, value) => (ok ? resolve(value as T) : reject(value));
      if (this.#outcome !== undefined) this.#decide(this.#outcome.ok, this.#outcome.value);
    });
    return this.#promise;
  }
}
