/** `super[key]` for code that stands where the language has no `super`: read and assigned through closures. */
import type { SharedReference } from "@preempt/abi";
export class SuperReference implements SharedReference {
  readonly #get: () => unknown;
  readonly #set: (value: unknown) => void;

  constructor(get: () => unknown, set: (value: unknown) => void) {
    this.#get = get;
    this.#set = set;
  }

  get value(): unknown {
    return this.#get();
  }

  set value(value: unknown) {
    this.#set(value);
  }
}

export function superReference(get: () => unknown, set: (value: unknown) => void): SuperReference {
  return new SuperReference(get, set);
}
