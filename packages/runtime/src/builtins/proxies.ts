/**
 * Proxies of functions: `proxy(1000)` is preempted where the function behind it is, or the handler's `apply`.
 *
 *   new Proxy(f, handler)   ⇒   new ($proxies(Proxy))(f, handler)
 *
 * A private field belongs to the proxy itself, and no trap sees it. So only proxies that transformed code makes are known. Proxies of
 * objects are left alone: methods that they give are called like any other.
 */
import type { PlainBody } from "@preempt/abi";
import { callPlain } from "../protocol/call-plain.ts";
import { attachAsyncEntry } from "../protocol/protocol-builtins.ts";
import { attachPlain, bodyOf } from "../protocol/protocol-plain.ts";
import { apply, type Callable } from "../realm/intrinsics.ts";
import { getMethod } from "./abstract.ts";
import { awaitedEntry, runOf } from "./awaited.ts";

const TheProxy = Proxy;
const { revocable } = Proxy;
const { isArray } = Array;
const TheTypeError = TypeError;

/** Asks without a trap. It also looks at a proxy behind the proxy. */
function isRevoked(proxy: unknown): boolean {
  try {
    isArray(proxy);
    return false;
  } catch {
    return true;
  }
}

/** Makes a proxy of a function preemptable; returns what it is given. */
function marked<T>(proxy: T, target: unknown, handler: unknown): T {
  if (typeof proxy !== "function") return proxy;
  const f = proxy as unknown as Callable;
  const plain: PlainBody = (depth, self, ...args) => {
    if (isRevoked(f)) return apply(f, self, args);
    const trap = getMethod(handler, "apply");
    const body = bodyOf(trap ?? target);
    if (trap === undefined)
      return body === undefined ? apply(target as Callable, self, args) : callPlain(body, depth, self, args);
    const given = [target, self, args];
    return body === undefined ? apply(trap, handler, given) : callPlain(body, depth, handler, given);
  };
  const awaited: Callable = function (this: unknown, ...args) {
    if (isRevoked(f)) return apply(f, this, args);
    const trap = getMethod(handler, "apply");
    const given = trap === undefined ? args : [target, this, args];
    return apply(runOf(trap ?? target) ?? trap ?? (target as Callable), trap === undefined ? this : handler, given);
  };
  attachPlain(f, plain);
  attachAsyncEntry(f, awaitedEntry(awaited, plain, false));
  return proxy;
}

/** Called as a constructor only: returns a proxy in the place of its object. No arrow function is one. */
const Marking = function (this: unknown, target: object, handler: object) {
  return marked(new TheProxy(target, handler), target, handler);
} as unknown as ProxyConstructor;

Marking.revocable = ((target: object, handler: object) => {
  const made = revocable(target, handler);
  marked(made.proxy, target, handler);
  return made;
}) as ProxyConstructor["revocable"];

/** What stands in the place of the global `Proxy` before its arguments. */
export function proxies(Given: unknown): unknown {
  if (Given === TheProxy) return TheProxy.revocable === revocable ? Marking : TheProxy;
  if (typeof Given === "function") return Given;
  return class {
    constructor() {
      throw new TheTypeError("Proxy is not a constructor");
    }
  };
}
