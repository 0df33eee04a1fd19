/**
 * A job as seen from the thread that submitted it. It runs elsewhere, so that this side knows of its beginning and its
 * end only, each a message later.
 *
 *            begins on its core            ends
 *   released ──────────────────▶ running ─────▶ done | failed
 *   either of them ── cancel ──▶ cancelled      (finalizers still run, on the core)
 *   either of them ── crash of the worker ──▶ failed, or released again if restarts are wanted
 */

import { finite, PreemptError } from "../input/errors.ts";
import { Awaitable } from "../kernel/awaitable.ts";
import { absolute, type Deadline, type JobState } from "../kernel/core-job.ts";
import { type Instant, never } from "../kernel/time.ts";
import { room } from "../realm/room.ts";

/** "running" from its beginning to its end: whether it is ready or blocked meanwhile its core knows. */
export type PartitionedJobState = Exclude<JobState, "ready" | "blocked">;

const legal: Record<PartitionedJobState, readonly PartitionedJobState[]> = {
  released: ["released", "running", "done", "failed", "cancelled"],
  running: ["released", "done", "failed", "cancelled"],
  done: [],
  failed: [],
  cancelled: [],
};

export interface PartitionedJobParameters {
  readonly id: string;
  readonly name: string;
  readonly core: number;
  readonly release: Instant;
  /** Absolute. */
  readonly deadline: Instant;
  readonly priority: number;
  readonly cancel: (job: PartitionedJob<unknown>, reason: unknown) => void;
  readonly urgencyChanged: () => void;
}

/**
 * One activation of a served function. Await it for the function's result; times are in milliseconds on the clock of
 * the thread that submitted it, and include the way to the worker.
 */
export class PartitionedJob<T = unknown> extends Awaitable<T> {
  /** `T0J…`, as jobs of a Scheduler that are submitted one by one. */
  readonly id: string;
  /** The given name, or the function's. */
  readonly name: string;
  /** When the job became eligible to run, or will. */
  readonly release: number;
  /** The number of its core, from 0; another one after a restart, perhaps. */
  core: number;
  /** When it was first dispatched; undefined before. */
  start: number | undefined;
  /** When it ended; undefined before. */
  finish: number | undefined;
  /** Time for which it ran; 0 before the end. */
  executionTime = 0;
  /** How many times it lost the processor at a preemption point; 0 before the end. */
  preemptions = 0;
  /** How many times it was started again because its worker crashed. */
  restarts = 0;

  #state: PartitionedJobState = "released";
  #deadline: number;
  #priority: number;
  readonly #cancel: (job: PartitionedJob<unknown>, reason: unknown) => void;
  readonly #urgencyChanged: () => void;

  /** @internal */
  constructor({ id, name, core, release, deadline, priority, cancel, urgencyChanged }: PartitionedJobParameters) {
    super();
    this.id = id;
    this.name = name;
    this.core = core;
    this.release = release;
    this.#deadline = deadline;
    this.#priority = priority;
    this.#cancel = cancel;
    this.#urgencyChanged = urgencyChanged;
  }

  /** Its state now, as far as the messages of the core say. */
  get state(): PartitionedJobState {
    return this.#state;
  }

  /** Absolute deadline; Infinity if none. */
  get deadline(): number {
    return this.#deadline;
  }

  /** Larger is more urgent. */
  get priority(): number {
    return this.#priority;
  }

  /**
   * Changes the priority at any time. It takes effect on the job's core when the message has arrived.
   *
   * @param priority Any finite number, larger is more urgent
   * @throws PreemptError if it is not a finite number
   */
  setPriority(priority: number): void {
    room();
    const given = finite(priority, "priority", `the priority of ${this.id} (${this.name})`);
    if (this.isSettled) return;
    this.#priority = given;
    this.#urgencyChanged();
  }

  /**
   * Changes the deadline at any time. It takes effect on the job's core when the message has arrived.
   *
   * @param deadline Milliseconds after the release, or `{ at }` an instant; Infinity: none
   * @throws PreemptError if it is not above 0, or not a number
   */
  setDeadline(deadline: Deadline): void {
    room();
    const given = absolute(deadline, this.release, `${this.id} (${this.name})`);
    if (this.isSettled) return;
    this.#deadline = given;
    this.#urgencyChanged();
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
   * Cancels the job. Its promise rejects with `reason` (default: an AbortError) at once. On its core, `finally` blocks of its
   * suspended functions still run, and `catch` blocks do not. No effect on a job that has ended.
   */
  cancel(reason?: unknown): void {
    room();
    this.#cancel(this as PartitionedJob<unknown>, reason);
  }

  /** @internal */
  moveTo(state: PartitionedJobState): void {
    if (!legal[this.#state].includes(state)) {
      throw new PreemptError("job_transition", `job ${this.id} cannot go from ${this.#state} to ${state}.`);
    }
    this.#state = state;
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Job";
  }
}
