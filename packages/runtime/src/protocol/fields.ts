/**
 * Fields of a class whose initialisers are preemptable. The class itself cannot be suspended while it makes an object. So the resumable
 * body of its constructor does not call the class: it makes the object, or gets it from the base class, and runs the initialisers here,
 * one after the other. That is exact for classes without private names: a field is then a property, which anybody may define.
 *
 *   class C { a = f(); b = 1; }    ⇒    static { $attachConstructor(this, …, $fieldsOf(true, false, "a", f$resumable, undefined, function () { $define(this, "b", 1); })); … }
 */
import { adapterWeight, type PlainBody } from "@preempt/abi";
import { define } from "../realm/define.ts";
import { apply, type Callable, privateList } from "../realm/intrinsics.ts";
import { signal, state } from "../realm/realm.ts";
import { callPlain } from "./call-plain.ts";
import { isConstructor } from "./construct.ts";
import { type Begun, type Construction, construct, type Fields, isObject, suspendedIn } from "./constructors.ts";
import { enterPlain } from "./protocol-entry.ts";

const { create } = Object;
const { setPrototypeOf } = Reflect;
const none: unknown[] = /* @__PURE__ */ privateList();

class FieldsInOrder implements Fields {
  readonly #isDefined: boolean;
  readonly isDerived: boolean;
  /** A key and the initialiser's body, in turn. Without a key: a function that gives several fields their values itself. */
  readonly #steps: readonly unknown[];

  constructor(isDefined: boolean, isDerived: boolean, steps: readonly unknown[]) {
    this.#isDefined = isDefined;
    this.isDerived = isDerived;
    this.#steps = steps;
  }

  begin({ f }: Construction, run: PlainBody | undefined): PlainBody {
    const goOn = (depth: number, object: object, newTarget: unknown, args: unknown[]) =>
      run === undefined ? object : callPlain(run, depth + adapterWeight, { object, newTarget } satisfies Begun, args);
    return (depth, newTarget, ...args) => {
      if (state.exact) return construct(f, args, newTarget as Callable);
      const self = ordinary(newTarget as Callable);
      if (this.run(self, depth + adapterWeight) !== signal) return goOn(depth, self, newTarget, args);
      return suspendedIn((again) => goOn(again as number, self, newTarget, args), undefined, depth);
    };
  }

  above({ f }: Construction, parent: unknown, base: PlainBody | undefined): PlainBody {
    const isMade = base !== undefined || isBase(parent);
    return (depth, newTarget, ...args) => {
      if (!isMade) refuse(f, parent);
      const value = base
        ? callPlain(base, depth + adapterWeight, newTarget, args)
        : construct(parent as Callable, args, newTarget as Callable);
      if (value !== signal) return this.run(value as object, depth + adapterWeight);
      return suspendedIn((again, _self, _point, self) => this.run(self as object, again as number), undefined, depth);
    };
  }

  plainly(made: Construction, parent: unknown): PlainBody {
    const body = this.above(made, parent, undefined);
    return (_depth, newTarget, ...args) => enterPlain(body, newTarget, args);
  }

  /** Gives the fields their values: returns the object, or the signal. */
  run(self: object, depth: number, from = 0): unknown {
    const steps = this.#steps;
    for (let i = from; i < steps.length; i += 2) {
      const key = steps[i] as string | undefined;
      if (key === undefined) {
        apply(steps[i + 1] as Callable, self, none);
        continue;
      }
      const value = (steps[i + 1] as PlainBody)(depth, self);
      if (value === signal) {
        const goOn: PlainBody = (again, _self, _point, given) => {
          this.#put(self, key, given);
          return this.run(self, again as number, i + 2);
        };
        return suspendedIn(goOn, undefined, depth);
      }
      this.#put(self, key, value);
    }
    return self;
  }

  #put(self: object, key: string, value: unknown): void {
    if (this.#isDefined) define(self, key, value);
    else (self as Record<string, unknown>)[key] = value;
  }
}

export function fieldsOf(isDefined: boolean, isDerived: boolean, ...steps: unknown[]): Fields {
  return new FieldsInOrder(isDefined, isDerived, steps);
}

/** The object that the body of a base class's constructor begins with. */
export function objectOf({ object }: Begun): object {
  return object;
}

/** What a base class makes for `newTarget`, without fields. Its prototype is asked for once. */
function ordinary(newTarget: Callable): object {
  const prototype = newTarget.prototype as unknown;
  if (isObject(prototype)) return create(prototype) as object;
  return construct(Object, none, new Proxy(newTarget, withoutProperties));
}

const withoutProperties: ProxyHandler<Callable> = /* @__PURE__ */ Object.freeze({
  __proto__: null,
  get: () => undefined,
} as object);

function isBase(parent: unknown): boolean {
  return typeof parent === "function" && isConstructor(parent);
}

/** Has an engine say in its own words that the class cannot be derived from `parent`. */
function refuse({ name }: Callable, parent: unknown): void {
  const Derived = (() =>
    class extends Object {
      // biome-ignore lint/complexity/noUselessConstructor: what is said is about this call
      constructor() {
        super();
      }
    })();
  setPrototypeOf(Derived, parent as object | null);
  try {
    new Derived();
  } catch (error) {
    if (name !== "") (error as Error).message = (error as Error).message.replace("anonymous class", () => name);
    throw error;
  }
}
