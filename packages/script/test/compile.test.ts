/** What scripts give, what they can name, and what the compiler says of them. */
import { PreemptError, Scheduler } from "@preempt/runtime";
import { compile, ScriptSyntaxError } from "@preempt/script";
import { expect, test } from "vitest";

const value = (code: string, globals: Record<string, unknown> = {}, name = "script.js") =>
  compile(code, { globals, name }).run();

test.each([
  ["an expression", "1 + 2", 3],
  ["an expression with a semicolon", "1 + 2; // three", 3],
  ["one on several lines", "\n  [1, 2]\n    .map((x) => x * 2)\n", [2, 4]],
  ["an object", "{ total: 1, list: [] }", { total: 1, list: [] }],
  ["a function that is called", "(() => 5)()", 5],
  ["statements with return", "let s = 0; for (let i = 0; i < 5; i++) s += i; return s;", 10],
  ["statements without", "let s = 0;", undefined],
  ["nothing", "", undefined],
  ["an awaited expression", "await Promise.resolve(7)", 7],
  ["awaited statements", "const a = await Promise.resolve(7); return a + 1;", 8],
  ["for await", "let s = 0; for await (const x of [1, Promise.resolve(2)]) s += x; return s;", 3],
  ["a comment at the end", "return 1 // one", 1],
])("%s: its value", async (_, code, expected) => {
  expect(await value(code)).toEqual(expected);
});

test("a script with types, where its name says so", async () => {
  expect(await value("const n: number = rows.length; return n satisfies number;", { rows: [1] }, "a.ts")).toBe(1);
  expect(() => compile("const n: number = 1;")).toThrow(ScriptSyntaxError);
});

test("a run has variables of its own, and may have values of its own", async () => {
  const script = compile("let n = start; const next = () => ++n; return next() + next();", { globals: { start: 1 } });
  expect(await script.run()).toBe(5);
  expect(await script.run()).toBe(5);
  expect(await script.run({ start: 10 })).toBe(23);
  expect(await script.run({ start: undefined as never })).toBe(Number.NaN);
});

test("what a script throws rejects its run, and its place is known", async () => {
  const script = compile("const a = 1;\nfunction f() {\n  throw new Error('no ' + a);\n}\nfor (;;) f();", {
    name: "sheet B3",
  });
  const error = await script.run().catch((e: unknown) => e);
  expect(error).toMatchObject({ message: "no 1" });
  expect(script.positionOf(error)).toEqual({ line: 3, column: 9 });
  expect(script.positionOf(new Error("another"))).toBeUndefined();
  const first = compile("null.x", { name: "first line" });
  expect(first.positionOf(await first.run().catch((e: unknown) => e))).toEqual({ line: 1, column: 6 });
});

test.each([
  ["const a = ;", 1, 11],
  ["let x = 1;\nif (x {\n}", 2, 7],
  ["} steal(); {", 1, 1],
  ["1) + (2", 1, 2],
  ["foo(", 1, 5],
  ["import fs from 'node:fs';", 1, 1],
  ["return import('node:fs')", 1, 8],
  ["export const a = 1;", 1, 1],
  ["const f = () => {\n  await 1;\n}", 2, 3],
])("%j is refused, with its place", (code, line, column) => {
  let error: unknown;
  try {
    compile(code, { name: "cell" });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(ScriptSyntaxError);
  expect(error).toMatchObject({ script: "cell", line, column });
  expect((error as Error).message).toMatch(new RegExp(`^cell:${line}:${column} \\S`));
});

test("what only the engine finds is refused without a place", () => {
  expect(() => compile("let a = 1; let a = 2;", { name: "cell" })).toThrow(/^cell: .*a/);
});

test("names of the page or process are undefined in a script, and may be declared or given", async () => {
  const names = ["process", "globalThis", "require", "setTimeout", "fetch", "document", "window", "self", "console"];
  expect(await value(`[${names.map((name) => `typeof ${name}`).join(", ")}]`)).toEqual(names.map(() => "undefined"));
  expect(await value("let process = 1; const window = 2; return process + window;")).toBe(3);
  expect(await value("console.log('x')", { console: { log: (text: string) => `said ${text}` } })).toBe("said x");
  expect(await value("this")).toBeUndefined();
  expect(await value("(function () { return this; })()")).toBeUndefined();
  expect(await value("Math.max(1, ...[2, 3].values())")).toBe(3);
  await expect(value("nothingOfThisName")).rejects.toThrow(ReferenceError);
});

test("what a script declares may have the name of a global", async () => {
  expect(await value("const rows = [1]; return rows.length;", { rows: [] })).toBe(1);
});

test("what nothing can stop is named, with its places", () => {
  const code = [
    "const r = /^(a+)+$/.test(text) || /^[a-z]+$/.test(text);",
    "const big = 'x'.repeat(n) + 'y'.repeat(3);",
    "const all = new Uint8Array(n), few = new Array(10), list = Array(1, 2);",
    "return JSON.parse(text), rows.sort(), rows.sort((a, b) => a - b), new Function('for (;;);'), new RegExp(text);",
  ].join("\n");
  const { cannotBeStopped } = compile(code, { globals: { text: "", n: 1, rows: [] } });
  expect(cannotBeStopped.map(({ kind, text, line, column }) => `${line}:${column} ${kind}: ${text}`)).toEqual([
    "1:11 regular expression: /^(a+)+$/",
    "2:13 memory: 'x'.repeat(n)",
    "3:13 memory: new Uint8Array(n)",
    "4:8 built-in: JSON.parse(text)",
    "4:26 built-in: rows.sort()",
    "4:67 generated code: new Function('for (;;);')",
    "4:94 regular expression: new RegExp(text)",
  ]);
  expect(compile("rows.map((row) => row.n * 2)", { globals: { rows: [] } }).cannotBeStopped).toEqual([]);
});

test("functions that are not preemptable are named", () => {
  const { notPreemptable } = compile("function f(c) {\n  return eval(c);\n}\nreturn f('1');");
  expect(notPreemptable.map(({ code, message, line, column }) => `${line}:${column} ${code} ${message}`)).toEqual([
    "1:1 PT1002 The script contains a direct eval, whose code could name anything; it stays un-preempted.",
    "1:10 PT1002 f contains a direct eval, whose code could name anything; it stays un-preempted.",
  ]);
  expect(compile("rows.map((row) => row.n * 2)", { globals: { rows: [] } }).notPreemptable).toEqual([]);
});

test("what is given is checked", () => {
  expect(() => compile(1 as never)).toThrow("code_not_a_string: the code of a script is 1. Give a string.");
  expect(() => compile("1", { global: {} } as never)).toThrow(/option_unknown: .*globals/);
  for (const name of ["class", "a b", "eval", "a=1", "1a"]) {
    expect(() => compile("1", { globals: { [name]: 1 } })).toThrow("global_name");
  }
  const script = compile("rows", { globals: { rows: [] } });
  expect(() => script.run({ row: [] } as never)).toThrow(
    'global_unknown: a global of a run of script.js is "row". Give',
  );
  expect(() => script.run({}, { limit: 0 })).toThrow("limit_not_positive: the limit of a run of script.js is 0");
  expect(() => script.run({}, { rt: {} as never })).toThrow(PreemptError);
});

test("a scheduler that refuses what is not preemptable runs scripts", async () => {
  const rt = new Scheduler({ strict: true });
  expect(await compile("1 + 1").run({}, { rt })).toBe(2);
  expect(await compile("let i = 0; while (i < 10) i++; return i;").run({}, { rt })).toBe(10);
});
