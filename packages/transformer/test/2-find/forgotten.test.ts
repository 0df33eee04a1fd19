/** Calls remember what they called, but only as long as the job: a closure that they called can be collected. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;

const program = {
  code: `let made; /** @preempt */ function call(f) { for (let i = 0; i < 3; i++); return f(1); }
    /** @preempt */ function main(isPreemptable) { const one = { n: 1 }; const f = isPreemptable ? /** @preempt */ (x) => { for (let i = 0; i < 3; i++) x += one.n; return x; } : (x) => x + one.n; made = new WeakRef(f); return call(f); }
    main.isAlive = () => made.deref() !== undefined;`,
  extension: "js" as const,
};
const { code } = transformProgram(program);

test.for([
  ["preemptable", true, 4],
  ["any other", false, 2],
] as const)("a closure that is %s", async ([, isPreemptable, expected]) => {
  await expectForgotten(isPreemptable, expected, (main, args) => drive(main, { args, budget: 0 }).value);
  await expectForgotten(isPreemptable, expected, (main, args) => main(...args));
});

type Main = (...args: unknown[]) => unknown;

async function expectForgotten(
  isPreemptable: boolean,
  expected: number,
  run: (main: Main, args: unknown[]) => unknown,
) {
  const { main } = load(program, code);
  const { isAlive } = main as unknown as { isAlive: () => boolean };
  expect(run(main, [isPreemptable])).toBe(expected);
  // What a WeakRef was made of, or has given, stays for the rest of the turn.
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  expect(isAlive()).toBe(false);
}

const several = {
  code: `const made = [];
    /** @preempt */ function call(o) { for (let i = 0; i < 3; i++); return o.f(1); }
    /** @preempt */ function main(count) { let sum = 0; for (let i = 0; i < count; i++) { const one = { n: i }, f = (x) => x + one.n; made.push(new WeakRef(f)); sum += call({ f }); } return sum; }
    main.alive = () => made.filter((one) => one.deref() !== undefined).length;`,
  extension: "js" as const,
};
const severalCode = transformProgram(several).code;

test.for([
  ["several", 4],
  ["many", 30],
] as const)("one of %s closures", async ([, count]) => {
  const { main } = load(several, severalCode);
  const { alive } = main as unknown as { alive: () => number };
  expect(drive(main, { args: [count], budget: 2 ** 20 }).value).toBe((count * (count + 1)) / 2);
  await new Promise((resolve) => setImmediate(resolve));
  gc();
  expect(alive()).toBe(0);
});
