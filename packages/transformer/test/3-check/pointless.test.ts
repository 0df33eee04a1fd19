/** Functions without a preemption point that hold others. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

test.each([
  ["an expression", "return /** @preempt */ function () { for (let i = 0; i < 3; i++) n++; return n; };"],
  ["a declaration", "return f; /** @preempt */ function f() { for (let i = 0; i < 3; i++) n++; return n; }"],
])("a preemptable function inside one without a point is preempted: %s", (_, body) => {
  const code = `/** @preempt */ function make() { var n = 0; ${body} } /** @preempt */ function main() { return make()(); }`;
  const program = { code, strict: true };
  const { main } = load(program, transformProgram(program).code);
  let preemptions = 0;
  const { value } = drive(main, { budget: 0, onPreempt: () => preemptions++ });
  expect({ value, isPreempted: preemptions > 1 }).toEqual({ value: 3, isPreempted: true });
});
