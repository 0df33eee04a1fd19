/** What the counterparts for typed arrays need of the specification. */
import { type Callable, uncurry } from "../realm/intrinsics.ts";
import { type Constructor, type Indexed, type Made, speciesConstructor, TypedArray } from "./abstract.ts";
import { type Applies, isPreemptable } from "./counterpart.ts";

const getter = (name: PropertyKey) =>
  uncurry(Object.getOwnPropertyDescriptor(TypedArray.prototype, name)?.get) as (self: unknown) => unknown;
const nameOf = getter(Symbol.toStringTag) as (self: unknown) => string | undefined;
const lengthOf = getter("length") as (self: unknown) => number;
const TheTypeError = TypeError;

const constructors = new Map<string, Constructor>();
for (const name of Object.getOwnPropertyNames(globalThis)) {
  if (!name.endsWith("Array") || name === "Array") continue;
  const found = (globalThis as unknown as Indexed)[name];
  if (typeof found === "function" && Object.getPrototypeOf(found) === TypedArray) {
    constructors.set(name, found as unknown as Constructor);
  }
}
const constructorNamed = uncurry(Map.prototype.get) as unknown as (
  map: Map<string, Constructor>,
  name: string,
) => Constructor;

/** TypedArrayLength; 0 of one that is detached or out of bounds. */
export const typedArrayLength: (array: Indexed) => number = lengthOf;

/** A typed array with elements, and a preemptable callback. The built-in knows how to refuse, and what is empty. */
export const onTypedArray: Applies = (self, args) =>
  nameOf(self) !== undefined && lengthOf(self) > 0 && isPreemptable(args[0]);

export function isTypedArray(value: unknown): boolean {
  return nameOf(value) !== undefined;
}

export function isBigIntArray(array: Indexed): boolean {
  const name = nameOf(array);
  return name === "BigInt64Array" || name === "BigUint64Array";
}

/** By the letter, a species of another content type is refused; V8 lets it pass until an element is written. */
const checksContentType = (() => {
  const array = new Uint8Array(1);
  Object.defineProperty(array, "constructor", { value: { [Symbol.species]: BigInt64Array } });
  try {
    array.filter(() => false);
    return false;
  } catch {
    return true;
  }
})();

/** TypedArraySpeciesCreate with a length */
export function typedArraySpeciesCreate(exemplar: Indexed, length: number): Made {
  const otherwise = constructorNamed(constructors, nameOf(exemplar) as string);
  const made = typedArrayCreate(speciesConstructor(exemplar, otherwise), length);
  if (checksContentType && isBigIntArray(made) !== isBigIntArray(exemplar)) {
    throw new TheTypeError("Content type of source and derived typed arrays differ");
  }
  return { made, put };
}

/** Set: the conversion to a number may run code, and an index that is no longer there is passed over. */
function put(array: Indexed, index: number, value: unknown): void {
  array[index] = value;
}

/** TypedArrayCreateFromCtor with a length */
export function typedArrayCreate(Constructed: Constructor, length: number): Indexed {
  const made = new Constructed(length) as Indexed;
  if (nameOf(made) === undefined) throw new TheTypeError("this is not a typed array.");
  validate(made);
  if (lengthOf(made) < length)
    throw new TheTypeError("Derived TypedArray constructor created an array which was too small");
  return made;
}

/** TypedArrayCreateSameType */
export function typedArrayCreateSameType(exemplar: Indexed, length: number): Indexed {
  return new (constructorNamed(constructors, nameOf(exemplar) as string))(length) as Indexed;
}

const keys = uncurry((TypedArray.prototype as { keys?: Callable }).keys);

/** ValidateTypedArray: throws if `array` is detached or out of bounds. */
export function validate(array: unknown): void {
  keys(array);
}
