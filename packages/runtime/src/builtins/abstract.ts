/**
 * The abstract operations of the specification that the counterparts of built-ins are written in, under their names.
 * They stand on intrinsics taken when the module is loaded.
 */
import type { Callable } from "../realm/intrinsics.ts";

const { defineProperty, getPrototypeOf } = Object;
const { construct, apply, ownKeys } = Reflect;
const { isArray } = Array;
const { trunc, min } = Math;
const objectOf = Object;
export const { iterator: iteratorKey, species: speciesKey } = Symbol;
const TheArray = Array;
const prototypes: readonly object[] = [Array.prototype];
const objectPrototype = Object.prototype;
const TheProxy = Proxy;
const TheTypeError = TypeError;
const functionText = Function.prototype.toString;

/** An object whose properties are asked for by number. */
export type Indexed = Record<PropertyKey, unknown>;
export type Constructor = new (...args: unknown[]) => object;

export const isObject = (value: unknown): value is Indexed =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/** ToObject of what is neither undefined nor null. */
export function toObject(value: unknown): Indexed {
  return objectOf(value) as Indexed;
}

const mostLength = 2 ** 53 - 1;

/** ToLength */
export function toLength(value: unknown): number {
  const length = trunc(+(value as number));
  return length > 0 ? min(length, mostLength) : 0;
}

/** LengthOfArrayLike */
export function lengthOfArrayLike(object: Indexed): number {
  return toLength(object.length);
}

/** A complete data descriptor: no lookup on it can reach a prototype that a user has changed. */
export class Descriptor {
  writable = true;
  enumerable = true;
  configurable = true;
  value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}
Object.setPrototypeOf(Descriptor.prototype, null);
Object.freeze(Descriptor.prototype);

/** CreateDataPropertyOrThrow */
export function createDataProperty(object: object, key: PropertyKey, value: unknown): void {
  defineProperty(object, key, new Descriptor(value));
}

/** DeletePropertyOrThrow: strict code, so that the engine throws its own error. */
export function deleteProperty(object: Indexed, key: PropertyKey): void {
  delete object[key];
}

/** GetMethod */
export function getMethod(value: unknown, key: PropertyKey): Callable | undefined {
  const method = (value as Indexed)[key];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== "function") throw new TheTypeError(`${typeof method} is not a function`);
  return method as Callable;
}

/** Has a [[Construct]] that asks its new target nothing, where an ordinary function would ask for its prototype. */
const probe = new TheProxy(class {} as Constructor, { construct: () => ({}) });

/** IsConstructor, which no proxy notices. */
export function isConstructor(value: unknown): value is Constructor {
  if (typeof value !== "function") return false;
  if (value === TheArray) return true;
  try {
    construct(probe, [], value);
    return true;
  } catch {
    return false;
  }
}

const textOfArray = apply(functionText, TheArray, []) as string;

/**
 * Whether `value` is the %Array% of another realm. No code of a user's can have the text of a built-in function, and
 * a proxy has the text of an anonymous one.
 */
function isForeignArray(value: unknown): boolean {
  return typeof value === "function" && value !== TheArray && apply(functionText, value, []) === textOfArray;
}

/** An array under construction, and how an element is put into it. */
export interface Made {
  readonly made: Indexed;
  readonly put: (made: Indexed, index: number, value: unknown) => void;
}

/** ArraySpeciesCreate */
export function arraySpeciesCreate(original: Indexed, length: number): Made {
  let species: unknown;
  if (isArray(original)) {
    species = (original as unknown as Indexed).constructor;
    if (isForeignArray(species)) species = undefined;
    else if (isObject(species)) {
      species = species[speciesKey];
      if (species === null) species = undefined;
    }
  }
  if (species === undefined || species === TheArray) return { made: arrayCreate(length), put: putOwn };
  if (!isConstructor(species)) throw new TheTypeError("object.constructor[Symbol.species] is not a constructor");
  return { made: construct(species, [length]) as Indexed, put: createDataProperty };
}

/** ArrayCreate */
export function arrayCreate(length: number): Indexed {
  return new TheArray(length) as unknown as Indexed;
}

/**
 * CreateDataProperty on an array that {@link arrayCreate} made and nobody else has seen. Where no prototype has such an
 * index an assignment comes to the same, and takes a tenth of the time.
 */
export function putOwn(array: Indexed | unknown[], index: number, value: unknown): void {
  // Of %Array.prototype% by name V8 asks for the prototype by a call each time; of an object whose shape it has looked at, here for
  // its length, not at all.
  const prototype = prototypes[0] as unknown[] & Indexed;
  if (prototype.length >= 0 && getPrototypeOf(prototype) === objectPrototype && !(index in prototype))
    (array as Indexed)[index] = value;
  else createDataProperty(array, index, value);
}

/** SpeciesConstructor */
export function speciesConstructor(object: Indexed, otherwise: Constructor): Constructor {
  const made: unknown = object.constructor;
  if (made === undefined) return otherwise;
  if (!isObject(made)) throw new TheTypeError("The .constructor property is not an object");
  const species = made[speciesKey];
  if (species === undefined || species === null) return otherwise;
  if (!isConstructor(species)) throw new TheTypeError("object.constructor[Symbol.species] is not a constructor");
  return species;
}

/** ToPropertyKey */
export function toPropertyKey(value: unknown): PropertyKey {
  if (typeof value === "symbol" || typeof value === "string") return value;
  return ownKeys({ [value as string]: undefined })[0] as PropertyKey;
}

/** The iterable that a `for…of` walks with an iterator got from `method`, as GetIteratorFromMethod does. */
export function iterableFrom(value: unknown, method: Callable): Iterable<unknown> {
  return { [iteratorKey]: () => apply(method, value, []) } as unknown as Iterable<unknown>;
}

/** %TypedArray% */
export const TypedArray = getPrototypeOf(Int8Array) as Constructor & { readonly prototype: Indexed };
