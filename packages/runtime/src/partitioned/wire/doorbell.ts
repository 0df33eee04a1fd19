/**
 * A counter in shared memory that the controlling side moves up with each message, so that a worker in the middle of a
 * round knows that something waits: the round ends after the slice, and what was submitted is seen then. Where memory
 * cannot be shared (pages that are not cross-origin isolated) a message waits for the end of the round.
 */
import type { Host } from "../../hosts/host.ts";

export function makeBell(): Int32Array<SharedArrayBuffer> | undefined {
  // Pages that are not isolated do not have it.
  return typeof SharedArrayBuffer === "function" ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
}

/** The worker's side: counts the messages that came, and compares. */
export class BellListener {
  #bell: Int32Array | undefined;
  #received = 0;

  listenTo(buffer: SharedArrayBuffer | undefined): void {
    if (buffer !== undefined) this.#bell = new Int32Array(buffer);
  }

  received(): void {
    this.#received = (this.#received + 1) | 0;
  }

  /** Gives a host of ours a better answer to whether input is pending. */
  attach(host: Host): Host {
    const before = host.inputPending?.bind(host);
    host.inputPending = () =>
      (this.#bell !== undefined && Atomics.load(this.#bell, 0) !== this.#received) || (before?.() ?? false);
    return host;
  }
}
