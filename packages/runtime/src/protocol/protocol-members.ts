/** Run or capture for methods, whose bodies stand beside them, and for functions that know themselves. */
import type { Body, Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { attach, notCallable } from "./protocol.ts";
import { attachAsync } from "./protocol-async.ts";

const { deleteProperty } = Reflect;
const { getOwnPropertyDescriptor } = Object;
const { owners } = realm;

/** As {@link attach} for a sloppy function whose `arguments` object tells which function it is of. */
export function attachOwner<F extends Callable>(f: F, body: Body, isOnly = false): F {
  owners.put(body, f);
  return attach(f, body, isOnly);
}

export function attachAsyncOwner<F extends Callable>(f: F, body: Body, isOnly = false): F {
  owners.put(body, f);
  return attachAsync(f, body, isOnly);
}

/** Makes `args`, the arguments object of a resumable body, that of the function itself. */
export function own(args: { callee?: unknown }, body: Body): void {
  const callee = getOwnPropertyDescriptor(args, "callee");
  if (callee?.writable) args.callee = owners.of(body);
}

/** The method `target[bodyKey]`, which nobody has seen yet, and nobody will. */
export function takeOut(target: object, bodyKey: symbol): Callable {
  const f = getOwnPropertyDescriptor(target, bodyKey)?.value as Callable;
  deleteProperty(target, bodyKey);
  return f;
}

/** `f`, or what throws what the engine would have thrown. */
export function callable(f: unknown, text: string): Callable {
  return typeof f === "function" ? (f as Callable) : notCallable(text);
}

/**
 * Makes the method `target[key]` preemptable. Its body was defined beside it under `bodyKey` (so that `super` means
 * the same in both) and is taken out again before anyone can see it.
 *
 * @param key Undefined if another member has taken the method's place.
 * @param isAsync Or what attaches the body
 */
export function attachMethod(
  target: object,
  key: PropertyKey | undefined,
  bodyKey: symbol,
  isAsync: boolean | typeof attach,
): void {
  const body = takeOut(target, bodyKey) as Body;
  if (key === undefined) return;
  const f = getOwnPropertyDescriptor(target, key)?.value as Callable;
  (typeof isAsync === "function" ? isAsync : isAsync ? attachAsync : attach)(f, body);
}

/** As {@link attachMethod} for a method of an object literal. Returns the object. */
export function attachOwn<O extends object>(
  object: O,
  key: PropertyKey,
  bodyKey: symbol,
  isAsync: boolean | typeof attach,
): O {
  attachMethod(object, key, bodyKey, isAsync);
  return object;
}
