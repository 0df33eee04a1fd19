/** Small steps of the language that more than one construct takes. */
import { apply, type Callable } from "../realm/intrinsics.ts";

export function openIterator(iterable: unknown, method: Callable): { iterator: object; next: unknown } {
  const iterator = apply(method, iterable, []);
  if (!isObject(iterator)) throw new TypeError("Result of the Symbol.asyncIterator method is not an object");
  return { iterator, next: (iterator as { next: unknown }).next };
}

export function getMethod(value: unknown, key: PropertyKey): Callable | undefined {
  const method = (value as Record<PropertyKey, unknown>)[key];
  if (method === undefined || method === null) return undefined;
  if (typeof method !== "function") throw new TypeError(`${describe(method)} is not a function`);
  return method as Callable;
}

export function checkedResult(result: unknown): { readonly done?: unknown } {
  if (!isObject(result)) throw new TypeError(`Iterator result ${describe(result)} is not an object`);
  return result;
}

export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

export function describe(value: unknown): string {
  return isObject(value) ? Object.prototype.toString.call(value) : String(value);
}
