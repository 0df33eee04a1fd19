/** What `const { total } = o` takes apart, where `total` may be a preemptable getter. */
import { generatorWeight } from "@preempt/abi";
import { getterNow } from "../protocol/accessors.ts";
import { callPlain } from "../protocol/call-plain.ts";
import { run } from "../protocol/protocol.ts";
import { realm } from "../realm/realm.ts";

const { state, signal } = realm;
const { create } = Object;
const none: unknown[] = [];

/** The object itself, if no getter of these names is preemptable; else an object with the values, or the signal. */
export function gathered(object: unknown, ...keys: string[]): unknown {
  if (state.exact) return object;
  for (let i = 0; i < keys.length; i++) {
    if (getterNow(object, keys[i] as string) !== undefined) return run(gather(object as object, keys), state.depth);
  }
  return object;
}

function* gather(object: object, keys: readonly string[]): Generator<unknown, object, unknown> {
  const values = create(null) as Record<string, unknown>;
  // The program may have changed how lists are walked.
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const getter = getterNow(object, key);
    let value =
      getter === undefined
        ? (object as Record<string, unknown>)[key]
        : callPlain(getter, state.depth + generatorWeight, object, none);
    if (value === signal) value = yield;
    values[key] = value;
  }
  return values;
}
