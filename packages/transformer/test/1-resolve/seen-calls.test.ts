/**
 * A parameter holds what its function is given. Where all calls of that are seen, and none gives it a function that may be suspended,
 * its calls are plain; elsewhere they ask.
 */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

const rounds = 20;

/** What is emitted for `main`, which counts to twenty and calls what `others` declares, all of it in a function. */
function emitted(others: string, call: string): string {
  const code = `const main = (() => {
    ${others}
    /** @preempt */ function slow(x) { let s = 0; for (let i = 0; i < x; i++) s += i; return s; }
    /** @preempt */ function main(n) { let s = 0; for (let i = 0; i < n; i++) s += ${call}; return s; }
    return main;
  })();`;
  const program = { code, extension: "js" } as const;
  const transformed = transformProgram(program, { optimize: { directCallbacks: false } }).code;
  const { main } = load(program, transformed);
  expect(drive(main as (n: number) => number, { args: [rounds], budget: 3 }).value).toBe(main(rounds));
  return transformed;
}

/** Whether a parameter of the cases is asked; what `main` calls may have to be, too. */
const asksParameter = /miss\(\$last\w*, (f|g|accepts)\)/;
const apply = "/** @preempt */ function apply(f, x) { let s = 0; for (let i = 0; i < 2; i++) s += f(x); return s; }";

const plain: Readonly<Record<string, readonly [others: string, call: string]>> = {
  "functions on the spot": [apply, "apply((x) => x + 1, i) + apply(function (x) { return x; }, i)"],
  "functions of the file by their names": [
    `${apply} const twice = (x) => 2 * x; function half(x) { return x >> 1; }`,
    "apply(twice, i) + apply(half, i)",
  ],
  "what it was given itself": [
    "/** @preempt */ function walk(n, f) { if (n > 0) walk(n - 1, f); return f(n); }",
    "walk(3, (x) => x)",
  ],
  "a parameter of another such function": [
    `${apply} /** @preempt */ function both(f, x) { return apply(f, x) + apply(f, x + 1); }`,
    "both((x) => x, i)",
  ],
  "such functions, or nothing": [
    "const none = () => 0; /** @preempt */ const apply = (x, f = none) => { for (let i = 0; i < 2; i++) f(x); return f(x); };",
    "apply(i) + apply(i, (x) => x)",
  ],
  "functions that are made there, and called by others": [
    "const character = (accepts) => /** @preempt */ (at, rest) => (accepts(at) ? 1 : 0); const even = character((x) => x % 2 === 0);",
    "even(i)",
  ],
};

for (const [name, [others, call]] of Object.entries(plain))
  test(`a parameter that is given ${name} is called plainly`, () => {
    expect(emitted(others, call)).not.toMatch(asksParameter);
  });

const asked: Readonly<Record<string, readonly [others: string, call: string]>> = {
  "a function that may be suspended": [apply, "apply((x) => x, i) + apply(slow, i)"],
  "what is not known": [`${apply} const fs = [(x) => x];`, "apply(fs[0], i)"],
  "something by default": [
    "/** @preempt */ const apply = (x, f = slow) => { for (let i = 0; i < 2; i++) f(x); return f(x); };",
    "apply(i, (x) => x)",
  ],
  "a list of arguments": [
    "/** @preempt */ function apply(x, f) { let s = 0; for (let i = 0; i < 2; i++) s += f(x); return s; }",
    "apply(...[i, slow], (x) => x) + apply(i, (x) => x)",
  ],
  "something by code that gets its function": [
    `${apply} const other = [apply];`,
    "apply((x) => x, i) + other[0](slow, i)",
  ],
  "something by `call`": [apply, "apply.call(null, slow, i) + apply((x) => x, i)"],
  "something by a `new` of its function": [
    "/** @preempt */ function Made(f) { for (let i = 0; i < 2; i++) f(3); }",
    "(Made((x) => x), new Made(slow), 1)",
  ],
  "something by its function itself": [
    "/** @preempt */ function apply(f, x) { f = slow; let s = 0; for (let i = 0; i < 2; i++) s += f(x); return s; }",
    "apply((x) => x, i)",
  ],
  "something by an `eval`": [apply, "apply((x) => x, i) + eval('apply(slow, i)')"],
  "nothing, as the rest": [
    "/** @preempt */ function apply(...f) { let s = 0; for (const g of f) s += g(2); return s; }",
    "apply((x) => x)",
  ],
};

for (const [name, [others, call]] of Object.entries(asked))
  test(`a parameter that may be given ${name} is asked`, () => {
    expect(emitted(others, call)).toMatch(asksParameter);
  });

const top = `${apply} /** @preempt */ function main(n) { return apply((x) => x, n); }`;

test("a function at the top of a module is called by its file alone, unless it is exported", () => {
  const asksIn = (code: string) => asksParameter.test(transform(code, { fileName: "module.js" }).code);
  expect(asksIn(`${top} export { main };`)).toBe(false);
  expect(asksIn(top.replace("function apply", "export function apply"))).toBe(true);
  expect(asksIn(`${top} export { main, apply as other };`)).toBe(true);
  expect(asksIn(`${top} export default apply;`)).toBe(true);
});

test("a function at the top of a script is called by other scripts, too", () => {
  expect(transformProgram({ code: top, extension: "js" }).code).toMatch(asksParameter);
});
