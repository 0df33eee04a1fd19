/** A scheduler with one set-up, and the jobs and tasks that a scenario runs on it. */
import {
  type AnyFunction,
  type Job,
  type Observer,
  PreemptError,
  type ResourceUse,
  Scheduler,
  type Task,
  type TaskOptions,
} from "@preempt/runtime";
import type { System, TaskSpec, Variant } from "../scenarios/scenario.ts";
import type { PolicyId } from "../setup/policies.ts";
import type { Setup } from "../setup/setup.ts";
import { schedulerOptions } from "./policy.ts";

export interface SystemOptions {
  readonly setup: Setup;
  /** All tasks of the page, as edited. */
  readonly specs: readonly TaskSpec[];
  /** The scenario's options, defaults included. */
  readonly options: Readonly<Record<string, string>>;
  readonly observers: readonly Observer[];
  onError(error: unknown, name: string | undefined): void;
  say(text: string): void;
}

/** More unfinished jobs of one task than this are left out: nobody waits for the answers of a minute ago. */
const backlog = 8;

export class RunningSystem implements System {
  readonly scheduler: Scheduler;
  readonly variant: Variant;
  readonly policy: PolicyId;
  readonly options: Readonly<Record<string, string>>;
  readonly #end = new AbortController();
  readonly #specs: ReadonlyMap<string, TaskSpec>;
  readonly #onError: SystemOptions["onError"];
  readonly #uses = new Map<string, readonly ResourceUse[]>();
  readonly say: (text: string) => void;
  readonly #sources = new Map<string, { readonly run: unknown; readonly task: Task }>();

  constructor({ setup, specs, options, observers, onError, say }: SystemOptions) {
    this.say = say;
    this.#onError = onError;
    this.#specs = new Map(specs.map((spec) => [spec.id, spec]));
    this.options = options;
    this.policy = setup.policy;
    this.variant = setup.preemption ? setup.strategy : "plain";
    this.scheduler = new Scheduler({
      ...schedulerOptions(setup),
      observer: observers,
      onError: (error, job) => this.#report(error, job?.name),
    });
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Stops all tasks and cancels all jobs. */
  end(): void {
    this.#end.abort(new DOMException("The set-up has changed.", "AbortError"));
  }

  declare(id: string, uses: readonly ResourceUse[]): void {
    this.#uses.set(id, uses);
  }

  spec(id: string): TaskSpec {
    const spec = this.#specs.get(id);
    if (spec === undefined) throw new Error(`There is no task "${id}". Name it in the scenario's tasks.`);
    return spec;
  }

  periodic<A extends unknown[]>(id: string, run: (...args: A) => unknown, ...args: A): Task {
    const { period, phase = 0 } = this.spec(id);
    return this.#start(id, run as AnyFunction, { args: args as unknown[] as never[], period, phase });
  }

  release<A extends unknown[], R>(id: string, run: (...args: A) => R, ...args: A): Job<Awaited<R>> {
    let source = this.#sources.get(id);
    if (source?.run !== run) {
      const { kind, period } = this.spec(id);
      source?.task.stop();
      source = { run, task: this.#start(id, run as AnyFunction, kind === "sporadic" ? { interArrival: period } : {}) };
      this.#sources.set(id, source);
    }
    const job = source.task.release(...(args as unknown[] as never[])) as Job<Awaited<R>>;
    // Told to the person; whoever awaits the job gets it as well.
    job.then(undefined, (error) => this.#report(error, id));
    return job;
  }

  #start(id: string, run: AnyFunction, when: TaskOptions): Task {
    const { deadline, priority, wcet, onMiss = "continue" } = this.spec(id);
    return this.scheduler.task(run, {
      ...when,
      name: id,
      deadline,
      priority,
      wcet,
      onMiss,
      backlog,
      uses: this.#uses.get(id) ?? [],
      signal: this.#end.signal,
    });
  }

  #report(error: unknown, name: string | undefined): void {
    // Cancelled by its own scenario, left out, or ended with the system: nothing went wrong.
    const isAbort = error instanceof Error && error.name === "AbortError";
    const isSkipped = error instanceof PreemptError && error.code === "release_skipped";
    if (!isAbort && !isSkipped && !this.signal.aborted) this.#onError(error, name);
  }
}
