/** What `...rest` of an object pattern takes: ECMAScript, CopyDataProperties, step by step. Its getters are the engine's. */
import { define } from "../realm/define.ts";

const { getOwnPropertyDescriptor, ownKeys } = Reflect;
const ToObject = Object;

/** @param keys Those that the pattern has taken already */
export function restOf(source: unknown, ...keys: readonly PropertyKey[]): object {
  const from = ToObject(source) as Record<PropertyKey, unknown>;
  const rest = {};
  const all = ownKeys(from);
  // The program may have changed how lists are walked.
  for (let i = 0; i < all.length; i++) {
    const key = all[i] as string | symbol;
    if (isAmong(key, keys)) continue;
    const found = getOwnPropertyDescriptor(from, key);
    if (found?.enumerable === true) define(rest, key, from[key]);
  }
  return rest;
}

function isAmong(key: string | symbol, keys: readonly PropertyKey[]): boolean {
  for (let i = 0; i < keys.length; i++) if (keys[i] === key) return true;
  return false;
}
