/**
 * The observers of one kernel, merged: for each event one function, or undefined if nobody listens. The kernel tests
 * that field and nothing else.
 */
import { type Observer, observerEvents } from "./observer.ts";

type Listener = (a: never, b?: never, c?: never) => void;

export class Listeners {
  /** Who was added, as often as that: each is taken out by itself. */
  readonly #added = new Set<{ readonly observer: Observer }>();
  readonly #report: (error: unknown) => void;
  /** What to call. Fields come and go with the observers; an exception of one is reported. */
  on: Observer = {};

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  add(observer: Observer): () => void {
    const own = { observer };
    this.#added.add(own);
    this.#merge();
    return () => {
      this.#added.delete(own);
      this.#merge();
    };
  }

  #merge(): void {
    const on: Record<string, Listener> = {};
    const observers = [...new Set([...this.#added].map(({ observer }) => observer))];
    for (const event of observerEvents) {
      const listeners = observers.flatMap((observer) => {
        const listener = observer[event] as Listener | undefined;
        return listener === undefined ? [] : [listener.bind(observer)];
      });
      if (listeners.length === 0) continue;
      on[event] = (a, b, c) => {
        for (const listener of listeners) {
          try {
            listener(a, b, c);
          } catch (error) {
            this.#report(error);
          }
        }
      };
    }
    this.on = on;
  }
}
