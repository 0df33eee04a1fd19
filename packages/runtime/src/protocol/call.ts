/**
 * `f.call(self, ...args)` without asking f for `call`: f may be anything, and anybody may have changed `Function.prototype`.
 *
 * A bound `call` is that, and V8 sees through it (3 ns). SpiderMonkey and JavaScriptCore do not (60 to 90 ns), and little through
 * `Reflect.apply` (20 to 40). But they do through `super.f(…)`, which calls what the base class has as its `f` with the `this` of the
 * method around it, and that is given to it by a `call` of its own (5 ns).
 */
import { apply, type Callable, uncurry } from "../realm/intrinsics.ts";

type Call = (f: unknown, self: unknown, ...args: unknown[]) => unknown;

const { defineProperty } = Reflect;
/** As they were before a user could change them. */
export const { call: functionCall, apply: functionApply } = Function.prototype as unknown as {
  readonly call: Callable;
  readonly apply: Callable;
};

// biome-ignore-start lint/complexity/noThisInStatic: what `super` calls is the point
// biome-ignore-start lint/complexity/noStaticOnlyClass: only methods have a `super`
class Callee {
  static f: unknown;
}

// Methods of classes leave their `this` as it is, wherever a bundler puts them.
class Caller extends (Callee as unknown as { new (): object; f: Callable }) {
  static none(): unknown {
    return super.f();
  }
  static one(a: unknown): unknown {
    return super.f(a);
  }
  static two(a: unknown, b: unknown): unknown {
    return super.f(a, b);
  }
}
// biome-ignore-end lint/complexity/noStaticOnlyClass: only methods have a `super`
// biome-ignore-end lint/complexity/noThisInStatic: what `super` calls is the point

const { none, one, two } = Caller;

const viaSuper: Call = (f, self, ...args) => {
  const { length } = args;
  if (length > 2) return apply(f as Callable, self, args);
  Callee.f = f;
  return length < 1 ? none.call(self) : length < 2 ? one.call(self, args[0]) : two.call(self, args[0], args[1]);
};

function create(): Call {
  const error = /* @__PURE__ */ new Error("?");
  if (!("line" in error || "lineNumber" in error)) return uncurry(functionCall) as Call;
  const descriptor = { value: functionCall };
  defineProperty(none, "call", descriptor);
  defineProperty(one, "call", descriptor);
  defineProperty(two, "call", descriptor);
  return viaSuper;
}

export const call: Call = create();

/** What was called last is not kept alive. */
export function forgetCallee(): void {
  Callee.f = undefined;
}
