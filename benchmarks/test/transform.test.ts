import { expect, test } from "vitest";
import { compile } from "../src/transform/compile.ts";
import { generateProject } from "../src/transform/project.ts";
import { measureUntouched } from "../src/transform/untouched.ts";

const lines = 1500;

test("the same seed makes the same project, whatever part of it is annotated", () => {
  const project = (annotated: number) => generateProject({ seed: 3, lines, annotated });
  expect([...project(0.1).files]).toEqual([...project(0.1).files]);
  const without = [...project(0.5).files].map(([name, text]) => [
    name,
    text.replace(/^ *\/\*\* @preempt \*\/\n/gm, ""),
  ]);
  expect(without).toEqual([...project(0).files]);
});

test("the project type-checks, and the plugin adds code for what is annotated alone", () => {
  const annotated = generateProject({ seed: 3, lines, annotated: 0.1 });
  const bare = generateProject({ seed: 3, lines, annotated: 0 });
  expect(annotated.annotations).toBeGreaterThan(annotated.functions / 20);
  expect(compile(bare, {}).bytes).toBe(compile(bare, undefined).bytes);
  const sizes = [compile(annotated, undefined), compile(annotated, {}), compile(annotated, { functions: "all" })];
  expect(sizes.map(({ bytes }) => bytes)).toEqual(sizes.map(({ bytes }) => bytes).toSorted((a, b) => a - b));
  expect(new Set(sizes.map(({ bytes }) => bytes)).size).toBe(3);
});

test("a file without annotations costs a hundredth of parsing it, or a fortieth where its text alone is known", {
  retry: 2,
}, () => {
  const [plugin = 0, filter = 0, parsing = 0] = measureUntouched({ samples: 9 }).map((r) => r.nanosecondsPerKilobyte);
  expect(plugin).toBeLessThan(parsing / 100);
  expect(filter).toBeLessThan(parsing / 40);
});
