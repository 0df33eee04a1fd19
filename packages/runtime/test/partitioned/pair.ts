/**
 * A worker in the test's own thread, under the same virtual clock: what is sent is cloned, and arrives one turn later.
 * Only the thread is missing, so that orders can be claimed to the letter.
 */
import type { Host, Scheduler, SchedulerOptions } from "@preempt/runtime";
import type { NodeWorkerLike } from "@preempt/runtime/partitioned";
import type { VirtualHost } from "@preempt/runtime/testing";
import type { Functions } from "../../src/partitioned/functions.ts";
import type { Batch } from "../../src/partitioned/wire/protocol.ts";
import { Server } from "../../src/partitioned/worker/serve.ts";

type Listener = (...values: unknown[]) => void;

export interface Message {
  readonly at: number;
  readonly ops: readonly string[];
}

export interface Pair {
  readonly worker: NodeWorkerLike;
  /** The one over there, for the served functions. */
  readonly scheduler: Scheduler;
  /** Messages sent to the worker and back. */
  readonly messages: { readonly there: Message[]; readonly back: Message[] };
  /** Ends the worker with an error. */
  crash(error: unknown): void;
  /** Whether it keeps the process alive. */
  readonly isReferenced: boolean;
  readonly isTerminated: boolean;
  readonly listeners: number;
}

export function pair(host: VirtualHost, functions: Functions, options: SchedulerOptions = {}): Pair {
  const listeners = new Map<string, Set<Listener>>();
  const messages: { there: Message[]; back: Message[] } = { there: [], back: [] };
  const log = (list: Message[], { preempt }: Batch<{ op: string }>) =>
    void list.push({ at: host.now(), ops: preempt.map(({ op }) => op) });
  let toServer: ((data: unknown) => void) | undefined;
  let server: Server | undefined;
  let isReferenced = true;
  let isTerminated = false;
  // A thread that has ended runs nothing any more.
  const own: Host = {
    now: () => host.now(),
    resolution: 0,
    post: (turn) => host.post(() => void (isTerminated || turn())),
    timer: (at, callback) => host.timer(at, () => void (isTerminated || callback())),
    report: (error, context) => host.report(error, context),
  };
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value);
  };
  const worker: NodeWorkerLike = {
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    off: (event, listener) => listeners.get(event)?.delete(listener),
    postMessage(message, transfer = []) {
      const clone = structuredClone(message, { transfer: [...transfer] });
      log(messages.there, clone);
      host.post(() => void (isTerminated || toServer?.(clone)));
    },
    terminate() {
      isTerminated = true;
    },
    ref() {
      isReferenced = true;
    },
    unref() {
      isReferenced = false;
    },
  };
  host.post(() => {
    server = new Server(
      {
        post(message, transfer) {
          const clone = structuredClone(message, { transfer: [...transfer] as Transferable[] });
          log(messages.back, clone as Batch<{ op: string }>);
          host.post(() => void (isTerminated || emit("message", clone)));
        },
        listen(message) {
          toServer = message;
        },
      },
      functions,
      { host: own, ...options },
    );
  });
  return {
    worker,
    messages,
    get scheduler() {
      return (server as Server).scheduler;
    },
    crash(error) {
      isTerminated = true;
      emit("error", error);
    },
    get isReferenced() {
      return isReferenced;
    },
    get isTerminated() {
      return isTerminated;
    },
    get listeners() {
      return [...listeners.values()].reduce((sum, set) => sum + set.size, 0);
    },
  };
}
