/**
 * Whether an object is no proxy. The language does not tell. Node, Bun and Deno do. Elsewhere it is known of objects that were marked when
 * they were made: a mark is a private field, which a proxy does not have, whatever its target has.
 */
import { createStamp } from "./entry.ts";

interface Host {
  readonly process?: { getBuiltinModule?: (name: string) => { types?: { isProxy?: (value: unknown) => boolean } } };
}

const isProxy = /* @__PURE__ */ findIsProxy();
const made = /* @__PURE__ */ createStamp<true>();

function findIsProxy(): ((value: unknown) => boolean) | undefined {
  return (globalThis as Host).process?.getBuiltinModule?.("node:util")?.types?.isProxy;
}

/** Marks an object that has just been made by a literal, a class or `new`, if nobody else tells what it is. */
export function markOrdinary(object: object): void {
  if (isProxy === undefined) made.put(object, true);
}

export function isOrdinary(object: object): boolean {
  return isProxy !== undefined ? !isProxy(object) : made.of(object) === true;
}
