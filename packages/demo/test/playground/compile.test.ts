import { expect, test } from "vitest";
import { type CompileOptions, compile } from "../../src/playground/compile.ts";
import { examples } from "../../src/playground/examples.ts";
import { marksOf } from "../../src/playground/marks.ts";
import { originalLine } from "../../src/playground/source-map.ts";

const options: CompileOptions = { strategy: "capture", optimize: "speed", functions: "annotated" };
const problemsOf = (program: string, more: Partial<CompileOptions> = {}) =>
  compile(program, { ...options, ...more }).problems.map(({ code, line }) => `${line} ${code}`);

test.for(examples)("the example $title compiles, and reports what it is about", ({ id, text }) => {
  const { problems, preemptable, isRunnable, growth } = compile(text, options);
  expect(isRunnable).toBe(true);
  expect(preemptable).toBeGreaterThan(0);
  expect(growth).toBeGreaterThan(1);
  expect(problems.map(({ code }) => code)).toEqual(id === "diagnostics" ? ["PT1001", "PT1020", "PT1021"] : []);
});

test("a diagnostic is marked where it stands", () => {
  const program = "class A {\n  /** @preempt */\n  static { for (let i = 0; i < 9; i++); }\n}\n";
  const [problem, ...others] = compile(program, options).problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ code: "PT1001", severity: "warning", line: 3 });
  const [mark] = marksOf(problem ? [problem] : [], program.length);
  expect(program.slice(mark?.from, mark?.to)).toBe("static");
});

test("marks stay inside a text that has become shorter, and are never empty", () => {
  const [problem] = compile("let a = ;", options).problems;
  expect(problem?.code).toBe("PT1000");
  const marks = problem ? [...marksOf([problem], 4), ...marksOf([problem], 0)] : [];
  expect(marks.map(({ from, to }) => [from, to])).toEqual([
    [3, 4],
    [0, 0],
  ]);
});

test("a program with syntax errors cannot be run", () => {
  expect(compile("let a = ;", options)).toMatchObject({ isRunnable: false, preemptable: 0, growth: 1 });
});

test("a module that the playground does not have is an error", () => {
  expect(problemsOf(`import x from "lodash";\nx();`)).toEqual(["1 PG1"]);
  expect(compile(`import x from "lodash";\nx();`, options).isRunnable).toBe(false);
});

test("a decorator that is left for the browser, which knows none, is an error at its place", () => {
  const program = "class A {\n  @bound m() { return 1; }\n}\nnew A();\n";
  const { problems, isRunnable } = compile(program, options);
  expect(problems.map(({ code, line, from, to }) => [code, line, program.slice(from, to)])).toEqual([
    ["PG3", 2, "@bound"],
  ]);
  expect(isRunnable).toBe(false);
});

test.for([
  ["for (;;);", ["1 PG2"]],
  ["while (true) {}", ["1 PG2"]],
  ["do {} while (1);", ["1 PG2"]],
  ["export const f = () => { for (;;); };", ["1 PG2"]],
  ["/** @preempt */ export function f() { for (;;); }", []],
  ["/** @preempt */ export const f = () => { for (;;); };", []],
  ["/** @preempt never */ export function f() { for (;;); }", ["1 PG2"]],
  ["for (;;) { if (Math.random() > 0.5) break; }", []],
  ["for (;;) await 0;", []],
  ["export function* g() { for (;;) yield; }", []],
  ["export function f() { for (;;) { const g = () => { return; }; g(); } }", ["1 PG2"]],
] as const)("an endless loop that nothing can stop is a warning: %s", ([program, expected]) => {
  expect(problemsOf(program)).toEqual(expected);
});

test("with all functions preemptable, only endless loops outside functions are", () => {
  const program = "export function f() { for (;;); }\nwhile (true);";
  expect(problemsOf(program, { functions: "all" })).toEqual(["2 PG2"]);
});

test("an endless job that is called instead of submitted is a warning", () => {
  expect(problemsOf("/** @preempt */\nfunction f() { for (;;); }\nf();")).toEqual(["2 PT1023"]);
});

test("a place in the output leads back to its line", () => {
  const program = `/** @preempt */\nexport function f(n: number) {\n  for (let i = 0; i < n; i++) g(i);\n  throw new Error("here");\n}\ndeclare const g: (i: number) => void;\n`;
  const { code, mappings } = compile(program, options);
  const lines = code.split("\n");
  const places = lines.flatMap((line, i) =>
    line.includes('"here"') ? [[i + 1, line.indexOf("new") + 1] as const] : [],
  );
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places.map(([line, column]) => originalLine(mappings, line, column)))).toEqual(new Set([4]));
});
