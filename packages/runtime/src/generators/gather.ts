/** What `const { total } = o` takes apart, where `total` may be a preemptable getter. */
import { generatorWeight } from "@preempt/abi";
import { getterNow } from "../protocol/accessors.ts";
import { callPlain } from "../protocol/call-plain.ts";
import { run } from "../protocol/protocol.ts";
import { realm } from "../realm/realm.ts";

const { state, signal } = realm;
const { create, defineProperty } = Object;
const none: unknown[] = [];

/** The object itself, if no getter of these names is preemptable; else an object with the values, or the signal. */
export function gathered(object: unknown, ...keys: string[]): unknown {
  if (state.exact || !keys.some((key) => getterNow(object, key) !== undefined)) return object;
  return run(gather(object as object, keys), state.depth);
}

function* gather(object: object, keys: readonly string[]): Generator<unknown, object, unknown> {
  const values = create(null) as object;
  for (const key of keys) {
    const getter = getterNow(object, key);
    let value =
      getter === undefined
        ? (object as Record<string, unknown>)[key]
        : callPlain(getter, state.depth + generatorWeight, object, none);
    if (value === signal) value = yield;
    defineProperty(values, key, { __proto__: null, value } as PropertyDescriptor);
  }
  return values;
}
