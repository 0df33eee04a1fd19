/** Calls of methods of the language's own objects are plain, though the file has preemptable methods of these names. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

/** Whether the call in `code` is asked at run time which function it goes to. The file has methods of its name. */
function isAsked(code: string): boolean {
  const names = ["push", "get", "has", "test", "slice", "custom"];
  const methods = names.map((name) => `/** @preempt */ ${name}(n: any): any { while (n > 0) n--; return this; }`);
  const { code: made } = transform(`class Own { ${methods.join("\n")} }\n${code}`, { fileName: "calls.ts" });
  // What is known of the call's callee, by its name in the source.
  return /\$site\(".*\b(push|get|has|test|slice|custom)"(, \d+)?\)/.test(made);
}

const inFunction = (body: string, parameters = "a: any") =>
  `/** @preempt */ export function f(${parameters}) { for (const x of a) x(); ${body} }`;

const known: Readonly<Record<string, string>> = {
  "an array that is written out": inFunction("const xs = []; xs.push(a);"),
  "one that is assigned again": inFunction("let xs = [a]; xs = a ? [] : new Array(3); xs.push(a);"),
  "one that is assigned later": inFunction("let xs; xs = [a]; xs.push(a);"),
  "a map": inFunction("const seen = new Map(); seen.get(a);"),
  "a set of the module": `const seen = new Set<number>(); ${inFunction("return seen.has(a);")}`,
  "a text that is put together": inFunction('const text = "x" + a; return text.slice(1);'),
  "a template": inFunction("return `${a}`.slice(1);"),
  "an expression": inFunction("const word = /a/; return word.test(a);"),
  "one of two": inFunction("const xs = a.length ? [a] : []; xs.push(a);"),
  "one or another": inFunction("const xs = [] || [a]; xs.push(a);"),
  "a parameter of such a type": inFunction("xs.push(a);", "a: any, xs: number[]"),
  "one that cannot be changed": inFunction("return m.get(a);", "a: any, m: ReadonlyMap<string, number>"),
  "the rest of the parameters": inFunction("xs.push(a);", "a: any, ...xs"),
  "a variable of such a type": inFunction("const xs: readonly string[] = a(); return xs.slice(1);"),
  "a private property": "class C { #xs = []; /** @preempt */ m(a) { for (const x of a) x(); this.#xs.push(a); } }",
  "a property that is declared private":
    "class C { private xs = []; clear() { this.xs = []; } /** @preempt */ m(a) { for (const x of a) x(); this.xs.push(a); } }",
  "a property that cannot be changed":
    "class C { readonly seen = new Map(); /** @preempt */ m(a) { for (const x of a) x(); this.seen.get(a); } }",
  "a property by its type":
    "class C { private xs: string[] = given; /** @preempt */ m(a) { for (const x of a) x(); this.xs.push(a); } } declare const given: any;",
  "a property that a parameter declares":
    "class C { constructor(private readonly m: Map<string, string>) {} /** @preempt */ f(a) { for (const x of a) x(); return this.m.get(a); } }",
};

for (const [what, code] of Object.entries(known))
  test(`a method of ${what} is called plainly`, () => {
    expect(isAsked(code)).toBe(false);
  });

const unknown: Readonly<Record<string, string>> = {
  "what nobody knows": inFunction("a.push(1);"),
  "a variable that may be another": inFunction("let xs = []; xs = a; xs.push(1);"),
  "one that a pattern assigns": inFunction("let xs = []; [xs] = a; xs.push(1);"),
  "one that is declared twice": inFunction("var xs = []; var xs = a; xs.push(1);"),
  "one that has no value yet": inFunction("let xs; xs.push(1);"),
  "one that is walked": inFunction("for (const xs of a) xs.push(1);"),
  "an object of the user's": inFunction("const xs = new Own(); xs.push(1);"),
  "one that has the type of an array": inFunction("const xs: number[] = new Own() as any; xs.push(1);"),
  "one of a class that hides the language's": `class Map { /** @preempt */ get(n) { while (n) n--; } } ${inFunction("const m = new Map(); m.get(1);")}`,
  "one of a type that hides the language's": `interface Set<T> { has(x: T): boolean } ${inFunction("return s.has(1);", "a: any, s: Set<number>")}`,
  "a private property that may be another":
    "class C { #xs = []; set(xs) { this.#xs = xs; } /** @preempt */ m(a) { for (const x of a) x(); this.#xs.push(a); } }",
  "a property that is declared private and may be another":
    "class C { private xs = []; set(xs) { this.xs = xs; } /** @preempt */ m(a) { for (const x of a) x(); this.xs.push(a); } }",
  "a property without a type": "class C { xs = []; /** @preempt */ m(a) { for (const x of a) x(); this.xs.push(a); } }",
  "a method that no array has": inFunction("const xs: any[] = []; (xs as any).custom(1);"),
};

for (const [what, code] of Object.entries(unknown))
  test(`a method of ${what} is asked`, () => {
    expect(isAsked(code)).toBe(true);
  });

test("a direct eval declares variables of its own function: beside it global names are what they were", () => {
  const beside = 'function beside() { return eval("1"); }';
  const sum = "/** @preempt */ function sum(n) { let s = 0; for (let i = 0; i < n; i++) s += Math.sqrt(i); return s; }";
  const { code } = transform(`${beside}\n${sum}`, { fileName: "example.cjs" });
  // Eight rounds are one point, as where nothing but Math is called.
  expect(code).toContain("$state.budget << 3");
});
