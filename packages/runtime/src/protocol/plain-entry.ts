/**
 * The entry of a function with a plain body. Closures are made by the million, and few of them are asked for more than that
 * body: they have it in the place of an entry, which is made when somebody asks.
 */

import { generatorWeight, type PlainBody } from "@preempt/abi";
import type { Body, Callable } from "../realm/intrinsics.ts";
import { entries, state } from "../realm/realm.ts";
import { callPlain, startPlain } from "./call-plain.ts";
import type { Entry } from "./entry.ts";

export class PlainEntry implements Entry {
  readonly #plain: PlainBody;
  readonly arrow: { readonly self: unknown } | undefined;
  readonly isLasting: boolean;
  readonly isOnly: boolean;
  #run: Callable | undefined;
  #withSelf: PlainBody | undefined;

  constructor(plain: PlainBody, arrow: { readonly self: unknown } | undefined, isLasting: boolean, isOnly: boolean) {
    this.isOnly = isOnly;
    this.#plain = plain;
    this.arrow = arrow;
    this.isLasting = isLasting;
  }

  get plain(): PlainBody {
    const plain = this.#plain;
    const { arrow } = this;
    if (arrow === undefined) return plain;
    this.#withSelf ??= (depth, _self, ...args) => callPlain(plain, depth, arrow.self, args);
    return this.#withSelf;
  }

  get run(): Callable {
    const plain = this.#plain;
    const { arrow } = this;
    this.#run ??= function (this: unknown, ...args: unknown[]) {
      return callPlain(plain, state.depth + generatorWeight, arrow === undefined ? this : arrow.self, args);
    };
    return this.#run;
  }

  get body(): Body {
    const plain = this.#plain;
    return function (this: unknown, ...args: unknown[]) {
      return startPlain(plain, this, args);
    };
  }
}

/** The entry of `f` for any call, if it has one. */
export function callEntryOf(f: Callable): Entry | undefined {
  const found = entries.of(f);
  if (typeof found !== "function") return found;
  const made = new PlainEntry(found, undefined, false, false);
  entries.put(f, made);
  return made;
}
