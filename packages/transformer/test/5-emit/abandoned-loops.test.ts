/** Loops of functions that are suspended when an error comes to them are left from the inside out, as the language leaves them. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

const program = {
  extension: "js" as const,
  code: `
const list = (name) => ({ [Symbol.iterator]: () => ({ next: () => ({ value: name }), return() { log("leaving", name); return {}; } }) });
/** @preempt */ function fails(x) { for (let i = 0; i < 9; i++) [x].length; throw new RangeError(x); }
/** @preempt */ function main() {
  try { for (const a of list("a")) { for (const b of list("b")) for (const c of list("c")) fails(a + b + c); } }
  finally { log("left"); }
}`,
};
/** The same without the `try`, which is a frame that takes errors. */
const untried = { ...program, code: program.code.replace("try {", "{").replace(/finally .*/, "") };

test.for([
  ["in a try", program, ["leaving c", "leaving b", "leaving a", "left"]],
  ["in no try", untried, ["leaving c", "leaving b", "leaving a"]],
] as const)("loops in loops, %s", ([, { extension, code }, expected]) => {
  for (const budget of [0, 1, 4]) {
    const { main, log } = load({ extension, code }, transformProgram({ extension, code }).code);
    expect(() => drive(main, { budget })).toThrow(new RangeError("abc"));
    expect(log.map((line) => line.replaceAll('"', ""))).toEqual(expected);
  }
});
