/** Calls by which a function calls itself decide at once what it would decide first; others are calls. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { type Optimize, transform } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

/** What a module with `f` becomes. */
function emitted(f: string, optimize: Optimize = "speed"): string {
  return transformProgram({ code: `/** @preempt */ ${f}`, extension: "js" }, { module: true, optimize }).code;
}

const inlined: Readonly<Record<string, readonly [f: string, at: string]>> = {
  "a comparison of numbers, in an expression": [
    "function f(n) { return n < 2 ? n : f(n - 1) + f(n - 2); }",
    '($argument = n - 1, typeof $argument === "number" && $argument < 2) ? $argument : f$resumable($depth + 1, void 0, $argument)',
  ],
  "where nothing is left": [
    "function f(tree) { if (tree === undefined) return 0; return 1 + f(tree.left) + f(tree.right); }",
    "($argument = tree.left, $argument === void 0) ? 0 : f$resumable($depth + 1, void 0, $argument)",
  ],
  "with what it hands on": [
    "function f(at, end, list) { if (at === end) return list; list.push(at); return f(at + 1, end, list); }",
    "($argument = at + 1, $argument === end) ? list : f$resumable($depth + 1, void 0, $argument, end, list)",
  ],
  "with a value that has to be a number": [
    "function f(m, n) { if (m === 0) return n + 1; return f(m - 1, n); }",
    '$argument === 0 && typeof n === "number") ? n + 1 : f$resumable',
  ],
  "two tests": [
    "function f(a) { if (!a) { return; } if (a == null) return []; for (;;) f(a.next); }",
    "($argument = a.next, !$argument) ? void 0 : $argument == null ? [] : f$resumable($depth + 1, void 0, $argument)",
  ],
  "in the other branch": [
    "function f(n) { return n > 0 ? f(n - 1) + 1 : 0; }",
    '($argument = n - 1, typeof $argument === "number" && !($argument > 0)) ? 0 : f$resumable',
  ],
};

for (const [name, [f, at]] of Object.entries(inlined))
  test(`a recursion is inlined in part: ${name}`, () => {
    expect(emitted(f).replace(/\s+/g, " ")).toContain(at);
  });

const called: Readonly<Record<string, string>> = {
  "a test that asks somebody": "function f(o) { if (o.isLast) return 0; return f(o.next) + 1; }",
  "a test that calls": "function f(n) { if (Number.isNaN(n)) return 0; return f(n - 1) + 1; }",
  "a test of what is no parameter": "function f(n) { if (n < limit) return 0; return f(n - 1) + 1; } var limit = 1;",
  "a value that asks somebody": "function f(n) { if (n === 0) return `${n}`; return f(n - 1) + 1; }",
  "a comparison that may ask": 'function f(n) { if (n == "0") return 0; return f(n - 1) + 1; }',
  "something before the test": "function f(n) { n--; if (n === 0) return 0; return f(n) + 1; }",
  "a test of a default value": "function f(n = 1) { if (n === 0) return 0; return f(n - 1) + 1; }",
  "a parameter that is taken apart": "function f({ n }, m) { if (m === 0) return 0; return f({ n }, m - 1) + n; }",
  "arguments in a list": "function f(n) { if (n === 0) return 0; return f(...[n - 1]) + 1; }",
  "an argument that is missing": "function f(n, m) { if (m === 0) return 0; return f(n - 1) + 1; }",
  "an answer that is known": "function f(n, m) { if (m === 0) return 0; return f(n - 1, 1) + 1; }",
  "a call of another function":
    "function f(n) { if (n === 0) return 0; return g(n - 1) + 1; } /** @preempt */ function g(n) { if (n === 0) return 0; for (let i = 0; i < n; i++) n--; return f(n); }",
};

for (const [name, f] of Object.entries(called))
  test(`a recursion is called: ${name}`, () => {
    expect(emitted(f)).not.toContain("$argument");
    expect(emitted(f)).toContain("f$resumable($depth + 1");
  });

const byItself: Readonly<Record<string, string>> = {
  "a constant": "const f = (n) => { if (n === 0) return 0; return f(n - 1) + 1; };",
  "an exported constant": "export const f = (n) => { if (n === 0) return 0; return f(n - 1) + 1; };",
  "a variable that nobody assigns": "let f = function (n) { if (n === 0) return 0; return f(n - 1) + 1; };",
  "a name of its own": "export default (function f(n) { if (n === 0) return 0; return f(n - 1) + 1; });",
  "a constant that is made again": "function make() { const f = (n) => n === 0 ? 0 : f(n - 1) + 1; return f; }",
};

for (const [name, code] of Object.entries(byItself))
  test(`a function value calls itself by ${name}`, () => {
    const text = transform(code, { fileName: "f.js", functions: "all" }).code;
    expect(text).toMatch(/\$argument === 0\) \? 0 : f\$(start|resumable)\(\$depth \+ 1, void 0, \$argument\)/);
    expect(text).not.toContain("$miss");
  });

const byAsking: Readonly<Record<string, string>> = {
  "a variable that is assigned": "let f = (n) => { f = f ?? 1; if (n === 0) return 0; return f(n - 1) + 1; };",
  "an exported variable of a namespace":
    "namespace N { export let f = (n) => { if (n === 0) return 0; return f(n - 1) + 1; }; }",
  "an arrow function with the this around it":
    "function make() { const f = (n) => { if (n === 0) return this; return f(n - 1); }; return f; }",
  "a function that is not around it":
    "const f = (n) => { if (n === 0) return 0; return g(n - 1) + 1; }; const g = (n) => { if (n === 0) return 0; return f(n - 1) + 1; };",
};

for (const [name, code] of Object.entries(byAsking))
  test(`a call asks: ${name}`, () => {
    const text = transform(code, { fileName: "f.ts", functions: "all" }).code;
    expect(text).toMatch(/miss\(\$last/);
    expect(text).not.toMatch(/f\$(start|resumable)\w*\(\$depth \+ 1/);
  });

const fib = "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }";

test("it can be switched off", () => {
  expect(emitted(fib)).toContain("$argument");
  expect(emitted(fib, { partialInlining: false })).not.toContain("$argument");
});

test("calls that return at once are no preemption points, inlined or not", () => {
  const suspensions = (optimize: Optimize) => {
    const program = {
      code: `const main = (() => { /** @preempt */ ${fib} return fib; })();`,
      extension: "js",
    } as const;
    const { main } = load(program, transformProgram(program, { optimize }).code);
    const run = drive(main as (n: number) => number, { args: [12], budget: 0 });
    expect(run.value).toBe(144);
    return run.preemptions;
  };
  expect(suspensions("speed")).toBe(232);
  expect(suspensions({ partialInlining: false })).toBe(232);
});
