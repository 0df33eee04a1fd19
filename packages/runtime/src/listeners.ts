/**
 * The observers of one kernel, merged: for each event one function, or undefined if nobody listens. The kernel tests
 * that field and nothing else.
 */
import { callable, refuse, show } from "./errors.ts";
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

  /** @throws PreemptError if it is no object, or an event of it no function */
  add(observer: Observer): () => void {
    checkObserver(observer);
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

function checkObserver(observer: unknown): void {
  if (typeof observer !== "object" || observer === null) {
    refuse("observer_not_an_object", "the observer", show(observer), "an object with a function for each event");
  }
  for (const event of observerEvents) {
    const listener = (observer as Observer)[event];
    if (listener !== undefined) callable(listener, "observer", `the observer's ${event}`);
  }
}
