/**
 * One adapter for the two kinds of workers: those of browsers (EventTarget) and those of Node (`on`). By shape, so that
 * neither's modules are needed.
 */
import { PreemptError, show } from "../../input/errors.ts";
import { text } from "./wire-error.ts";

// biome-ignore-start lint/suspicious/noExplicitAny: the shapes have to fit the platforms' own declarations
/** As much of a `Worker` of node:worker_threads as is used. */
export interface NodeWorkerLike {
  /** Adds a listener. */
  on(event: string, listener: (...values: any[]) => void): unknown;
  /** Removes a listener. */
  off(event: string, listener: (...values: any[]) => void): unknown;
  /** Sends a message. */
  postMessage(message: any, transfer?: readonly any[]): void;
  /** Ends the worker at once. */
  terminate(): unknown;
  /** Lets the worker keep the process alive. */
  ref(): void;
  /** Lets the process end although the worker runs. */
  unref(): void;
}

/** As much of a browser's `Worker` as is used. */
export interface WebWorkerLike {
  /** Adds a listener. */
  addEventListener(type: string, listener: (event: any) => void): void;
  /** Removes a listener. */
  removeEventListener(type: string, listener: (event: any) => void): void;
  /** Sends a message. */
  postMessage(message: any, transfer: any[]): void;
  /** Ends the worker at once. */
  terminate(): void;
}
// biome-ignore-end lint/suspicious/noExplicitAny: the shapes have to fit the platforms' own declarations

/** A worker of either kind. */
export type WorkerLike = NodeWorkerLike | WebWorkerLike;

export interface ConnectionEvents {
  message(data: unknown): void;
  /** The worker has ended, or nothing it says can be relied on. */
  crashed(error: unknown): void;
  /** An error that nobody caught, in a worker that may live on: browsers do not end a worker for it. */
  uncaught(error: unknown): void;
}

export interface Connection {
  /** Whether an event tells of the worker's end. */
  readonly tellsEnd: boolean;
  post(message: unknown, transfer: readonly object[]): void;
  /** Whether a Node process should stay alive for this worker. */
  keepAlive(on: boolean): void;
  /** Stops listening, and ends the worker. */
  close(): Promise<void>;
}

/** @throws PreemptError if `worker` is neither kind */
export function connect(worker: WorkerLike, events: ConnectionEvents): Connection {
  const shape = worker as Partial<NodeWorkerLike & WebWorkerLike> | null | undefined;
  if (typeof shape?.postMessage === "function") {
    if (typeof shape.on === "function") return connectNode(worker as NodeWorkerLike, events);
    if (typeof shape.addEventListener === "function") return connectWeb(worker as WebWorkerLike, events);
  }
  throw new PreemptError(
    "worker_not_a_worker",
    `the option worker gave ${show(worker)}. Give a function that makes a Worker, of a browser or of node:worker_threads.`,
  );
}

function connectNode(worker: NodeWorkerLike, events: ConnectionEvents): Connection {
  const listeners: Record<string, (...values: unknown[]) => void> = {
    message: (data) => events.message(data),
    messageerror: (error) => events.crashed(unreadable(error)),
    error: (error) => events.crashed(error),
    exit: (code) => events.crashed(new Error(`the worker ended with exit code ${String(code)}`)),
  };
  for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
  return {
    tellsEnd: true,
    post: (message, transfer) => worker.postMessage(message, transfer),
    keepAlive: (on) => (on ? worker.ref() : worker.unref()),
    async close() {
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      // An error event that nobody listens to would end the process.
      worker.on("error", () => {});
      await worker.terminate();
    },
  };
}

/** A MessageEvent or an ErrorEvent. */
interface WorkerEvent {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly message?: string;
  readonly filename?: string;
  readonly lineno?: number;
  preventDefault?(): void;
}

function connectWeb(worker: WebWorkerLike, events: ConnectionEvents): Connection {
  const listeners: Record<string, (event: WorkerEvent) => void> = {
    message: (event) => events.message(event.data),
    messageerror: () => events.crashed(unreadable("messageerror")),
    error: (event) => {
      // It is ours now: the browser need not report it too.
      event.preventDefault?.();
      events.uncaught(errorOf(event));
    },
  };
  for (const [type, listener] of Object.entries(listeners)) worker.addEventListener(type, listener);
  return {
    tellsEnd: false,
    post: (message, transfer) => worker.postMessage(message, [...transfer]),
    keepAlive() {},
    async close() {
      for (const [type, listener] of Object.entries(listeners)) worker.removeEventListener(type, listener);
      worker.terminate();
    },
  };
}

function unreadable(cause: unknown): Error {
  return new Error(`a message of the worker could not be read (${text(cause)})`, { cause });
}

/** Browsers tell little of an error in another thread, and nothing of a module that does not load. */
function errorOf({ error, message, filename, lineno }: WorkerEvent): unknown {
  if (error !== undefined && error !== null) return error;
  if (message === undefined || message === "") return new Error("the worker's script could not be loaded");
  return new Error(filename ? `${message} (${filename}:${String(lineno)})` : message);
}
