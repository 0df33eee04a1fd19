/** A second thread, and the way back from it: in Node a worker thread, in browsers a dedicated worker. */
export interface Port {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

export interface Thread extends Port {
  stop(): void;
}

type WorkerThreads = typeof import("node:worker_threads");

/** Asked of Node at run time: the same bundle is loaded by browsers. */
function workerThreads(): WorkerThreads | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  return process?.getBuiltinModule?.("node:worker_threads") as WorkerThreads | undefined;
}

/** @param receive Is called in the event handler, without a detour. */
export function openThread(url: URL, receive: (message: unknown) => void): Thread {
  const node = workerThreads();
  if (node !== undefined) {
    const worker = new node.Worker(url);
    worker.on("message", receive);
    worker.on("error", (error) => {
      throw error;
    });
    return {
      post: (message, transfer = []) => worker.postMessage(message, transfer),
      stop: () => void worker.terminate(),
    };
  }
  const worker = new Worker(url, { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => {
    throw new Error(message);
  };
  return {
    post: (message, transfer = []) => worker.postMessage(message, [...transfer]),
    stop: () => worker.terminate(),
  };
}

/** In the thread: what posts to the one that opened it. */
export function parent(receive: (message: unknown) => void): Port {
  const port = workerThreads()?.parentPort;
  if (port) {
    port.on("message", receive);
    return { post: (message, transfer = []) => port.postMessage(message, transfer) };
  }
  const scope = globalThis as unknown as {
    onmessage: (event: { data: unknown }) => void;
    postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void;
  };
  scope.onmessage = ({ data }) => receive(data);
  return { post: (message, transfer = []) => scope.postMessage(message, transfer) };
}
