/** Annotations that are none. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";

const body = "(n) { for (let i = 0; i < n; i++); return n; }";

function lookAt(code: string, functions: "annotated" | "all" = "annotated") {
  const { diagnostics, functions: made } = transform(code, { fileName: "a.ts", functions });
  const found = diagnostics.filter((d) => d.code !== "PT1023");
  return [made.preemptable, ...found.map((d) => `${d.code} ${code.slice(d.start, d.start + d.length)}`)];
}

test.for([
  ["// @preempt\n", "@preempt", "a comment of one line"],
  ["//@preempt never\n", "@preempt", "a comment of one line"],
  ["/* @preempt */ ", "@preempt", "one star"],
  ["/* @preemptable */ ", "@preemptable", "one star"],
  ["/** @preemptible */ ", "@preemptible", "@preemptible is no annotation"],
  ["/** @Preempt */ ", "@Preempt", "@Preempt is no annotation"],
  ["/** @pre-empt */ ", "@pre-empt", "@pre-empt is no annotation"],
  ["/** @premept */ ", "@premept", "@premept is no annotation"],
  ["/**\n * Counts.\n * @param n How far\n * @preemt\n */\n", "@preemt", "@preemt is no annotation"],
] as const)("%s before a function is reported, where it stands", ([comment, written, words]) => {
  for (const code of [
    `${comment}export function f${body}`,
    `export const o = { ${comment}m${body} };`,
    `export class C { ${comment}static m${body} }`,
    `${comment}export const f = function ${body};`,
  ]) {
    expect(lookAt(code)).toEqual([0, `PT1025 ${written}`]);
    expect(transform(code, { fileName: "a.ts" }).diagnostics[0]?.message).toContain(words);
    // Integrations look at single files only where something may be in them.
    expect(new SingleFiles({}, "/").wanted("/a.ts", code)).toBeDefined();
  }
});

test.for([
  "// @preempt is not what this needs\n",
  "// Without @preempt it keeps the thread.\n",
  '/** See "@preempt/runtime". */ ',
  "/** @permit all */ ",
  "/** @param preempt What */ ",
  "/* a @preempt b */ ",
])("%s before a function is prose", (comment) => {
  expect(lookAt(`${comment}export function f${body}`)).toEqual([0]);
});

test("nothing is reported where the function is annotated all the same, or all are preemptable, or none is there", () => {
  expect(lookAt(`// @preempt\n/** @preempt */ export function f${body}`)).toEqual([1]);
  expect(lookAt(`// @preempt\nexport function f${body}`, "all")).toEqual([1]);
  expect(lookAt("// @preempt\nexport const n = 1;")).toEqual([0]);
});

test("an annotation may stand behind decorators and modifiers", () => {
  const classes = `function dec(v, c) {} export class C { /** @preempt */ @dec m() {} static /** @preempt */ async m1${body} }`;
  expect(lookAt(classes)).toEqual([1, "PT1009 m"]);
  expect(lookAt(`export /** @preempt */ function f${body}`)).toEqual([1]);
  expect(lookAt(`export default /** @preempt */ function f${body}`)).toEqual([1]);
  expect(lookAt(`export class C { @dec\n  /** @preempt */\n  m${body} }\nfunction dec() {}`)).toEqual([0, "PT1009 m"]);
  const legacy = transform(`export class C { @dec\n  /** @preempt */\n  m${body} }\nfunction dec() {}`, {
    fileName: "a.ts",
    compilerOptions: { experimentalDecorators: true },
  });
  expect(legacy.functions.preemptable).toBe(1);
});
