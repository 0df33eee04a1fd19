import { expect, test } from "vitest";
// @ts-expect-error a plain script
import { findCycles, findProblems, importsOf, readSources } from "../scripts/import-directions.mjs";

test("the workspace's imports have no cycle and no forbidden direction", () => {
  const sources = readSources(process.cwd());
  expect(sources.length).toBeGreaterThan(30);
  expect(findProblems(sources)).toEqual([]);
});

test("a cycle is found, and named in full", () => {
  const graph = new Map([
    ["a.ts", ["b.ts"]],
    ["b.ts", ["c.ts"]],
    ["c.ts", ["a.ts"]],
    ["d.ts", ["a.ts"]],
  ]);
  expect(findCycles(graph)).toEqual(["import cycle: a.ts → b.ts → c.ts → a.ts"]);
});

const source = (file: string, specifier: string, text = "") => ({ file, imports: [specifier], text });

test("forbidden directions are found", () => {
  const problems = findProblems([
    source("packages/runtime/src/kernel.ts", "@preempt/transformer"),
    source("packages/runtime/src/kernel.ts", "../../transformer/src/index.ts"),
    source("packages/transformer/src/pipeline.ts", "@preempt/runtime"),
    source("packages/transformer/src/pipeline.ts", "node:fs"),
    source("packages/transformer/src/index.ts", "../test/harness.ts"),
  ]);
  expect(problems.map((p: string) => p.split(": ")[1])).toEqual([
    "the runtime depends on nothing",
    "it is outside the package's sources",
    "the transformer uses TypeScript and unplugin only",
    "only the doors may use Node",
    "it is outside the package's sources",
  ]);
});

test("allowed directions are not reported", () => {
  expect(
    findProblems([
      source("packages/transformer/src/bundler.ts", "node:path"),
      source("packages/transformer/src/transform.ts", "typescript"),
      source("packages/demo/src/main.ts", "@preempt/runtime"),
    ]),
  ).toEqual([]);
});

test("platform time outside hosts/ is found, in code and not in comments", () => {
  const problems = findProblems([
    { file: "packages/runtime/src/kernel.ts", imports: [], text: "const t = performance.now();" },
    { file: "packages/runtime/src/budget.ts", imports: [], text: "/* Date.now() */ // setTimeout" },
    { file: "packages/runtime/src/hosts/node.ts", imports: [], text: "setImmediate(f);" },
  ]);
  expect(problems).toEqual(["packages/runtime/src/kernel.ts uses performance.now: only hosts/ may use platform time"]);
});

test("imports of types alone do not count", () => {
  expect(
    importsOf(`import type { A } from "./a.ts";
import { type B } from "./b.ts";
import { type C, d } from "./d.ts";
export * from "./e.ts";
import "./f.ts";`),
  ).toEqual(["./d.ts", "./e.ts", "./f.ts"]);
});
