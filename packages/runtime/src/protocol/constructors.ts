/**
 * Classes with preemptable constructors. The resumable body of a constructor cannot make the object itself: only the class can, with
 * its fields and private names. So the class is called in modes of its own, which its constructor knows by an argument, `bare`, that
 * nobody else has:
 *
 *   class Base { #a = 1; constructor(x) { if (x === $bare) return $given(); … } }
 *
 *     new Base($bare)      an object with its fields; the code of the constructor runs in the resumable body
 *
 *   class Derived extends Base { #b = 2; constructor(x) { if (x === $bare) { if ($gives()) return $given(); super(...$passed()); return; } … } }
 *
 *     new Derived($bare)   with an object to give: `super` gets that object from Base, and adds the fields of Derived
 *                          with arguments to pass: calls `super` with them, where Base has no resumable body
 *
 * No code of the user's runs between the decision and the constructor that takes what was left for it: what stands before is parameters,
 * and each of them is given, so that no default value is evaluated.
 */
import { adapterWeight, type PlainBody } from "@preempt/abi";
import { apply, type Callable, privateList } from "../realm/intrinsics.ts";
import { realm, signal, state } from "../realm/realm.ts";
import { callPlain } from "./call-plain.ts";
import { createStamp, type Stamp } from "./entry.ts";

const { getPrototypeOf, setPrototypeOf } = Reflect;
/** As it was before a user could change it. */
export const { construct } = Reflect as {
  readonly construct: (f: Callable, args: ArrayLike<unknown>, newTarget: Callable) => object;
};

/** In the place of `this`, when the body of a base class's constructor begins with an object that has its fields. */
export interface Begun {
  readonly object: object;
  readonly newTarget: unknown;
}

/** The fields of a class that are given their values one by one: see fields.ts. */
export interface Fields {
  readonly isDerived: boolean;
  /** What constructs a base class; `run` is the resumable body of its constructor, if it has one. */
  begin(made: Construction, run: PlainBody | undefined): PlainBody;
  /** What `super(…)` calls, where `base` constructs the base class preemptably, if anything does. */
  above(made: Construction, parent: unknown, base: PlainBody | undefined): PlainBody;
  /** The same where nobody waits for a signal. */
  plainly(made: Construction, parent: unknown): PlainBody;
}

/** How a class, or a function that is called with `new`, is constructed preemptably. */
export interface Construction {
  readonly f: Callable;
  /** Called with a depth, `new.target` and the arguments: gives the object, or the signal. Undefined: the class has no constructor of its own. */
  run: PlainBody | undefined;
  /** Whether `new C($bare)`, with an object to give, gives that and does nothing that anybody sees. */
  readonly givesBack: boolean;
  /** Whether the class adds fields or private names to an object that its base class made. */
  readonly hasElements: boolean;
  /** The function lives as long as its module: to remember it beyond a job keeps nothing alive. */
  readonly isLasting: boolean;
  /** Its code asks for `new.target`, which its resumable body has not. */
  readonly isPlain: boolean;
  /** Its fields, where their initialisers are preemptable: then the class itself is not asked for objects. */
  readonly fields: Fields | undefined;
  /** The base class, when somebody looked last, and what `super(…)` calls then. */
  parent: unknown;
  inherited: PlainBody | undefined;
}

interface Shared {
  constructions?: Stamp<Construction>;
  bare?: object;
  left?: { object: object | undefined; list: unknown[] | undefined; bares: unknown[] };
}

/** Of the realm: a class in code that one copy of the runtime serves may be derived from one that another serves. */
const shared = realm as Shared;
shared.constructions ??= createStamp();
shared.bare ??= Object.freeze(Object.create(null) as object);
/** The first argument of a constructor that is to do nothing but make an object. It has no properties, whatever is taken from it. */
export const bare: object = shared.bare;
shared.left ??= { object: undefined, list: undefined, bares: [bare, bare, bare, bare] };
/** What is left for a constructor: an object to give back, or arguments for `super(…)`. */
const { left } = shared;
export const { constructions } = shared;

/**
 * Makes the constructor of a class preemptable.
 *
 * @param run Its resumable body; undefined for a derived class without a constructor, which passes on what it is given
 * @param count How many parameters it has
 */
export function attachConstructor(
  f: Callable,
  run: PlainBody | undefined,
  count: number,
  givesBack: boolean,
  hasElements: boolean,
  isLasting: boolean,
  fields?: Fields,
): Construction {
  if (left.bares.length < count) left.bares = bareList(count);
  const how = { f, run, givesBack, hasElements, isLasting, fields };
  const made: Construction = { ...how, isPlain: false, parent: undefined, inherited: undefined };
  if (fields?.isDerived === false) made.run = fields.begin(made, run);
  constructions.put(f, made);
  return made;
}

/** For a function whose resumable body is no constructor: `new f()` runs `f` itself. Returns `f`. */
export function constructPlainly<F extends Callable>(f: F): F {
  const others = { givesBack: false, hasElements: false, isLasting: false, fields: undefined };
  constructions.put(f, { f, run: undefined, ...others, isPlain: true, parent: undefined, inherited: undefined });
  return f;
}

/** With how many `bare` emitted code calls `super`. */
const fewBares = 4;

/** As many, in a list that can be spread. */
function bareList(count: number): unknown[] {
  const all = privateList<unknown>();
  while (all.length < count) all[all.length] = bare;
  return apply((...elements: unknown[]) => elements, undefined, all);
}

/** Whether the constructor of a derived class is to give back an object. */
export function gives(): boolean {
  return left.list === undefined && left.object !== undefined;
}

/** The object that a constructor is to give back, once; none if it is to make one. */
export function given(): object | undefined {
  const { object } = left;
  left.object = undefined;
  return object;
}

/** Whether `super(…)` is to give the object back, and no more. */
export function adds(): boolean {
  if (left.list !== left.bares || left.bares.length > fewBares) return false;
  left.list = undefined;
  return true;
}

/** The arguments for `super(…)`, once. */
export function passed(): Iterable<unknown> {
  const list = left.list as unknown[];
  left.list = undefined;
  // Somebody else's iterator is not asked.
  if (list[Symbol.iterator] === arrayValues && ArrayIteratorPrototype.next === arrayNext) return list;
  let i = 0;
  const step = () => ({ done: i >= list.length, value: list[i++] });
  return { [Symbol.iterator]: () => ({ next: step }) } as Iterable<unknown>;
}

const arrayValues = Array.prototype[Symbol.iterator];
const ArrayIteratorPrototype = Object.getPrototypeOf([][Symbol.iterator]()) as { next: unknown };
const arrayNext = ArrayIteratorPrototype.next;

/** `new C($bare)` where `new.target` is another one. */
export function bareOf({ f }: Construction, newTarget: unknown): object {
  return construct(f, left.bares, newTarget as Callable);
}

/** Calls the class `f`, which finds these. Whatever happens, nothing is left behind. */
function calledWith(f: Callable, object: object | undefined, list: unknown[] | undefined, newTarget: unknown): object {
  left.object = object;
  left.list = list;
  try {
    return construct(f, left.bares, newTarget as Callable);
  } finally {
    left.object = left.list = undefined;
  }
}

/** What `new C(…)` gives for what the code of its constructor has returned. */
export function constructed(value: unknown, self: object): object {
  return isObject(value) ? value : self;
}

/** The same in a derived class. */
export function constructedDerived(value: unknown, self: object): object {
  if (value === undefined) return self;
  // The engine says in its own words that it must be an object.
  return isObject(value) ? value : new Returning(value);
}

class Returning extends Object {
  constructor(value: unknown) {
    super();
    // biome-ignore lint/correctness/noConstructorReturn: that is the point
    return value as object;
  }
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" ? value !== null : typeof value === "function";
}

/** Saves a frame of the runtime's own, which receives what the constructor inside returns. */
export function suspendedIn(goesOn: PlainBody, self: unknown, depth: number): unknown {
  state.captured = [goesOn, self, -1, state.captured, depth];
  return signal;
}

/** What `super(…)` in the resumable body of a derived class calls, with a depth, `new.target` and the arguments. */
export function inheritedBody(derived: Construction, of: (f: object) => PlainBody | undefined): PlainBody {
  const parent = getPrototypeOf(derived.f);
  if (parent !== derived.parent || derived.inherited === undefined) {
    derived.parent = parent;
    derived.inherited = inheritedBy(derived, parent, of);
  }
  return derived.inherited;
}

function inheritedBy(derived: Construction, parent: unknown, of: (f: object) => PlainBody | undefined): PlainBody {
  const { f, hasElements, fields } = derived;
  const run = typeof parent === "function" ? of(parent) : undefined;
  if (fields !== undefined) return fields.above(derived, parent, run);
  if (run !== undefined) {
    if (!hasElements) return run;
    if (mayGiveBack(parent as Callable) || hasFields(parent as Callable)) return adding(f, parent, run);
  }
  if (derived.run === undefined) return (_depth, newTarget, ...args) => construct(f, args, newTarget as Callable);
  return ofEngine(f, parent);
}

function ofEngine(f: Callable, parent: unknown): PlainBody {
  return (_depth, newTarget, ...args) => superPlainly(f, parent, newTarget, args);
}

/** `super(…)` without preemption. The class itself calls it: an engine says in its own words that something is no constructor. */
export function superPlainly(f: Callable, parent: unknown, newTarget: unknown, args: unknown[]): object {
  if (getPrototypeOf(f) === parent) return calledWith(f, undefined, args, newTarget);
  return withParent(f, parent, undefined, () => calledWith(f, undefined, args, newTarget));
}

/** The same where nobody waits for a signal. */
export function superPlain(made: Construction): PlainBody {
  const parent = getPrototypeOf(made.f);
  return made.fields?.plainly(made, parent) ?? ofEngine(made.f, parent);
}

/** Whether the class, or that which it is derived from if it does nothing itself, has fields with preemptable initialisers. */
function hasFields(f: Callable): boolean {
  const own = constructions.of(f);
  if (own?.fields !== undefined) return true;
  const parent = own?.run === undefined && own !== undefined ? getPrototypeOf(f) : undefined;
  return typeof parent === "function" && hasFields(parent as Callable);
}

/** Whether the class, or that which it is derived from if it does nothing itself, gives back an object. */
export function mayGiveBack(f: Callable): boolean {
  const own = constructions.of(f);
  if (own?.run !== undefined || own?.givesBack !== true) return own?.givesBack === true;
  const parent = getPrototypeOf(f);
  return typeof parent === "function" && mayGiveBack(parent as Callable);
}

/** Constructs the base class with `run`, and adds the fields of `f`. */
function adding(f: Callable, parent: unknown, run: PlainBody): PlainBody {
  const goesOn: PlainBody = (_depth, _self, _point, value) => withElements(f, parent, value as object);
  return (depth, newTarget, ...args) => {
    const value = callPlain(run, depth + adapterWeight, newTarget, args);
    return value === signal ? suspendedIn(goesOn, undefined, depth) : withElements(f, parent, value as object);
  };
}

/** Adds the fields and private names of the derived class `f` to what its base class has made. */
export function withElements(f: Callable, parent: unknown, object: object): object {
  const list = constructions.of(f)?.run === undefined ? undefined : left.bares;
  const isAsked = mayGiveBack(parent as Callable);
  if (isAsked && getPrototypeOf(f) === parent) return calledWith(f, object, list, f);
  return withParent(f, parent, isAsked ? undefined : object, () => calledWith(f, object, list, f));
}

/**
 * Runs `make`, in which the class `f` calls its base class: the one that it had when `super(…)` began, whatever has happened since.
 *
 * @param object What that gives, where it is not to be called
 */
function withParent(f: Callable, parent: unknown, object: object | undefined, make: () => object): object {
  const now = getPrototypeOf(f);
  if (now === parent && object === undefined) return make();
  let isBack = false;
  const back = () => {
    if (!isBack) setPrototypeOf(f, now);
    isBack = true;
  };
  const handler: ProxyHandler<Callable> = {
    construct(target, args, newTarget) {
      back();
      return object ?? (construct(target, args, newTarget as Callable) as object);
    },
  };
  setPrototypeOf(f, typeof parent === "function" ? new Proxy(parent as Callable, handler) : (parent as object | null));
  try {
    return make();
  } finally {
    back();
  }
}
