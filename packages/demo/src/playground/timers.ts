/** Timers for programs: the page's own, but the run knows which are pending, and they end with it. */
import { show } from "./show.ts";

type Callback = (...values: never[]) => void;

export class Timers implements Disposable {
  readonly #timers = new Set<number>();
  readonly #frames = new Set<number>();
  #isOver = false;

  /** What programs get in the places of the page's functions. Errors go to the page, which knows where they are from. */
  readonly functions = {
    setTimeout: (callback: Callback, ms?: number, ...values: never[]): number => {
      mustBeFunction("setTimeout", callback);
      if (this.#isOver) return 0;
      const timer = window.setTimeout(() => {
        this.#timers.delete(timer);
        callback(...values);
      }, ms);
      this.#timers.add(timer);
      return timer;
    },
    setInterval: (callback: Callback, ms?: number, ...values: never[]): number => {
      mustBeFunction("setInterval", callback);
      if (this.#isOver) return 0;
      const timer = window.setInterval(() => callback(...values), ms);
      this.#timers.add(timer);
      return timer;
    },
    requestAnimationFrame: (callback: FrameRequestCallback): number => {
      mustBeFunction("requestAnimationFrame", callback);
      if (this.#isOver) return 0;
      const frame = window.requestAnimationFrame((time) => {
        this.#frames.delete(frame);
        callback(time);
      });
      this.#frames.add(frame);
      return frame;
    },
    // Browsers take the one for the other.
    clearTimeout: (timer?: number): void => this.#clearTimer(timer),
    clearInterval: (timer?: number): void => this.#clearTimer(timer),
    cancelAnimationFrame: (frame: number): void => {
      this.#frames.delete(frame);
      window.cancelAnimationFrame(frame);
    },
  } as const;

  get arePending(): boolean {
    return this.#timers.size + this.#frames.size > 0;
  }

  /** Ends those that are pending. What cleans up after that may still wait. */
  clear(): void {
    for (const timer of this.#timers) window.clearTimeout(timer);
    for (const frame of this.#frames) window.cancelAnimationFrame(frame);
    this.#timers.clear();
    this.#frames.clear();
  }

  /** Nothing begins any more. */
  [Symbol.dispose](): void {
    this.#isOver = true;
    this.clear();
  }

  #clearTimer(timer: number | undefined): void {
    if (timer === undefined) return;
    this.#timers.delete(timer);
    window.clearTimeout(timer);
  }
}

/** Told where it is called: when the timer fires, nothing of the program is on the stack any more, and no line is known. */
function mustBeFunction(name: string, callback: unknown): void {
  if (typeof callback === "function") return;
  const given = typeof callback === "string" ? "a text, which the playground does not evaluate" : show(callback);
  throw new TypeError(`${name} wants a function and was given ${given}.`);
}
