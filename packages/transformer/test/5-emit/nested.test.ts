/** Files that are nested deeper than the transform can follow, or nearly. */
import { drive } from "@preempt/runtime/testing";
import ts from "typescript";
import { expect, test } from "vitest";
import { transformModule } from "../../src/bundler/module.ts";
import type { CheckArguments } from "../../src/cli/arguments.ts";
import { check } from "../../src/cli/check.ts";
import { parseCommand } from "../../src/cli/usage.ts";
import preemptPlugin, { type TransformOptions, transform } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { load } from "../kit/harness.ts";

const times = (n: number, part: (i: number) => string, between = "") =>
  Array.from({ length: n }, (_, i) => part(i)).join(between);
const called = "/** @preempt */ function g(x) { for (let i = 0; i < x % 3; i++); return x; }\n";
const main = (body: string) => `${called}/** @preempt */ function main(x = 40) { let r = 0; ${body} return r; }`;

/** Each needs at most half of the stack: how much of it an engine takes depends on what it has compiled by then. */
const nests = {
  "a chain of else if": main(`${times(500, (i) => `if (x === ${i}) r = g(${i}) + 1; else `)} r = 1;`),
  "branches in branches": main(`${times(150, (i) => `if (g(${i}) < 500) { r++; `)}${"}".repeat(150)}`),
  "loops in loops": main(
    `${times(150, (i) => `for (let i${i} = 0; i${i} < 1; i${i}++) { r += g(i${i}) + 1; `)}${"}".repeat(150)}`,
  ),
  "switches in switches": main(
    `${times(100, (i) => `switch (g(${i})) { case ${i}: r++; break; case -1: } switch (x) { case 0: break; default: `)}${"}".repeat(100)}`,
  ),
  "conditions in each other": main(`r = ${times(250, (i) => `x === ${i} ? g(${i}) : `)} 1;`),
  "calls in calls": main(`r = ${"g(1 + ".repeat(80)}1${")".repeat(80)};`),
  "a long sum": main(`r = ${times(300, (i) => `g(${i})`, " + ")};`),
  "a long list": main(`r = [${times(700, (i) => `g(${i})`, ", ")}].reduce((a, b) => a + b);`),
  "many cases": main(`switch (x) { ${times(400, (i) => `case ${i}: r += g(${i}); ${i % 2 ? "break;" : ""}`)} }`),
  "many variables": main(
    `${times(4200, (i) => `let v${i} = g(${i});\n`)} r = ${times(300, (i) => `v${4 * i}`, " + ")};`,
  ),
  "many lines": main(times(1000, (i) => `r = g(r + ${i});\n`)),
};

test.each(Object.entries(nests))("%s does what it did", (_, code) => {
  const expected = load({ code }, code).main();
  for (const strategy of ["capture", "paper"] as const) {
    const result = transform(code, { fileName: "a.js", module: false, strategy });
    expect(result.diagnostics).toEqual([]);
    expect(result.functions.preemptable).toBeGreaterThan(1);
    const loaded = load({ code }, result.code);
    expect(loaded.main()).toBe(expected);
    expect(drive(loaded.main, { budget: 7 }).value).toBe(expected);
  }
});

test("what has thousands of variables does not name them at each point", () => {
  const code = main(times(5000, (i) => `var v${i} = g(${i});\n`));
  expect(transform(code, { fileName: "a.js", module: false }).code.length).toBeLessThan(20 * code.length);
});

const tooDeep = {
  "for the rewrite": main(`r = ${times(2500, () => "x", " + ")};`),
  "for TypeScript's parser": main(`r = ${"[".repeat(20_000)}${"]".repeat(20_000)};`),
};

test.each(Object.entries(tooDeep))("what is too deep %s is left as it is, with a warning", (_, code) => {
  for (const options of [{}, { strategy: "paper" }] satisfies Partial<TransformOptions>[]) {
    const result = transform(code, { fileName: "a.ts", ...options });
    expect(result.code).toBe(code);
    expect(result.functions.preemptable).toBe(0);
    expect(result.diagnostics).toMatchObject([
      { code: "PT1018", name: "too_deep", severity: "warning", fileName: "a.ts", start: 0, line: 1, column: 1 },
    ]);
    expect(result.diagnostics[0]?.message).toContain("call stack");
  }
});

test.each(Object.entries(tooDeep))("a build does not fail at what is too deep %s", (_, code) => {
  const warnings: string[] = [];
  const files = new SingleFiles({}, "/");
  for (const id of ["/a.ts", "/a.js"]) {
    const made = transformModule(files, {}, `${code}\nexports.main = main;`, id, {
      requiresRuntime: true,
      config: undefined,
      watch: () => {},
      warn: (message) => warnings.push(String(typeof message === "string" ? message : message.message)),
      fail: (message) => {
        throw message;
      },
    });
    expect(made).toBeUndefined();
  }
  expect(warnings).toMatchObject([/PT1018/, /PT1018/].map((code) => expect.stringMatching(code)));
});

test("nor does a file that imports it", () => {
  const imports = (code: string) =>
    transform('import { f } from "./b.js"; /** @preempt */ export function main() { for (;;) f(); }', {
      fileName: "a.js",
      readImport: () => ({ fileName: "b.js", code }),
    });
  for (const code of Object.values(tooDeep)) {
    const { diagnostics, functions } = imports(`${code}\nexport function f() {}`);
    expect(diagnostics).toEqual([]);
    expect(functions.preemptable).toBe(1);
  }
});

test("nor TypeScript's with the plugin, nor the check without a build", () => {
  const sum = times(4000, () => "x", " + ");
  const text = `/** @preempt */ export function deep(x) { for (let i = 0; i < 9; i++) x++; return ${sum}; }`;
  const { ESNext } = ts.ScriptTarget;
  const file = ts.createSourceFile("/deep.ts", text, ESNext, true);
  const options: ts.CompilerOptions = { target: ESNext, module: ts.ModuleKind.ESNext, noLib: true, types: [] };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    getSourceFile: (name) => (name === "/deep.ts" ? file : undefined),
  };
  const program = ts.createProgram(["/deep.ts"], options, host);

  const told: unknown[] = [];
  const before = [preemptPlugin(program, {}, { addDiagnostic: (d) => told.push(d.messageText) })];
  let output = "";
  const write = (_: string, emitted: string) => {
    output = emitted;
  };
  program.emit(undefined, write, undefined, undefined, { before });
  expect(told).toEqual([expect.stringContaining("PT1018 too_deep")]);
  expect(output).toContain("x + x + x");

  const { args } = parseCommand(["check"]) as { args: CheckArguments };
  const { diagnostics } = check([{ program, settings: {}, isShown: () => true }], args, "/");
  expect(diagnostics).toMatchObject([{ code: "PT1018", fileName: "deep.ts", line: 1, column: 1 }]);
});
