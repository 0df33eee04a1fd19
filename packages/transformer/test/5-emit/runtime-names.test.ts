import * as abi from "@preempt/runtime/abi";
import "@preempt/runtime/script";
import { expect, test } from "vitest";
import { abiSymbol, runtimeNames } from "../../src/shared/runtime-names.ts";

test("every name that emitted code mentions is exported by the runtime", () => {
  expect(Object.keys(abi)).toEqual(expect.arrayContaining([...runtimeNames]));
});

test("a classic script finds the same names under the global symbol", () => {
  const found = (globalThis as Record<symbol, unknown>)[Symbol.for(abiSymbol)] as Record<string, unknown>;
  for (const name of runtimeNames) expect(found[name]).toBe((abi as Record<string, unknown>)[name]);
});
