/**
 * The built-ins that the protocol stands on, taken before a user can change them.
 */
import type { Frame, GeneratorFrame, PlainFrame } from "@preempt/abi";

const GeneratorFunctionPrototype = Object.getPrototypeOf(function* () {}) as object;
const GeneratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})()));
/** `uncurry(method)(self, ...args)` calls the method as it is now. Marked as pure, so that bundles leave out what nobody uses. */
export const uncurry = Function.prototype.bind.bind(Function.prototype.call) as unknown as (
  method: unknown,
) => (self: unknown, ...args: unknown[]) => unknown;

const inherits = /* @__PURE__ */ uncurry(Object.prototype.isPrototypeOf);

type Resume = (frame: GeneratorFrame, value?: unknown) => IteratorResult<unknown, unknown>;
export const generatorNext = /* @__PURE__ */ uncurry(GeneratorPrototype.next) as Resume;
export const generatorThrow = /* @__PURE__ */ uncurry(GeneratorPrototype.throw) as Resume;
export const generatorReturn = /* @__PURE__ */ uncurry(GeneratorPrototype.return) as Resume;

// In a function: bundlers keep the read of a property, in which a getter might do something.
export const promiseThen = /* @__PURE__ */ (() => uncurry(Promise.prototype.then))() as <T>(
  promise: Promise<T>,
  fulfilled: ((value: T) => unknown) | undefined,
  rejected: ((error: unknown) => unknown) | undefined,
) => Promise<unknown>;

export const { apply } = Reflect;
const { assign, setPrototypeOf } = Object;

/** Makes a fresh array a list of our own: writing to it asks no prototype for a setter. It has no methods. */
export function privateList<T>(elements: T[] = []): T[] {
  return setPrototypeOf(elements, null) as T[];
}

/** A set that keeps its methods, whatever becomes of `Set.prototype`. */
export function privateSet<T>(): Set<T> {
  const set = new Set<T>();
  const { add, clear, has } = set;
  return assign(set, { add, clear, has });
}

/** The same for a map of what it does not keep alive. */
export function privateWeakMap<K extends object, V>(): WeakMap<K, V> {
  const map = new WeakMap<K, V>();
  const { get, set } = map;
  return assign(map, { get, set });
}

export type Callable = (this: unknown, ...args: unknown[]) => unknown;
export type Body = (this: unknown, ...args: unknown[]) => GeneratorFrame;

/** Whether `value` is a generator object of this realm, made by the user or by the transform. */
export function isGenerator(value: unknown): value is GeneratorFrame {
  return (typeof value === "object" && value !== null && inherits(GeneratorPrototype, value)) as boolean;
}

/** Whether a frame is that of a plain body; a generator is never an array. */
export const isPlainFrame = Array.isArray as (frame: Frame) => frame is PlainFrame;

/** Whether `f` is declared `function*` (of this realm). */
export function isGeneratorFunction(f: object): boolean {
  return inherits(GeneratorFunctionPrototype, f) as boolean;
}
