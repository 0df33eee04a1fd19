/**
 * Listeners of `once`, for `emit`. Node registers a wrapper, which knows alone whether it has been called:
 *
 *   function wrapper(...args) {
 *     if (fired) return;
 *     fired = true;
 *     target.removeListener(type, wrapper);       the wrapper is left here, by an exception
 *     return ReflectApply(listener, target, args);
 *   }
 *
 * So the wrapper itself is called, with another `removeListener` on the prototype of emitters. No code of the user's runs before that
 * is reached, if the emitter inherits Node's own. Then Node's `removeListener` is put back and called, and the listener is the caller's
 * to call. Wrappers are known by their text: in older versions of Node they have another one, and run to their end.
 */
import { apply, type Callable, privateWeakMap } from "../realm/intrinsics.ts";

const { getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
const functionText = Function.prototype.toString;

export interface EmitterPrototype {
  once: unknown;
  removeListener: unknown;
}

interface NewEmitter extends EmitterPrototype {
  readonly _events: Record<string, unknown> | undefined;
}

export interface EmitterClass {
  new (): object;
  readonly prototype: object;
}

/** What a wrapper did: it came to its listener, which is to be called with `target` as its `this`, or it gave `result`. */
export type Fired = { readonly target: object } | { readonly target: undefined; readonly result: unknown };

export interface Once {
  /** The listener that `f` calls, if that is a wrapper. */
  listenerOf(f: unknown): unknown;
  /** Calls a wrapper up to its listener. */
  fire(wrapper: Callable, that: object, args: unknown[]): Fired;
}

const textOf = (f: unknown) => apply(functionText, f, []) as string;

const parts = ["if (fired) return;", "target.removeListener(type, wrapper);", "ReflectApply(listener, target, args)"];

export function onceOf(EventEmitter: EmitterClass, isProxy: (value: unknown) => boolean): Once | undefined {
  const prototype = EventEmitter.prototype as EmitterPrototype;
  const { once, removeListener } = prototype as { once: unknown; removeListener: unknown };
  if (typeof once !== "function" || typeof removeListener !== "function") return undefined;
  const emitter = new EventEmitter() as NewEmitter;
  apply(once as Callable, emitter, ["x", onceOf]);
  const sample = emitter._events?.x;
  if (typeof sample !== "function") return undefined;
  const text = textOf(sample);
  if (!parts.every((part) => text.includes(part))) return undefined;
  return new Wrappers(text, prototype, removeListener as Callable, isProxy);
}

class Wrappers implements Once {
  readonly #text: string;
  readonly #prototype: EmitterPrototype;
  readonly #removal: Callable;
  readonly #isProxy: (value: unknown) => boolean;
  /** Functions that are no wrappers: what they are does not change. */
  readonly #others = privateWeakMap<object, true>();

  constructor(text: string, prototype: EmitterPrototype, removal: Callable, isProxy: (value: unknown) => boolean) {
    this.#text = text;
    this.#prototype = prototype;
    this.#removal = removal;
    this.#isProxy = isProxy;
  }

  listenerOf(f: unknown): unknown {
    if (typeof f !== "function" || this.#others.has(f)) return undefined;
    if (textOf(f) === this.#text) return getOwnPropertyDescriptor(f, "listener")?.value;
    this.#others.set(f, true);
    return undefined;
  }

  fire(wrapper: Callable, that: object, args: unknown[]): Fired {
    if (!this.#inheritsRemoval(that)) return { target: undefined, result: apply(wrapper, that, args) };
    const prototype = this.#prototype;
    const removal = this.#removal;
    const isPlain = (emitter: object) => this.#inheritsRemoval(emitter);
    let isArmed = true;
    let target: object | undefined;
    let type: unknown;
    let result: unknown;
    const left = {};
    prototype.removeListener = function (this: object, ...given: unknown[]): unknown {
      if (isArmed) {
        isArmed = false;
        prototype.removeListener = removal;
        // A wrapper that was moved to another emitter removes itself from its own, which may have a method for that.
        if (given[1] === wrapper && isPlain(this)) {
          target = this;
          type = given[0];
          throw left;
        }
      }
      return apply(removal, this, given);
    };
    try {
      result = apply(wrapper, that, args);
    } catch (error) {
      if (error !== left) throw error;
    } finally {
      if (isArmed) prototype.removeListener = removal;
      isArmed = false;
    }
    if (target === undefined) return { target, result };
    apply(removal, target, [type, wrapper]);
    return { target };
  }

  /** Whether nothing but Node's own is called where a listener of `emitter` is removed. */
  #inheritsRemoval(emitter: object): boolean {
    for (let object: object | null = emitter; object !== null; object = getPrototypeOf(object)) {
      if (this.#isProxy(object)) return false;
      const own = getOwnPropertyDescriptor(object, "removeListener");
      if (own !== undefined) return object === this.#prototype && own.value === this.#removal && own.writable === true;
    }
    return false;
  }
}
