/** The compiler as the page sees it: a worker that is loaded when asked for, and always works on the latest program. */
import type { Compiled, CompileOptions } from "./compile.ts";

export interface Request {
  readonly id: number;
  readonly program: string;
  readonly options: CompileOptions;
}

export type Answer = { readonly id: number } & ({ readonly result: Compiled } | { readonly problem: string });

interface Order {
  readonly program: string;
  readonly options: CompileOptions;
  readonly settle: (result: Promise<Compiled | undefined>) => void;
}

/** `new Compiler()` loads nothing yet. */
export class Compiler {
  #worker: Promise<Worker> | undefined;
  #count = 0;
  /** What the worker is at. */
  #current: (Order & { readonly id: number }) | undefined;
  /** What it does next; an earlier one is forgotten. */
  #next: Order | undefined;
  /** What was asked for last, and is not known to have failed. */
  #asked: { readonly key: string; readonly result: Promise<Compiled | undefined> } | undefined;

  /**
   * Loads the compiler, once.
   *
   * @throws Error if it cannot be loaded; the next call tries again
   */
  async load(): Promise<void> {
    this.#worker ??= this.#start();
    await this.#worker;
  }

  /**
   * What becomes of `program`; undefined if another one was given before its turn came. Asked again, as by Run, it is
   * not compiled again: thousands of lines take seconds.
   */
  compile(program: string, options: CompileOptions): Promise<Compiled | undefined> {
    const key = JSON.stringify([program, options]);
    if (this.#asked?.key === key) return this.#asked.result;
    const result = new Promise<Compiled | undefined>((settle) => {
      this.#next?.settle(Promise.resolve(undefined));
      this.#next = { program, options, settle };
      if (this.#current === undefined) void this.#post();
    });
    const asked = { key, result };
    this.#asked = asked;
    result.catch(() => {
      if (this.#asked === asked) this.#asked = undefined;
    });
    return result;
  }

  async #post(): Promise<void> {
    const order = this.#next;
    this.#next = undefined;
    if (order === undefined) return;
    const id = ++this.#count;
    this.#current = { ...order, id };
    try {
      this.#worker ??= this.#start();
      const { program, options } = order;
      (await this.#worker).postMessage({ id, program, options } satisfies Request);
    } catch (error) {
      this.#finish(Promise.reject(error));
    }
  }

  #finish(result: Promise<Compiled | undefined>): void {
    this.#current?.settle(result);
    this.#current = undefined;
    if (this.#next !== undefined) void this.#post();
  }

  #start(): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./transform.worker.ts", import.meta.url), { type: "module" });
      worker.addEventListener("message", ({ data }: MessageEvent<Answer | "ready">) => {
        if (data === "ready") return resolve(worker);
        if (data.id !== this.#current?.id) return;
        this.#finish("result" in data ? Promise.resolve(data.result) : Promise.reject(new Error(data.problem)));
      });
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        this.#worker = undefined;
        worker.terminate();
        const error = new Error(event.message || "The compiler could not be loaded.");
        reject(error);
        if (this.#current !== undefined) this.#finish(Promise.reject(error));
      });
    });
  }
}
