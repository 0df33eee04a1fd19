/**
 * How a preemptable function is reached, and where that is written down: on the function itself, as a private field.
 * Reflection does not show it, subclasses and copies do not inherit it, and a proxy's traps do not see the question.
 */
import type { PlainBody } from "@preempt/abi";
import type { Body, Callable } from "../realm/intrinsics.ts";

export interface Entry {
  /** An ordinary call that runs the function preemptably: its value, or the signal. */
  readonly run: Callable;
  /** The plain body, if there is one. That of an arrow function has its `this` already. */
  readonly plain: PlainBody | undefined;
  /** The function lives as long as its module: to remember it beyond a job keeps nothing alive. */
  readonly isLasting: boolean;
  /** A fresh frame that has not started. */
  readonly body: Body;
  /** The same for a job, where that is something else: a call of a generator function gives an object. */
  readonly job?: Body;
  /** Arrow functions keep the `this` around them. */
  readonly arrow: { readonly self: unknown } | undefined;
  /** The function itself does nothing but drive its body. */
  readonly isOnly: boolean;
}

/** Something written down on functions. */
export interface Stamp<T> {
  put(f: object, value: T): void;
  /** The same for one that has none yet. */
  putFirst(f: object, value: T): void;
  of(f: object): T | undefined;
}

/** A base class whose instances are the objects given to it: a subclass adds its private fields to them. */
const Given = function (this: unknown, f: object) {
  return f;
} as unknown as new (
  f: object,
) => object;

/** A mark of its own: each call makes another private field. */
export function createStamp<T>(): Stamp<T> {
  return class Stamped extends Given {
    #value: T;
    constructor(f: object, value: T) {
      super(f);
      this.#value = value;
    }
    static put(f: object, value: T): void {
      if (#value in f) f.#value = value;
      else new Stamped(f, value);
    }
    // The question above, nearly always answered with no, takes an engine longer than all the rest; so does a `try` here.
    static putFirst(f: object, value: T): void {
      new Stamped(f, value);
    }
    static of(f: object): T | undefined {
      return #value in f ? f.#value : undefined;
    }
  };
}
