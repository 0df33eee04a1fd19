/** One run of a script: a job, with what stops it. */
import { type AnyFunction, isPreemptable, type Job, Scheduler, type SubmitOptions, terminate } from "@preempt/runtime";
import { ScriptStopped, type StopCode } from "./errors.ts";
import { Guard, type Guarded } from "./guard.ts";
import { heapSize } from "./heap.ts";
import type { RunOptions } from "./run-options.ts";

/** Milliseconds between two looks at the heap. */
const heapInterval = 10;

let shared: Scheduler | undefined;

/** What a run runs. */
export interface Program {
  readonly name: string;
  /** Makes the function of the script, whose code asks this guard. */
  readonly make: (guard: Guard) => AnyFunction;
  readonly args: readonly unknown[];
}

/** A run of a script. Await it for the script's value. */
export class ScriptRun<T = unknown> implements PromiseLike<T> {
  /** The job: its state, its `executionTime`, its `preemptions`. */
  readonly job: Job<T>;
  readonly #promise: Promise<T>;
  readonly #name: string;
  readonly #options: RunOptions;
  readonly #guard: Guard;
  readonly #heapAtStart: number;
  #watch: ReturnType<typeof setInterval> | undefined;

  /** @internal */
  constructor({ name, make, args }: Program, options: RunOptions) {
    const { limit = 1000, timeout, stretchLimit = 50, memoryLimit, signal, deadline, priority } = options;
    this.#name = name;
    this.#options = options;
    this.#heapAtStart = memoryLimit === undefined ? 0 : (heapSize() ?? 0);
    const guarded: Guarded = {
      limit,
      stretchLimit,
      exceed: (code) => this.#stop(code),
      look: () => this.#lookAtHeap(),
    };
    this.#guard = new Guard(guarded);
    const given: SubmitOptions = {
      name,
      limit: { after: limit, do: () => void this.#stop("time_limit") },
      ...(timeout !== undefined && { timeout: { after: timeout, do: () => void this.#stop("timeout") } }),
      ...(deadline !== undefined && { deadline }),
      ...(priority !== undefined && { priority }),
    };
    this.job = this.#submit(make(this.#guard), args, given);
    this.#guard.job = this.job;
    this.#promise = this.#settled();
    if (memoryLimit !== undefined) this.#watchHeap();
    if (signal?.aborted) this.cancel(signal.reason);
    signal?.addEventListener("abort", this.#abort);
  }

  /** Stops the script: those that await it get `reason`, by default an AbortError. Its `finally` blocks have the `cleanup` of the run. */
  cancel(reason?: unknown): void {
    this.#end(reason);
  }

  /** Called by `await`. */
  // biome-ignore lint/suspicious/noThenProperty: it stands for its value
  then<A = T, B = never>(
    onDone?: ((value: T) => A | PromiseLike<A>) | null,
    onFailed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#promise.then(onDone, onFailed);
  }

  /** As of a promise. */
  catch<B = never>(onFailed?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#promise.catch(onFailed);
  }

  /** As of a promise. */
  finally(onEnded?: (() => void) | null): Promise<T> {
    return this.#promise.finally(onEnded);
  }

  #submit(script: AnyFunction, args: readonly unknown[], options: SubmitOptions): Job<T> {
    const { rt } = this.#options;
    shared ??= rt === undefined ? new Scheduler({ warnAfter: Number.POSITIVE_INFINITY }) : undefined;
    const target = (rt ?? shared) as Scheduler;
    // A script without loops is not preemptable, and need not be; a strict scheduler takes generator functions.
    const fn = isPreemptable(script)
      ? script
      : function* (...given: never[]) {
          return script(...given);
        };
    return target.submit(fn as AnyFunction, { ...options, args } as never) as Job<T>;
  }

  async #settled(): Promise<T> {
    try {
      return await this.job;
    } catch (error) {
      // However the job was cancelled, its finally blocks end in time.
      if (this.job.state === "cancelled") this.#end(error);
      throw error;
    } finally {
      clearInterval(this.#watch);
      this.#options.signal?.removeEventListener("abort", this.#abort);
    }
  }

  readonly #abort = (): void => this.cancel(this.#options.signal?.reason);

  #end(reason: unknown): void {
    const { cleanup = 5 } = this.#options;
    const error = reason === undefined ? new DOMException(`${this.#name} was stopped.`, "AbortError") : reason;
    terminate(this.job, { reason: error, cleanup });
    if (this.job.state === "cancelled") this.#guard.end(error, cleanup);
  }

  /** Returns the error with which it was stopped. */
  #stop(code: StopCode): ScriptStopped {
    const error = new ScriptStopped(code, this.#sentence(code));
    this.#end(error);
    return error;
  }

  #sentence(code: StopCode): string {
    const { limit = 1000, timeout, stretchLimit = 50, memoryLimit } = this.#options;
    if (code === "time_limit") return `${this.#name} has computed for ${limit} ms, its limit.`;
    if (code === "timeout") return `${this.#name} had not ended ${timeout} ms after it was started.`;
    if (code === "memory_limit") return `The heap has grown by ${memoryLimit} bytes while ${this.#name} ran.`;
    return `Code of ${this.#name} that cannot be preempted kept the thread for ${stretchLimit} ms.`;
  }

  #lookAtHeap(): ScriptStopped | undefined {
    const { memoryLimit } = this.#options;
    if (memoryLimit === undefined || (heapSize() ?? 0) - this.#heapAtStart <= memoryLimit) return undefined;
    return this.#stop("memory_limit");
  }

  #watchHeap(): void {
    this.#watch = setInterval(() => void this.#lookAtHeap(), heapInterval);
    (this.#watch as { unref?(): void }).unref?.();
  }

  /** For logs and frameworks with reactive state: no plain object. */
  get [Symbol.toStringTag](): string {
    return "ScriptRun";
  }
}
