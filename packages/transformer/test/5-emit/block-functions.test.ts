/**
 * Functions in blocks: sloppy code makes variables of the function around of them, strict code does not. Code without
 * "use strict" may be either: a bundler may put it into a module.
 */

import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { expectSame } from "../kit/expect-same.ts";
import { budgets, load, observe, transformProgram } from "../kit/harness.ts";
import { blockFunctions } from "../programs/scopes.ts";

test.each([
  ["as a script", false],
  ["in a module", true],
])("code without 'use strict' %s does what it did", (_, strict) => {
  const { code } = blockFunctions;
  const expected = observe(load({ code, strict }, code), (main) => main());
  for (const functions of ["annotated", "all"] as const) {
    const result = transformProgram({ code, strict: false, functions, extension: "js" });
    expect(result.diagnostics).toEqual([]);
    const loaded = () => load({ code, strict, extension: "js" }, result.code);
    const ways = budgets.map((budget) => observe(loaded(), (main) => drive(main, { budget }).value));
    const called = observe(loaded(), (main) => main());
    for (const [i, actual] of [called, ...ways].entries()) {
      const label = `${functions}, ${i === 0 ? "called plainly" : `budget ${budgets[i - 1]}`}`;
      expectSame([{ label, plainly: i === 0, expected, actual, refused: [] }], false);
    }
  }
});
