/**
 * `new f(…)` in resumable bodies: which body constructs. For a class that is the one of its constructor; for an ordinary function it is
 * that of its calls, with a new object as its `this`.
 */
import { adapterWeight, generatorWeight, type PlainBody } from "@preempt/abi";
import { type Callable, privateList, uncurry } from "../realm/intrinsics.ts";
import { entries, signal, state } from "../realm/realm.ts";
import { callPlain } from "./call-plain.ts";
import {
  attachConstructor,
  type Construction,
  constructions,
  inheritedBody,
  isObject,
  suspendedIn,
} from "./constructors.ts";
import { learn, recall, type Site } from "./inline-cache.ts";
import { callEntryOf } from "./plain-entry.ts";
import { withSelf } from "./protocol-plain.ts";

const { construct, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;

/** What to call in place of `new f(…)`, with a depth and `new.target`; undefined if it is constructed as it stands. */
export function missNew(known: Site, f: unknown, text = known.text): PlainBody | undefined {
  if (typeof f !== "function") return text === undefined ? undefined : notConstructible(text);
  const found = recall(known, f);
  if (found !== "unknown") return found;
  if (text !== undefined && !isConstructor(f)) return notConstructible(text);
  const run = constructingBody(f);
  learn(known, f, run, constructions.of(f)?.isLasting === true);
  return run;
}

/** What constructs `f` preemptably, if anything does. */
export function constructingBody(f: object): PlainBody | undefined {
  const own = constructions.of(f);
  if (own !== undefined) return own.isPlain ? undefined : (own.run ?? derivedBody(own));
  if (entries.of(f) === undefined || !isOrdinary(f as Callable)) return undefined;
  const { isLasting } = callEntryOf(f as Callable) ?? {};
  return attachConstructor(f as Callable, functionBody(f as Callable), 0, false, false, isLasting === true).run;
}

/** What `super(…)` calls in the resumable body of a constructor. */
export function superBody(derived: Construction): PlainBody {
  return inheritedBody(derived, constructingBody);
}

/** A derived class without a constructor: what its base class makes, with its own fields. Its base class may be another one next time. */
function derivedBody(own: Construction): PlainBody | undefined {
  const parent = getPrototypeOf(own.f);
  if (own.fields === undefined && (typeof parent !== "function" || constructingBody(parent) === undefined))
    return undefined;
  return (depth, newTarget, ...args) => callPlain(superBody(own), depth + adapterWeight, newTarget, args);
}

const textOf = /* @__PURE__ */ uncurry(Function.prototype.toString) as (f: unknown) => string;
const endsWith = /* @__PURE__ */ uncurry(String.prototype.endsWith) as (text: string, end: string) => boolean;
const answering: ProxyHandler<object> = /* @__PURE__ */ Object.freeze({
  __proto__: null,
  construct: () => ({}),
} as object);

/**
 * Whether `f` is a constructor whose code is that of its resumable body: no arrow function or method, no proxy, and not one that `bind`
 * made. The text comes first: a trap of a proxy would see the other question.
 */
function isOrdinary(f: Callable): boolean {
  if (endsWith(textOf(f), "[native code] }")) return false;
  return getOwnPropertyDescriptor(f, "prototype")?.configurable === false && isConstructor(f);
}

export function isConstructor(f: object): boolean {
  try {
    // A proxy is a constructor if what it stands for is one, and this one asks that for nothing.
    new (new Proxy(f, answering) as new () => object)();
    return true;
  } catch {
    return false;
  }
}

/** Throws as an engine does. */
function notConstructible(text: string): PlainBody {
  return () => {
    throw new TypeError(`${text} is not a constructor`);
  };
}

/** What to call in place of `new f(…)` with these arguments, where nothing is known of `f`. */
export function newOf(f: unknown, text: string): Callable {
  if (typeof f !== "function" || !isConstructor(f)) return notConstructible(text) as Callable;
  const run = constructingBody(f);
  if (run === undefined) return (...args) => construct(f, args, f);
  return (...args) => callPlain(run, state.depth + generatorWeight, f, args);
}

function functionBody(f: Callable): PlainBody {
  const { plain, run, isOnly } = callEntryOf(f) ?? {};
  const body = plain ?? withSelf(run as Callable);
  const create = creator(f);
  return (depth, newTarget, ...args) => {
    // As in `of`, where the body is a generator.
    if (plain === undefined && state.exact && !isOnly) return construct(f, args, newTarget as Callable);
    const self = newTarget === f ? create() : construct(Object, none, newTarget as Callable);
    const value = callPlain(body, depth + adapterWeight, self, args);
    if (value === signal) return suspendedIn(goOn, self, depth);
    return isObject(value) ? value : self;
  };
}

const goOn: PlainBody = (_depth, self, _point, value) => (isObject(value) ? value : self);
const none: unknown[] = /* @__PURE__ */ privateList();

/** Makes what `new f` makes. An engine gives these objects one shape, as it does for `f`. */
function creator(f: Callable): () => object {
  let prototype: unknown = none;
  let Made: new () => object;
  return () => {
    const now = f.prototype as unknown;
    if (now !== prototype) {
      prototype = now;
      // biome-ignore lint/complexity/useArrowFunction: it is constructed
      Made = function () {} as unknown as new () => object;
      Made.prototype = now as object;
    }
    return new Made();
  };
}
