import { isPreemptable } from "@preempt/runtime";
import { attach } from "@preempt/runtime/abi";
import { expect, test } from "vitest";

test("transformed functions and generator functions can be preempted, others cannot", () => {
  const transformed = attach(() => undefined, function* () {} as never);
  expect([transformed, function* () {}].map(isPreemptable)).toEqual([true, true]);
  expect(
    [() => {}, async () => {}, async function* () {}, Math.max, class {}, {}, undefined].map(isPreemptable),
  ).toEqual(new Array(7).fill(false));
});
