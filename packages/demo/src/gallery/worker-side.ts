/** The page's side of the worker. One request is under way; of those that wait for it, the newest counts. */
import type { Answer, Question } from "./gallery.worker.ts";

type Waiting = PromiseWithResolvers<unknown> & { readonly request: unknown };

export class WorkerSide {
  readonly #worker: Worker;
  readonly #loaded: Promise<void>;
  #id = 0;
  #running: Waiting | undefined;
  #next: Waiting | undefined;

  /** @param entry Its id: the worker loads its work and prepares its data */
  constructor(entry: string) {
    this.#worker = new Worker(new URL("./gallery.worker.ts", import.meta.url), { type: "module" });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#loaded = promise;
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      if ("loaded" in data) resolve();
      else this.#answered(data);
    });
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(event.message || "the worker could not be loaded"));
    });
    this.#post({ load: entry });
  }

  /** Fulfilled when the worker can answer. */
  get loaded(): Promise<void> {
    return this.#loaded;
  }

  ask(request: unknown): Promise<unknown> {
    const waiting: Waiting = { ...Promise.withResolvers<unknown>(), request };
    if (this.#running === undefined) this.#start(waiting);
    else {
      // A worker does not stop what it computes: its answer comes, and is thrown away.
      this.#running.reject(replaced());
      this.#next?.reject(replaced());
      this.#next = waiting;
    }
    return waiting.promise;
  }

  close(): void {
    this.#worker.terminate();
  }

  #start(waiting: Waiting): void {
    this.#running = waiting;
    this.#post({ id: ++this.#id, request: waiting.request });
  }

  #answered(answer: Exclude<Answer, { loaded: true }>): void {
    if (answer.error === undefined) this.#running?.resolve(answer.result);
    else this.#running?.reject(new Error(answer.error));
    const next = this.#next;
    this.#running = undefined;
    this.#next = undefined;
    if (next !== undefined) this.#start(next);
  }

  #post(question: Question): void {
    this.#worker.postMessage(question);
  }
}

function replaced(): DOMException {
  return new DOMException("A newer request took its place.", "AbortError");
}
