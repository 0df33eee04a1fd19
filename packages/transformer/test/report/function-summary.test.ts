import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const code = `function plain(n) { return n + 1; }
function loops(n) { while (n--); }
function evaluates(text) { for (;;) return eval(text); }
function hands() { for (;;) return keep(arguments); }
class Counter { constructor() { for (;;) break; } count(n) { while (n--); } }`;
const summary = (text: string, functions: "annotated" | "all") =>
  transform(text, { fileName: "x.js", functions, module: false });

test("all functions: those made preemptable are counted, those refused are named with the reason", () => {
  const { functions, diagnostics } = summary(code, "all");
  expect(functions.preemptable).toBe(4);
  expect(functions.refused.map((d) => `${d.code} ${d.line}`)).toEqual(["PT1002 3"]);
  expect(diagnostics).toEqual([]);
});

test("annotated functions: a refusal is a diagnostic as well", () => {
  const { functions, diagnostics } = summary(
    code.replace("function eval", "/** @preempt */ function eval"),
    "annotated",
  );
  expect(functions.preemptable).toBe(0);
  expect(functions.refused).toEqual(diagnostics);
  expect(diagnostics.map((d) => d.name)).toEqual(["direct_eval"]);
});

test("a file with a syntax error has no functions", () => {
  expect(summary("function (", "all").functions).toEqual({ preemptable: 0, refused: [] });
});

test("optimize: what it may be is said at the door", () => {
  const code = "/** @preempt */ export function f() { for (;;); }";
  const emitted = (optimize: unknown) => transform(code, { fileName: "a.ts", optimize: optimize as "size" }).code;
  expect(emitted("speed")).toBe(emitted(undefined));
  expect(emitted("speed")).not.toContain("yield");
  expect(emitted("size")).toContain("yield");
  expect(emitted({ plainBodies: false, stripMining: false })).toBe(emitted("size"));
  expect(emitted({ countedLoops: undefined })).toBe(emitted("speed"));
  expect(() => emitted("fast")).toThrow('option_value: optimize is "fast". Give "speed", "size" or an object.');
  expect(() => emitted({ plainBodys: false })).toThrow(
    "optimize.plainBodys is false. Give true or false for plainBodies,",
  );
});
