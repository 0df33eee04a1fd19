import * as abi from "@preempt/runtime/abi";
import "@preempt/runtime/script";
import { abiSymbol, runtimeNames } from "@preempt/abi";
import { expect, test } from "vitest";

test("the runtime exports the names that emitted code mentions, and no others", () => {
  expect(Object.keys(abi).sort()).toEqual([...runtimeNames].sort());
});

test("a classic script finds the same names under the global symbol", () => {
  const found = (globalThis as Record<symbol, unknown>)[Symbol.for(abiSymbol)] as Record<string, unknown>;
  for (const name of runtimeNames) expect(found[name]).toBe((abi as Record<string, unknown>)[name]);
});
