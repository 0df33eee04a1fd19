/** The end of a partitioned scheduler: what was accepted ends by itself, or is cancelled at a deadline; then the workers end. */
import type { Cancellable, Host } from "../hosts/host.ts";
import { type Instant, never } from "../kernel/time.ts";

/** What there is to be ended. */
interface Closable {
  readonly host: Host;
  /** Cancels every job, those of tasks as well. */
  cancelAll(reason: unknown): void;
  /** Resolves when every job has ended, those of stopped tasks as well. */
  ended(): Promise<void>;
  /** Ends the workers. */
  endWorkers(): Promise<void>;
}

export class PartitionedClosing {
  readonly promise: Promise<void>;
  readonly #closable: Closable;
  #deadline: Instant = never;
  #cancelling: Cancellable | undefined;

  constructor(closable: Closable) {
    this.#closable = closable;
    this.promise = closable.ended().then(() => {
      this.#cancelling?.cancel();
      return closable.endWorkers();
    });
  }

  /** The earliest deadline counts. */
  call(instant: Instant, reason: unknown): void {
    if (instant >= this.#deadline) return;
    this.#deadline = instant;
    this.#cancelling?.cancel();
    const { host } = this.#closable;
    const cancel = () => this.#closable.cancelAll(reason);
    if (instant <= host.now()) cancel();
    else this.#cancelling = host.timer(instant, cancel);
  }
}
