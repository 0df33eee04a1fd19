/** What editors and linters get of a file: findings, what becomes of each function, and fixes after which the finding is gone. */
import { annotationFor, type Fix, fixesFor, inspectText } from "@preempt/transformer/editor";
import { expect, test } from "vitest";

const fileName = "file.ts";

function applied(code: string, { edits }: Fix): string {
  return [...edits]
    .reverse()
    .reduce((text, { start, length, text: by }) => text.slice(0, start) + by + text.slice(start + length), code);
}

test.each([
  ["// @preempt\nexport function f() { for (;;); }", "misspelt_annotation"],
  ["/* @preempt never */\nexport function f() { for (;;); }", "misspelt_annotation"],
  ["/**\n * @PREEMPT\n */\nexport function f() { for (;;); }", "misspelt_annotation"],
  ["/** @preempt */\nexport const n = 5;", "not_annotatable"],
  ["export class A {\n  /** @preempt */\n  static { for (;;); }\n}", "not_annotatable"],
  ["/** @preempt */\nfunction f() { for (;;); }\nexport {};", "never_reached"],
  ["/** @preempt */\nexport function f(c: string) { for (;;) eval(c); }", "direct_eval"],
  [
    "#!/usr/bin/env node\nlet n = 0;\n/** @preempt */\nexport function f() { for (;;) { n++; f(); n--; } }",
    "one_at_a_time",
  ],
  ["/** @preempt */\nexport async function f() { f(); await f(); }", "await_outside"],
])("%j: each fix mends %s, and breaks nothing", (code, name) => {
  const [finding] = inspectText(code, { fileName }).diagnostics;
  expect(finding?.name).toBe(name);
  const fixes = finding === undefined ? [] : fixesFor(code, finding);
  expect(fixes).not.toEqual([]);
  for (const fix of fixes) expect(inspectText(applied(code, fix), { fileName }).diagnostics).toEqual([]);
});

test("a function that a preemptable one calls is annotated where it is declared", () => {
  const code =
    "/** @preempt */\nexport function f() { for (;;) g(); }\nfunction g() { for (let i = 0; i < 9; i++); }\n";
  const [finding] = inspectText(code, { fileName, propagate: false }).diagnostics;
  const [fix] = finding === undefined ? [] : fixesFor(code, finding);
  expect(fix?.title).toBe("Annotate g");
  expect(applied(code, fix as Fix)).toBe(code.replace("function g", "/** @preempt */\nfunction g"));
});

test.each([
  ["function f() { for (;;) |; }", "/** @preempt */\nfunction f()"],
  ["const f |= () => 1;", "/** @preempt */\nconst f = "],
  ["class A {\n  m() { | }\n}", "  /** @preempt */\n  m()"],
  ["run(() => { | });", "run(/** @preempt */ () =>"],
  ["const o = { a: 1, f: function () { | } };", "a: 1, /** @preempt */ f: function"],
])("%j is annotated, and the transform takes it", (marked, expected) => {
  const position = marked.indexOf("|");
  const code = marked.replace("|", "");
  const fix = annotationFor(code, fileName, position);
  const made = applied(code, fix as Fix);
  expect(made).toContain(expected);
  expect(inspectText(made, { fileName }).diagnostics.filter(({ name }) => name === "not_annotatable")).toEqual([]);
  expect(annotationFor(made, fileName, position + made.length - code.length)).toBeUndefined();
});

test("functions have a summary", () => {
  const code = `/** @preempt */
export async function a() { for (const x of [1]) b(x); }
function b(n: number) { for (; n > 0; n--) c(n); }
const c = (n: number) => n + 1;
/** @preempt */
export function d() { for (;;) RegExp.$1; }
function e() { for (;;); }
e();`;
  const { functions } = inspectText(code, { fileName });
  expect(functions.map(({ name, summary }) => `${name}: ${summary}`)).toEqual([
    "a: preemptable, annotated: generator, because it is async",
    "b: preemptable, reached from a preemptable function: two plain bodies, 1 point",
    "d: left alone (PT1027): d reads RegExp.$1, which any other code's match changes.",
  ]);
  expect(functions.map(({ start, length }) => code.slice(start, start + length))).toEqual(["a", "b", "d"]);
});

test("files without a word of Preempt, declarations, and files with syntax errors give nothing", () => {
  const nothing = { diagnostics: [], functions: [] };
  expect(inspectText("function f() { for (;;); }", { fileName })).toEqual(nothing);
  expect(inspectText("// @preempt\ndeclare function f(): void;", { fileName: "file.d.ts" })).toEqual(nothing);
  expect(inspectText("// @preempt\nfunction f( {", { fileName })).toEqual(nothing);
});
