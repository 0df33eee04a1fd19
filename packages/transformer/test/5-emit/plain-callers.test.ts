/**
 * Functions that hold preemptable ones are emitted once, as their bodies: who calls them and knows nothing of preemption gets an entry
 * that runs the body to its end. What is done, returned and thrown is the original's, in a job and outside, however deep it gets.
 */

import { drive } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { endBudget } from "../../../runtime/src/protocol/protocol.ts";
import { realm } from "../../../runtime/src/realm/realm.ts";
import { budgets, load, transformProgram } from "../kit/harness.ts";

const { state } = realm;

function mainOf(code: string): (...args: unknown[]) => unknown {
  const program = { code, extension: "js" as const };
  const emitted = transformProgram(program).code;
  expect(emitted).toContain("startExact");
  return load(program, emitted).main;
}

/** Each round of `main` calls back into code that is not transformed, which calls a function that is nothing but a body. */
const inTurn = `
  let deepest = 0, held;
  const plainly = new Function("f", "n", "return f(n)");
  /** @preempt */ function step(n) { deepest = Math.max(deepest, n); const next = /** @preempt */ (k) => plainly(step, k); held = next; return next(n + 1); }
  /** @preempt */ function main(n) { try { return step(n); } catch (e) { return [e.constructor.name, deepest]; } }`;

describe("a body that un-annotated code calls", () => {
  test("runs to its end, whatever is left of the budget around it", () => {
    const code = `let held;
      /** @preempt */ function count(n) { let s = 0; const add = /** @preempt */ (x) => { for (let i = 0; i < 3; i++) s += x; }; held = add; for (let i = 0; i < n; i++) add(i); return s; }
      const plainly = new Function("f", "n", "return f(n)");
      /** @preempt */ function main(n) { let s = 0; for (let i = 0; i < 4; i++) s += plainly(count, n); return s; }`;
    const main = mainOf(code);
    expect(main(5)).toBe(120);
    for (const budget of budgets) {
      const { value, preemptions } = drive(main, { args: [5], budget });
      expect(value).toBe(120);
      // The rounds of main are points, and the four calls; what is called plainly is none.
      expect(preemptions).toBeLessThanOrEqual(8);
    }
    expect([state.exact, state.budget, state.captured]).toEqual([false, 0, undefined]);
  });

  test("leaves no trace of itself where it throws", () => {
    const main = mainOf(`let held;
      /** @preempt */ function fails(n) { const g = /** @preempt */ (x) => { for (;;) if (x-- === 0) throw n; }; held = g; return g(n); }
      /** @preempt */ function main(n) { return fails(n); }`);
    expect(() => main(3)).toThrow();
    expect([state.exact, state.budget, state.captured]).toEqual([false, 0, undefined]);
    for (const budget of budgets) expect(() => drive(main, { args: [3], budget })).toThrow();
    expect([state.exact, state.budget, state.captured]).toEqual([false, 0, undefined]);
  });

  test("goes deeper than the engine's stack by itself, and as deep as plain code where such code stands between", () => {
    const main = mainOf(`let held;
      /** @preempt */ function main(n) { const below = /** @preempt */ (k) => (k === 0 ? 0 : 1 + main(k - 1)); held = below; return below(n); }`);
    expect(main(200_000)).toBe(200_000);
    const [error, deepest] = mainOf(inTurn)(0) as [string, number];
    expect(error).toBe("RangeError");
    const original = load({ code: inTurn, extension: "js" }, inTurn).main(0) as [string, number];
    expect(original[0]).toBe("RangeError");
    expect(deepest).toBeGreaterThan(original[1] / 3);
    expect([state.exact, state.budget, state.captured]).toEqual([false, 0, undefined]);
  });

  test("takes the arguments that it was given, and no others", () => {
    const main = mainOf(`let held;
      /** @preempt */ function named(a, b) { const g = /** @preempt */ () => [a, b]; held = g; return g(); }
      /** @preempt */ function given(a, b = 7, [c] = [8], ...rest) { const g = /** @preempt */ () => [a, b, c, rest]; held = g; return g(); }
      /** @preempt */ const arrow = (a, { b } = { b: 5 }) => { const g = /** @preempt */ () => [a, b]; held = g; return g(); };
      const o = { /** @preempt */ m(a, b = 2) { const g = /** @preempt */ () => [this === o, a, b]; held = g; return g(); } };
      /** @preempt */ function sloppy() { const self = this; const g = /** @preempt */ () => typeof self; held = g; return g(); }
      /** @preempt */ function main() { return [named(1), named(1, 2, 3), given(1), given(1, undefined, [3], 4, 5), arrow(1), arrow(1, { b: 2 }, 3), o.m(1), o.m(1, 3, 4), sloppy.call(3),
        named.length, given.length, arrow.length, o.m.length]; }`);
    const expected = [
      [1, undefined],
      [1, 2],
      [1, 7, 8, []],
      [1, 7, 3, [4, 5]],
      [1, 5],
      [1, 2],
      [true, 1, 2],
      [true, 1, 3],
      "number",
      2,
      1,
      1,
      1,
    ];
    expect(main()).toEqual(expected);
    for (const budget of budgets) expect(drive(main, { budget }).value).toEqual(expected);
  });

  test("passes on that the budget was taken away, from however deep inside", () => {
    const main = mainOf(`let held;
      const plainly = new Function("f", "n", "return f(n)");
      /** @preempt */ function ends(end) { const g = /** @preempt */ (x) => { x(); for (let i = 0; i < 3; i++); }; held = g; g(end); }
      /** @preempt */ function twice(end) { const g = /** @preempt */ (x) => plainly(ends, x); held = g; g(end); for (let i = 0; i < 3; i++); return 1; }
      /** @preempt */ function main(end, isDeep) { const s = plainly(isDeep ? twice : ends, end); for (let i = 0; i < 3; i++); return s; }`);
    for (const isDeep of [false, true]) {
      const { value, preemptions } = drive(main, { args: [endBudget, isDeep], budget: 1e6 });
      expect([value, preemptions]).toEqual([isDeep ? 1 : undefined, 1]);
    }
  });
});

const loop = "for (let i = 0; i < 3; i++) x++; return x;";
const closure = `/** @preempt */ (x) => { ${loop} }`;

/** Functions `f` whose own functions end with their call, and how they stand in the output. */
const staying = {
  "are called": `function f(n) { const g = ${closure}; return g(n) + g(1); }`,
  "call themselves":
    "function f(n) { const g = /** @preempt */ (x) => { for (let i = 0; i < 3; i++) x++; return x > 9 ? x : g(x); }; return g(n); }",
  "are declared": `function f(n) { return g(n) + 1; /** @preempt */ function g(x) { ${loop} } }`,
  "are called at once": `function f(n) { return (${closure})(n); }`,
  "are handed to the language": `function f(n) { return [n, 2].map(${closure}).length + [1].reduce(/** @preempt */ (s, x) => { ${loop} }, 0); }`,
  "are handed to who calls them": `function each(list, f) { for (const x of list) f(x); } function f(n) { let s = 0; each([1, 2], /** @preempt */ (x) => { ${loop.replace("return x", "s += x")} }); return s + n; }`,
  "are handed on": `function twice(f, x) { return once(f, x) + once(f, x); } function once(f, x) { return f(x); } function f(n) { return twice(${closure}, n); }`,
  "are called by methods": `class T { constructor(d) { this.kids = d > 0 ? [new T(d - 1)] : []; this.n = d; } /** @preempt */ visit(f) { f(this); this.kids.forEach((k) => k.visit(f)); } }
    function f(n) { let s = 0; new T(n).visit(/** @preempt */ (t) => { for (let i = 0; i < 2; i++) s += t.n; }); return s; }`,
};

/** The same, but somebody may call their functions later. */
const leaving = {
  "are returned": `function f(n) { const g = ${closure}; held = g; return g(n); }`,
  "are put into a list": `function f(n) { const g = ${closure}; list.push(g); return g(n); }`,
  "are seen by one that leaves": `function f(n) { const g = ${closure}; held = () => g(2); return g(n); }`,
  "are handed to who keeps them": `function keep(f, x) { held = f; return f(x); } function f(n) { return keep(${closure}, n); }`,
  "are handed to nobody knows whom": `function f(n) { return unknown(${closure}, n); }`,
  "are called later": `function f(n) { Promise.resolve(1).then(${closure}); return n; }`,
  "are properties": `function f(n) { const o = { /** @preempt */ g(x) { ${loop} } }; return o.g(n); }`,
  "are in long functions": `function f(n) { const g = ${closure}; ${"n += 1; ".repeat(80)} return g(n); }`,
};

describe("a function that holds others is the original for un-annotated callers", () => {
  const programs = [
    ...Object.entries(staying).map(([name, f]) => [`where they ${name}`, f, true] as const),
    ...Object.entries(leaving).map(([name, f]) => [`but not where they ${name}`, f, false] as const),
  ];
  test.for(programs)("%s", ([, functions, isKept]) => {
    const text = `let held; const list = []; const unknown = globalThis.eval("(f, x) => f(x)");
      ${functions.replace("function f(", "/** @preempt */ function f(")} /** @preempt */ function main(n) { for (let i = 0; i < 1; i++); return f(n); }`;
    const program = { code: text, extension: "js" as const };
    const { code } = transformProgram(program);
    expect(code.includes("startExact")).toBe(!isKept);
    const expected = load(program, text).main(3);
    expect(load(program, code).main(3)).toEqual(expected);
    for (const budget of budgets)
      expect(drive(load(program, code).main, { args: [3], budget }).value).toEqual(expected);
  });

  test("is suspended in a job, in its functions, too", () => {
    for (const functions of Object.values(staying)) {
      const code = `${functions.replace("function f(", "/** @preempt */ function f(")} /** @preempt */ function main(n) { return f(n); }`;
      const program = { code, extension: "js", functions: "all" } as const;
      const { main } = load(program, transformProgram(program).code);
      expect(drive(main, { args: [1], budget: 0 }).preemptions).toBeGreaterThan(2);
    }
  });
});
