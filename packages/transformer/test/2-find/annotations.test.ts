/** Where an annotation may stand, and what it means there. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

function preemptions(code: string, functions: "annotated" | "all" = "annotated"): number {
  const program = { code, functions };
  const result = transformProgram(program);
  expect(result.diagnostics).toEqual([]);
  return drive(load(program, result.code).main, { budget: 0 }).preemptions;
}

const loop = "{ let s = 0; for (let i = 0; i < 4; i++) s += i; return s; }";

const places: Record<string, string> = {
  "a function declaration": `/** @preempt */ function main() ${loop}`,
  "a declaration with more to say": `/**\n * Sums.\n *\n * @preempt\n * @returns the sum\n */\nfunction main() ${loop}`,
  "a variable with a function expression": `/** @preempt */ const main = function () ${loop};`,
  "a variable with an arrow": `/** @preempt */ let main = () => ${loop};`,
  "the expression itself": `const main = /** @preempt */ () => ${loop};`,
  "a parenthesised expression": `const main = (/** @preempt */ (function () ${loop}));`,
  "an object method": `const o = { /** @preempt */ m() ${loop} }; const { m: main } = o;`,
  "a property": `const o = { /** @preempt */ m: () => ${loop} }; const main = o.m;`,
  "a method": `class C { /** @preempt */ m() ${loop} } const main = new C().m;`,
  "a static method": `class C { /** @preempt */ static m() ${loop} } const main = C.m;`,
  "a method with a well-known name": `class C { /** @preempt */ [Symbol.search]() ${loop} } const main = new C()[Symbol.search];`,
  "a field": `class C { /** @preempt */ m = () => ${loop}; } const main = new C().m;`,
  "an assignment": `const o = {}; /** @preempt */ o.m = function () ${loop}; const main = o.m;`,
  "an overload": `/** @preempt */\nfunction main(): number;\nfunction main(x?: string): number ${loop}`,
  "a callback of a call": `const id = (f) => f; const main = id(/** @preempt */ () => ${loop});`,
};

for (const [place, code] of Object.entries({
  "a constructor": `class C { /** @preempt */ constructor(x: number); constructor(x: string); constructor(x: unknown) ${loop} }`,
  "a method beside others": `class C { /** @preempt */ m(x: number): void; m(x: string): void; m(x: unknown) ${loop} static m() ${loop} }`,
})) {
  test(`before the first overload of ${place}`, () => {
    const { code: output, diagnostics } = transformProgram({ code });
    expect(diagnostics).toEqual([]);
    expect(output.match(/function (m|C)\$resumable/g)).toHaveLength(1);
  });
}

for (const [place, code] of Object.entries(places)) {
  // Four rounds, and the condition that ends them.
  test(`before ${place}`, () => expect(preemptions(code)).toBe(5));
}

test("before a function called on the spot", () => {
  const { code, diagnostics } = transformProgram({ code: `/** @preempt */ (function () ${loop})();` });
  expect(diagnostics).toEqual([]);
  expect(code).toContain("$resumable");
});

test("a comment that only mentions it annotates nothing", () => {
  expect(preemptions(`/** see @preempt/runtime and @preemptive */\nfunction main() ${loop}`)).toBe(0);
});

test("`functions: all` takes every function with a preemption point, but for those marked never", () => {
  expect(preemptions(`function main() ${loop}`, "all")).toBe(5);
  expect(preemptions(`/** @preempt never */ function main() ${loop}`, "all")).toBe(0);
});

test("a function passed directly to submit or task is annotated by being there", () => {
  const { code } = transform(
    `import { Scheduler } from "@preempt/runtime"; new Scheduler().submit(() => { for (;;); }); other.map(() => { for (;;); });`,
    { fileName: "a.ts" },
  );
  expect(code.match(/function\*? \w+\$resumable/g)).toHaveLength(1);
});

test("the decorator of the runtime means the same, and is erased", () => {
  const { code, diagnostics } = transform(
    `import { preempt } from "@preempt/runtime"; class C { @preempt m() { for (;;); } @preempt get g() { for (;;); } }`,
    { fileName: "a.ts" },
  );
  expect(code).toContain("m$resumable");
  expect(code).toContain("g$resumable");
  expect(code).not.toContain("@preempt ");
  expect(diagnostics.map((d) => d.code)).toEqual([]);
});

test("a module imports what it uses and no more; a file without annotations stays as it is", () => {
  const { code } = transform("/** @preempt */ export const f = () => { while (true); };", { fileName: "a.ts" });
  expect(code.split("\n")[0]).toBe(
    'import { state as $sharedState, save as $sharedSave, attachPlain as $attachPlain } from "@preempt/runtime/abi";',
  );
  expect(transform("export const f = () => 1;\n", { fileName: "a.ts" }).code).toBe("export const f = () => 1;\n");
});

test("a classic script imports nothing and keeps its mode", () => {
  const { code } = transform("/** @preempt */ function f() { for (;;) return this; }", {
    fileName: "a.js",
    module: false,
  });
  expect(code).not.toMatch(/^import|"use strict"/m);
});

test("JSX is kept for the bundler", () => {
  const { code } = transform("/** @preempt */ export function V() { for (;;) return <b>{f()}</b>; }", {
    fileName: "a.tsx",
  });
  expect(code).toContain("<b>{");
});

test("output grows linearly with nesting", () => {
  const nested = (depth: number): string =>
    depth === 0 ? "return 1;" : `/** @preempt */ function f() { for (;;) { ${nested(depth - 1)} } } return f();`;
  const size = (depth: number) =>
    transform(`/** @preempt */ function main() { ${nested(depth)} }`, { fileName: "a.js" }).code.replace(/^ +/gm, "")
      .length;
  expect(size(12) - size(8)).toBeLessThan(1.5 * (size(8) - size(4)));
});
