/**
 * Functions that are asked once and then called as their bodies. A call that has another callee each time would ask each of them;
 * but what a closure calls is often a variable that never changes:
 *
 *   const sum = (a, b) => (x) => a(x) + b(x);      a and b are asked when `(x) => …` is made
 *
 * And what is only called, or handed on to who only calls it, needs not be a function that others could call: such callbacks are
 * handed on as their bodies, and nothing else is made of them until somebody wants a function. Which arguments of a call are bodies
 * is a set of bits, that of an argument being `1 << index`.
 */

import { adapterWeight, leadingParameters, type PlainBody } from "@preempt/abi";
import type { Callable } from "../realm/intrinsics.ts";
import { realm } from "../realm/realm.ts";
import { callPlain } from "./call-plain.ts";
import { createStamp, type Entry, type Stamp } from "./entry.ts";
import { PlainEntry } from "./plain-entry.ts";
import { notCallable } from "./protocol.ts";
import { enterPlain } from "./protocol-entry.ts";
import { attachPlain, withSelf } from "./protocol-plain.ts";

const { apply } = Reflect;
const { defineProperty } = Object;
const { state, entries } = realm;

/** The functions whose bodies are handed on in their place. Of the realm: bodies may pass through code that another copy serves. */
const shared = realm as { originals?: Stamp<Callable> };
shared.originals ??= createStamp();
const { originals } = shared;

/** The entry of a function that takes some of its arguments as bodies. */
class DirectEntry extends PlainEntry {
  /** Called with bodies. */
  readonly direct: PlainBody;
  readonly bits: number;

  constructor(direct: PlainBody, bits: number, isOnly: boolean) {
    super(taking(direct, bits), undefined, false, isOnly);
    this.direct = direct;
    this.bits = bits;
  }
}

/**
 * Makes `f`, which was made a moment ago, preemptable. Returns it.
 *
 * @param direct Its body, to which the arguments in `bits` are bodies, too
 * @param isOnly Whether `f` itself does nothing but drive the body
 */
export function attachDirect<F extends Callable>(f: F, direct: PlainBody, bits: number, isOnly = false): F {
  entries.putFirst(f, new DirectEntry(direct, bits, isOnly));
  return f;
}

/** The body, to be called with functions. */
export function taking(direct: PlainBody, bits: number): PlainBody {
  return (depth, self, ...args) => callPlain(direct, depth + adapterWeight, self, mapAt(args, bits, handed));
}

/**
 * What to call in place of `f` whenever that is called with the arguments in `bits` as bodies.
 *
 * @param text How an engine names the callee in an error message
 */
export function held(f: unknown, bits: number, text: string): PlainBody {
  if (typeof f !== "function") return notCallable(text) as PlainBody;
  const found = entries.of(f);
  if (found === undefined) return calling(f as Callable, bits);
  if (typeof found !== "function" && (found as DirectEntry).bits === bits) return (found as DirectEntry).direct;
  const body = bodyOf(f as Callable, found);
  if (bits === 0) return body;
  return (depth, self, ...args) => callPlain(body, depth + adapterWeight, self, mapAt(args, bits, functionOf));
}

/** A body that takes functions. */
function bodyOf(f: Callable, found: Entry | PlainBody): PlainBody {
  return typeof found === "function" ? found : (found.plain ?? asked(f, found));
}

/** A function whose resumable body is a generator. */
function asked(f: Callable, { run, isOnly }: Entry): PlainBody {
  const body = withSelf(run);
  // As in `of`.
  return (depth, self, ...args) =>
    state.exact && !isOnly ? apply(f, self, args) : callPlain(body, depth + adapterWeight, self, args);
}

/** A function without a body. */
function calling(f: Callable, bits: number): PlainBody {
  if (bits === 0) return (_depth, _self, ...args) => apply(f, undefined, args);
  return (_depth, _self, ...args) => apply(f, undefined, mapAt(args, bits, functionOf));
}

/** A callback as its body. What is no function stays what it is: who calls it says so. */
export function handed(f: unknown): unknown {
  if (typeof f !== "function") return f;
  const found = entries.of(f);
  if (found === undefined) return remember(calling(f as Callable, 0), f as Callable);
  const body = bodyOf(f as Callable, found);
  return originals.of(body) === undefined ? remember(body, f as Callable) : body;
}

function remember(body: PlainBody, f: Callable): PlainBody {
  originals.putFirst(body, f);
  return body;
}

/** The function whose body it is, always the same one. */
function functionOf(body: unknown): unknown {
  if (typeof body !== "function") return body;
  return originals.of(body) ?? functionMade(body as PlainBody);
}

/** What was handed on as a body alone: an arrow function without a name, as it stands among arguments. Depth and `this` are no parameters of it. */
function functionMade(body: PlainBody): Callable {
  const descriptor = { __proto__: null, value: body.length - leadingParameters };
  const f = defineProperty<Callable>((...args) => enterPlain(body, undefined, args), "length", descriptor);
  remember(body, f);
  return attachPlain(f, body, false, true);
}

/** Each of the arguments in `bits` as `make` makes it. In place: the list is our own. */
function mapAt(args: unknown[], bits: number, make: (value: unknown) => unknown): unknown[] {
  for (let i = 0, rest = bits; rest !== 0 && i < args.length; i++, rest >>= 1) if (rest & 1) args[i] = make(args[i]);
  return args;
}
