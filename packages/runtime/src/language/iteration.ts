/** A loop's walk by an iterator, one step after the other. */
import type { SharedIteration } from "@preempt/abi";
import type { Callable } from "../realm/intrinsics.ts";
import { isObject } from "./iteration-steps.ts";

const { apply } = Reflect;

/** An iterator, or what is taken for one. */
export interface Steps {
  next: (this: Steps) => { readonly done?: unknown; readonly value?: unknown };
  readonly return?: unknown;
}

export class Iteration implements SharedIteration {
  /** Whether leaving the loop early has to close the iterator. */
  isOpen = true;
  value: unknown;
  readonly iterator: Steps;
  readonly #next: Steps["next"];
  /** See built-in-iterations.ts. */
  isOurs: boolean;

  /** Asks without `instanceof`, which a proxy would notice. */
  static is(value: unknown): value is Iteration {
    return typeof value === "object" && value !== null && #next in value;
  }

  /** `next`: the iterator's, which is asked for once. */
  constructor(iterator: Steps, next: Steps["next"], isOurs = false) {
    this.iterator = iterator;
    this.#next = next;
    this.isOurs = isOurs;
  }

  /** Whether there is another value, which is in {@link value} then. */
  more(): boolean {
    this.isOpen = false;
    const step = apply(this.#next, this.iterator, []);
    if (!isObject(step)) throw new TypeError(`Iterator result ${String(step)} is not an object`);
    if (step.done) return false;
    this.value = step.value;
    this.isOpen = true;
    return true;
  }

  /** @throws what the iterator's `return` throws */
  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    const method = this.iterator.return;
    if (method === undefined || method === null) return;
    if (typeof method !== "function") throw new TypeError(`${String(method)} is not a function`);
    const result: unknown = apply(method as Callable, this.iterator, []);
    if (!isObject(result)) throw new TypeError(`Iterator result ${String(result)} is not an object`);
  }
}
