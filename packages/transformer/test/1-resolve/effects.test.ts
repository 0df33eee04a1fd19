/** What a piece of code may do: of the code itself, and of the functions that it reaches. */
import ts from "typescript";
import { expect, test } from "vitest";
import { type Effects, effectsOf } from "../../src/1-resolve/effects.ts";
import { analyzeScopes } from "../../src/1-resolve/scopes.ts";
import { transform } from "../../src/index.ts";

function parse(code: string): ts.SourceFile {
  return ts.createSourceFile("p.ts", code, ts.ScriptTarget.Latest, true);
}

/** The effects of the last statement, as a list. */
function effects(code: string): string[] {
  const file = parse(code);
  const found: Effects = effectsOf(file.statements.at(-1) as ts.Statement, analyzeScopes(file));
  return Object.entries(found).flatMap(([name, holds]) => (holds ? [name] : []));
}

test("each form has its effects", () => {
  expect(effects("x = y + Math.abs(z);")).toEqual([]);
  expect(effects("x = [y];")).toEqual(["allocatesOrCalls"]);
  expect(effects("for (const x of xs) {}")).toEqual(["takesLong", "loops", "walks"]);
  expect(effects("while (x) {}")).toEqual(["takesLong", "loops"]);
  expect(effects("await x;")).toEqual(["takesLong", "awaits"]);
  expect(effects("xs.push(x);")).toEqual(["allocatesOrCalls"]);
  expect(effects("xs.join(x);")).toEqual(["allocatesOrCalls", "takesLong"]);
  expect(effects("unknown(x);")).toEqual(["runsUserCode", "allocatesOrCalls", "takesLong"]);
  expect(effects("if (x) return y;")).toEqual(["returns"]);
});

test("of a function inside only that it is made, and its computed key", () => {
  const made = ["runsUserCode", "allocatesOrCalls", "takesLong", "makesFunctions"];
  expect(effects("x = async () => { for (;;) await y; return z; };")).toEqual(made);
  expect(effects("x = { async [await key]() {} };")).toContain("awaits");
});

test("types do nothing", () => {
  expect(effects("x = y as unknown as (z: number) => number;")).toEqual([]);
});

test("a function runs user code if any that it reaches does, in circles, too, and whichever is looked at first", () => {
  const plain = "const a = (x) => x ? b(x - 1) : 0; const b = (x) => x ? a(x - 1) : 0;";
  const ending =
    "const a = (x) => x ? b(x - 1) : 0; const b = (x) => x ? a(x - 1) : c(x); const c = (x) => unknown(x);";
  for (const call of ["a(1);", "b(1);"]) {
    expect(effects(`${plain} ${call}`)).not.toContain("runsUserCode");
    expect(effects(`${ending} ${call}`)).toContain("runsUserCode");
  }
  const file = parse(`${ending} a(1); b(1); c(1);`);
  const scopes = analyzeScopes(file);
  for (const statement of file.statements.slice(-3)) expect(effectsOf(statement, scopes).runsUserCode).toBe(true);
});

test("a circle of thousands of functions takes no stack, and is looked at once", () => {
  const n = 3000;
  const functions = Array.from(
    { length: n },
    (_, i) => `function f${i}(x) { return x > 0 ? f${(i + 1) % n}(x - 1) : 0; }`,
  );
  const file = parse(`${functions.join(" ")} f0(1); f1500(1);`);
  const scopes = analyzeScopes(file);
  for (const statement of file.statements.slice(-2)) expect(effectsOf(statement, scopes).runsUserCode).toBe(false);
});

test("what the types say, and what functions inside await, changes no loop", () => {
  const loop = (round: string) =>
    transform(
      `/** @preempt */ export function main(n, g) { const fs = []; for (let i = 0; i < n; i++) { ${round} } return fs; }`,
      {
        fileName: "p.ts",
      },
    ).code;
  expect(loop("const f = i as unknown as (x: number) => number; n -= f;")).toBe(loop("const f = i; n -= f;"));
  const awaiting = loop("fs.push(async () => { await i; });");
  expect(awaiting.replaceAll("await i;", "i;")).toBe(loop("fs.push(async () => { i; });"));
});
