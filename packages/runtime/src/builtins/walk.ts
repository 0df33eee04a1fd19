/**
 * The two kinds of sequence whose methods have the same names, and what their specifications differ in. Each counterpart
 * is written once and made for both.
 */
import type { Body } from "../realm/intrinsics.ts";
import { arraySpeciesCreate, type Indexed, lengthOfArrayLike, type Made, TypedArray } from "./abstract.ts";
import { type Applies, counterpart, onObject } from "./counterpart.ts";
import { onTypedArray, typedArrayLength, typedArraySpeciesCreate } from "./typed-array.ts";

export interface Kind {
  readonly lengthOf: (object: Indexed) => number;
  /** Elements that are absent are passed over. */
  readonly hasHoles: boolean;
  readonly speciesCreate: (object: Indexed, length: number) => Made;
  readonly applies: Applies;
  readonly prototype: Indexed;
}

const arrays: Kind = {
  lengthOf: lengthOfArrayLike,
  hasHoles: true,
  speciesCreate: arraySpeciesCreate,
  applies: onObject,
  prototype: Array.prototype as unknown as Indexed,
};

const typedArrays: Kind = {
  lengthOf: typedArrayLength,
  hasHoles: false,
  speciesCreate: typedArraySpeciesCreate,
  applies: onTypedArray,
  prototype: TypedArray.prototype,
};

/** Makes the function that stamps the method `name` of both kinds. */
export function counterparts(name: string, make: (kind: Kind) => Body): () => void {
  const stamps = [arrays, typedArrays].map((kind) => counterpart(kind.prototype[name], make(kind), kind.applies));
  return () => {
    for (let i = 0; i < stamps.length; i++) (stamps[i] as () => void)();
  };
}
