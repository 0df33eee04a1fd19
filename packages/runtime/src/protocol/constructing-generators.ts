/** Constructors whose resumable bodies are generators: their `this` is the object, or the box that it will be in. */
import type { PlainBody } from "@preempt/abi";
import { apply, type Body, type Callable } from "../realm/intrinsics.ts";
import { signal, state } from "../realm/realm.ts";
import { type Box, begun, ended } from "./construction-box.ts";
import {
  attachConstructor,
  type Begun,
  bareOf,
  type Construction,
  constructed,
  type Fields,
  suspendedIn,
} from "./constructors.ts";
import { run as runFrame } from "./protocol.ts";

const { construct } = Reflect;

/** As `attachConstructor`, with a generator function. */
export function attachConstructing(
  f: Callable,
  body: Body,
  count: number,
  givesBack: boolean,
  hasElements: boolean,
  isLasting: boolean,
  isBoxed: boolean,
  isDerived: boolean,
  fields?: Fields,
): Construction {
  const end = isBoxed ? (ended as (self: unknown, value: unknown) => object) : objectOf;
  const goesOn: PlainBody = (_depth, self, _point, value) => end(self, value);
  const run: PlainBody = (depth, newTarget, ...args) => {
    // As in `of`.
    if (state.exact && fields === undefined) return construct(f, args, newTarget as Callable);
    const self: Box | object = isBoxed
      ? begun(made, newTarget, isDerived)
      : fields === undefined
        ? bareOf(made, newTarget)
        : (newTarget as Begun).object;
    const value = runFrame(apply(body, self, args), depth);
    return value === signal ? suspendedIn(goesOn, self, depth) : end(self, value);
  };
  const made = attachConstructor(f, run, count, givesBack, hasElements, isLasting, fields);
  return made;
}

function objectOf(self: unknown, value: unknown): object {
  return constructed(value, self as object);
}

/** An initialiser of a field whose body is a generator. */
export function steppedField(body: Body): PlainBody {
  return (depth, self) => runFrame(apply(body, self, none), depth);
}

const none: unknown[] = [];
