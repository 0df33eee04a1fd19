/** A periodic task as seen from the thread that placed it. */

/** A job of a task that ended after its deadline. Times in milliseconds on the clock of the thread that placed it. */
export interface LateJobReport {
  /** When the job was released. */
  readonly release: number;
  /** When it was first dispatched; undefined if it never was. */
  readonly start: number | undefined;
  /** When it ended. */
  readonly finish: number;
  /** Absolute. */
  readonly deadline: number;
  /** Finish minus deadline. */
  readonly lateness: number;
}

/** "failed": its worker crashed, and no restart was wanted or left; or its worker does not serve it. */
export type PartitionedTaskState = "running" | "stopped" | "failed";

/** A periodic task on one of the cores, releasing jobs there until it is stopped. Its counts are a message behind. */
export class PartitionedTask implements Disposable {
  /** The name of the task. */
  readonly name: string;
  /** The number of its core, from 0. */
  readonly core: number;
  /** Its state now. */
  state: PartitionedTaskState = "running";
  /** Jobs released so far. */
  released = 0;
  /** Releases left out because as many jobs as the backlog allows were unfinished. */
  skipped = 0;
  /** Jobs that ended after their deadline. */
  misses = 0;
  /** Jobs that have ended in any way. */
  ended = 0;
  /** How many times it was started again because its worker crashed. */
  restarts = 0;
  readonly #stop: () => void;

  /** @internal */
  constructor(name: string, core: number, stop: () => void) {
    this.name = name;
    this.core = core;
    this.#stop = stop;
  }

  /** Releases no more jobs. Those released run on. */
  stop(): void {
    this.#stop();
  }

  /** As {@link stop}. */
  [Symbol.dispose](): void {
    this.stop();
  }

  /** So that frameworks with reactive state take it for no plain object, as a promise: a proxy has none of its private fields. */
  get [Symbol.toStringTag](): string {
    return "Task";
  }
}
