/**
 * Asks a worker what a result should be: the same input through the code as it was written, off the page's thread, so
 * that checking disturbs nothing. Each question is asked once in a row.
 */
import type { Answer, Checks, Question } from "./check.worker.ts";

export class Checker {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>();
  readonly #last = new Map<string, { readonly input: readonly unknown[]; readonly result: Promise<string> }>();
  #id = 0;

  /**
   * What check `kind` gives for the input. Rejects if the check fails, or there is no worker: the next one is tried
   * again.
   */
  expected<K extends keyof Checks>(kind: K, ...input: Parameters<Checks[K]>): Promise<string> {
    const last = this.#last.get(kind);
    if (last?.input.every((value, i) => value === input[i])) return last.result;
    const id = this.#id++;
    const waiting = Promise.withResolvers<string>();
    this.#waiting.set(id, waiting);
    this.#last.set(kind, { input, result: waiting.promise });
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage({ id, kind, input } satisfies Question);
    } catch (error) {
      this.#fail(error);
    }
    return waiting.promise;
  }

  close(): void {
    this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.error === undefined) waiting?.resolve(data.result as string);
      else waiting?.reject(new Error(data.error));
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker.terminate();
      this.#fail(new Error(event.message || "the worker could not be loaded"));
    });
    return worker;
  }

  /** Nobody will answer. */
  #fail(error: unknown): void {
    this.#worker = undefined;
    this.#last.clear();
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
