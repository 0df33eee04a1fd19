/**
 * The observers of one kernel, merged: for each event one function, or undefined if nobody listens. The kernel tests
 * that field and nothing else.
 */
import { instead } from "@preempt/checks";
import { callable, refuse, show } from "../input/errors.ts";
import { type Observer, observerEvents } from "./observer.ts";

type Listener = (a: never, b?: never, c?: never) => void;
type Heard = Partial<Record<keyof Observer, Listener>>;

/** Calls a listener, which was added by whoever this was made for. */
export type Caller = (call: () => void) => void;

export class Listeners {
  /** Who was added, as often as that: each is taken out by itself. */
  readonly #added = new Set<{ readonly observer: Observer; readonly heard: Heard; readonly caller: Caller }>();
  readonly #report: (error: unknown) => void;
  /** What to call. Fields come and go with the observers; an exception of one is reported. */
  on: Observer = {};

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** @throws PreemptError if it is no object, or an event of it no function */
  add(observer: Observer, caller: Caller): () => void {
    const own = { observer, heard: listenersOf(observer), caller };
    this.#added.add(own);
    this.#merge();
    return () => {
      this.#added.delete(own);
      this.#merge();
    };
  }

  clear(): void {
    this.#added.clear();
    this.#merge();
  }

  #merge(): void {
    const on: Record<string, Listener> = {};
    const observers = [...new Map([...this.#added].map((own) => [own.observer, own])).values()];
    for (const event of observerEvents) {
      const listeners = observers.flatMap(({ heard, caller }) => {
        const listener = heard[event];
        return listener === undefined ? [] : [((a, b, c) => caller(() => listener(a, b, c))) satisfies Listener];
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

const events: ReadonlySet<string> = new Set(observerEvents);
/** A function with such a name is meant to hear of something; any other is the observer's own. */
const eventLike = /^(?:job|task|deadline|release|slice|resource|round)\w*(?:ed|en|un)$/;

/** What the observer listens to. Read once: whoever was added is told, whatever it shows later. */
function listenersOf(observer: unknown): Heard {
  if (typeof observer !== "object" || observer === null) {
    refuse("observer_not_an_object", "the observer", show(observer), "an object with a function for each event");
  }
  const heard: Heard = {};
  for (const event of observerEvents) {
    const listener = (observer as Observer)[event] as Listener | undefined;
    if (listener === undefined) continue;
    callable(listener, "observer", `the observer's ${event}`);
    heard[event] = listener.bind(observer);
  }
  for (const name of methodsOf(observer)) {
    if (eventLike.test(name) && !events.has(name)) {
      refuse("event_unknown", "an event of the observer", show(name), instead(name, events));
    }
  }
  return heard;
}

/** The names of an object's functions, its classes' too. Getters are not asked. */
function* methodsOf(object: object): Generator<string, void> {
  for (let from = object; from && from !== Object.prototype; from = Object.getPrototypeOf(from) as object) {
    for (const name of Object.getOwnPropertyNames(from)) {
      if (typeof Object.getOwnPropertyDescriptor(from, name)?.value === "function") yield name;
    }
  }
}
