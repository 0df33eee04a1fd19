/**
 * The error of `JSON.stringify` for a circle, in the engine's own words. They name the constructors and the properties of the objects
 * on the circle, and no more. So the engine gets a circle of objects that have the same prototypes and one property each.
 */
import { Descriptor, type Indexed } from "./abstract.ts";

const { stringify } = JSON;
const { create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Object;
const { construct } = Reflect;
const TheArray = Array;
const arrayPrototype = Array.prototype;
const { min } = Math;
const TheTypeError = TypeError;

/** A longer array is not looked through for the words: its index is another one then. */
const longest = 100_000;

/** An object that is being walked, and what there is of its text. */
export interface Level {
  readonly object: Indexed;
  readonly isList: boolean;
  /** Its properties; undefined of an array. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  /** The property that is being looked at, by its place among them, and by its name. */
  index: number;
  key: string;
  members: string;
  readonly stepback: string;
}

/** Throws. The innermost of `levels` has, under its current key, the object of the level `from`. */
export function throwCircle(levels: readonly Level[], from: number): never {
  const likenesses: object[] = [];
  for (let i = from; i < levels.length; i++) likenesses[i - from] = likenessOf(levels[i] as Level);
  for (let i = 0; i < likenesses.length; i++) {
    const { isList, key, index } = levels[from + i] as Level;
    const next = likenesses[(i + 1) % likenesses.length];
    defineProperty(likenesses[i] as object, isList ? min(index, longest) : key, new Descriptor(next));
  }
  stringify(likenesses[0]);
  throw new TheTypeError("Converting circular structure to JSON");
}

function likenessOf({ object, isList }: Level): object {
  const prototype: object | null = getPrototypeOf(object);
  const likeness = isList ? listWith(prototype) : create(prototype);
  const hidden = new Descriptor(undefined);
  hidden.enumerable = false;
  return defineProperty(likeness, "toJSON", hidden);
}

/** An engine may remember what constructed an array. */
function listWith(prototype: object | null): object {
  if (prototype === arrayPrototype) return [];
  const made: unknown = prototype && getOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof made === "function" && made.prototype === prototype
    ? construct(TheArray, [], made)
    : setPrototypeOf([], prototype);
}
