/** Those who are told what happens to requests. */

/** Told to listeners of `refused`, `cancelled`, `overload` and `recovered`. */
export class Listeners<Events extends Record<string, object>> {
  readonly #listeners = new Map<string, Set<(event: never) => void>>();
  readonly #report: (error: unknown) => void;

  /** @param report Takes what a listener throws */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Returns what takes the listener away again. */
  on<E extends keyof Events & string>(event: E, listener: (event: Events[E]) => void): Disposable {
    const all = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, all);
    all.add(listener);
    return { [Symbol.dispose]: () => void all.delete(listener) };
  }

  /** Whether somebody listens: else the event need not be made. */
  has(event: keyof Events & string): boolean {
    return (this.#listeners.get(event)?.size ?? 0) > 0;
  }

  tell<E extends keyof Events & string>(event: E, what: Events[E]): void {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        (listener as (event: Events[E]) => void)(what);
      } catch (error) {
        this.#report(error);
      }
    }
  }
}
