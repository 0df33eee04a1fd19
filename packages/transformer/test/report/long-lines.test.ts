/** Lines as minifiers make them: nothing that is done to one may take time quadratic in its length. */
import ts from "typescript";
import { expect, test } from "vitest";
import { growth } from "../../../runtime/test/kit/growth.ts";
import { componentAnnotations } from "../../src/bundler/component.ts";
import { messageOf } from "../../src/bundler/message.ts";
import { pretty } from "../../src/cli/frame.ts";
import { type Diagnostic, transform } from "../../src/index.ts";
import { nameResumableBodies } from "../../src/syntax/map-names.ts";

const [few, many, limit] = [5000, 40_000, 4];

/** Milliseconds for as many characters in lines of either length: as much for both, if the work is linear in the length. */
function milliseconds(count: number, work: () => unknown): number {
  const from = performance.now();
  for (let i = 0; i < many / count; i++) work();
  return performance.now() - from;
}

const head = "function f$resumable() {}\n";
const lines: Readonly<Record<string, (count: number) => string>> = {
  "products without spaces": (count) => `${head}${"a*b+".repeat(count)}c`,
  "a long word": (count) => `${head}${"function ".repeat(count)}${"x".repeat(count)}`,
  "names of privates": (count) => `${head}${"#a".repeat(count)}`,
  "heads of bodies": (count) => `${head}${"function f$resumable() {} ".repeat(count / 10)}`,
  "words that end like bodies": (count) => `${head}${"f$resumable_1_1_1".repeat(count)}`,
};

for (const [what, line] of Object.entries(lines))
  test(`names for source maps are found in time linear in the length of a line: ${what}`, async () => {
    const cost = (count: number) => {
      // Engines put long texts together when they are read first: not to be measured.
      const code = Buffer.from(line(count)).toString();
      // A segment every four columns.
      const mappings = Buffer.from(`;${"IAAA,".repeat(code.length / 4 - 1)}IAAA`).toString();
      return milliseconds(count, () => nameResumableBodies(code, mappings));
    };
    expect(await growth(cost, { few, many, limit })).toBeLessThan(limit);
  });

test("annotations in components are found in time linear in the length of the file", async () => {
  const cost = (count: number) => {
    const code = `${"/** ".repeat(count)}@preempt`;
    return milliseconds(count, () => componentAnnotations("a.vue", code));
  };
  expect(await growth(cost, { few, many, limit })).toBeLessThan(limit);
});

test("a comment that names a source map is found in time linear in the length of its line", async () => {
  const cost = (count: number) => {
    const code = `0;\n//# sourceMappingURL=${" ".repeat(count)}x\n0;`;
    return milliseconds(count, () => transform(code, { fileName: "a.js" }));
  };
  expect(await growth(cost, { few, many, limit })).toBeLessThan(limit);
});

test("a finding in a long line shows what is around it", () => {
  const code = `${"let a;".repeat(1000)}/** @preempt */ class C {}${"let b;".repeat(1000)}`;
  const finding = transform(code, { fileName: "a.ts" }).diagnostics[0] as Diagnostic;
  const { frame } = messageOf(finding, code);
  const [shown = "", arrow = ""] = frame.split("\n");
  expect(shown.length).toBeLessThan(200);
  expect(shown.slice(arrow.indexOf("^"))).toMatch(/^C \{\}/);
  const [, , line = "", underline = ""] = pretty(
    finding,
    ts.createSourceFile("a.ts", code, ts.ScriptTarget.ESNext),
  ).split("\n");
  expect(line.length).toBeLessThan(200);
  expect(underline.length).toBeLessThan(200);
});
