/**
 * Constructors whose `this` may not be there yet, or that ask for `new.target`: both are in a box, in the place of `this`.
 *
 *   constructor(x) { if (x) super(x); this.t = new.target; }
 *
 *   ⇒   $this = $begun($made, $this, true);
 *       if (x) $bound($this, $superOf($this, true)($depth + 1, $this, x));
 *       $selfOf($this).t = $this.newTarget;
 *       return $ended($this);
 */
import type { PlainBody, SharedBox } from "@preempt/abi";
import type { Callable } from "../realm/intrinsics.ts";
import { callPlain } from "./call-plain.ts";
import { constructingBody, isConstructor } from "./construct.ts";
import {
  type Begun,
  bareOf,
  type Construction,
  constructedDerived,
  type Fields,
  isObject,
  mayGiveBack,
  superPlainly,
  withElements,
} from "./constructors.ts";

const { construct, getPrototypeOf } = Reflect;

export interface Box extends SharedBox {
  readonly made: Construction;
  readonly isDerived: boolean;
  /** `this`, once it is there. */
  object: object | undefined;
  /** The base class that has made the object, to which the fields of the class itself are yet to be added. */
  parent: unknown;
}

export function begun(made: Construction, newTarget: unknown, isDerived: boolean): Box {
  const common = { made, isDerived, parent: undefined };
  if (made.fields !== undefined && !isDerived) return { ...(newTarget as Begun), ...common };
  return { newTarget, made, isDerived, object: isDerived ? undefined : bareOf(made, newTarget), parent: undefined };
}

/** `this` */
export function selfOf({ object }: Box): object {
  return object ?? new Missing();
}

/** What `super(…)` calls. */
export function superOf(box: Box, isPoint: boolean): PlainBody {
  const { made, newTarget } = box;
  const { f, hasElements, fields } = made;
  const parent = getPrototypeOf(f);
  if (fields !== undefined) return withFields(box, fields, parent, isPoint);
  const run =
    isPoint && isCallable(parent) && (!hasElements || mayGiveBack(parent)) ? constructingBody(parent) : undefined;
  return (depth, _self, ...args) => {
    if (run === undefined) {
      // What is constructed in vain has no fields of the class.
      const isInVain = box.object !== undefined && isCallable(parent) && isConstructor(parent);
      return isInVain ? construct(parent, args, newTarget as Callable) : superPlainly(f, parent, newTarget, args);
    }
    if (hasElements) box.parent = parent;
    return callPlain(run, depth, newTarget, args);
  };
}

function withFields(box: Box, fields: Fields, parent: unknown, isPoint: boolean): PlainBody {
  const { made, newTarget } = box;
  return (depth, _self, ...args) => {
    // What is constructed in vain has no fields of the class.
    if (box.object !== undefined && isCallable(parent) && isConstructor(parent))
      return construct(parent, args, newTarget as Callable);
    const base = isPoint && isCallable(parent) ? constructingBody(parent) : undefined;
    const run = isPoint ? fields.above(made, parent, base) : fields.plainly(made, parent);
    return callPlain(run, depth, newTarget, args);
  };
}

/** What `super(…)` has made is `this`. */
export function bound(box: Box, object: object): object {
  if (box.object !== undefined) return new Twice();
  box.object = object;
  const { parent } = box;
  box.parent = undefined;
  return parent === undefined ? object : withElements(box.made.f, parent, object);
}

/** What `new` gives when the code of the constructor has ended. */
export function ended(box: Box, value?: unknown): object {
  if (isObject(value)) return value;
  return box.isDerived && value !== undefined ? constructedDerived(value, box) : selfOf(box);
}

function isCallable(value: unknown): value is Callable {
  return typeof value === "function";
}

// The engine says in its own words what is wrong.
class Missing extends Object {
  // @ts-expect-error No `super` is the point.
  // biome-ignore lint/correctness/noUnreachableSuper: the same
  constructor() {}
}

class Twice extends Object {
  // biome-ignore lint/correctness/noUnreachableSuper: the same
  constructor() {
    super();
    super();
  }
}
