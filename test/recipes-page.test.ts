/** docs/recipes.md: its code is that of two example projects, which are run here as their users run them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectBlocksOfFiles, runExample } from "./example-project.ts";

test("the tests of the examples pass", () => {
  expect(runExample("examples/react-search")).toEqual({ passed: 9, failed: 0 });
  expect(runExample("examples/node-server")).toEqual({ passed: 2, failed: 0 });
}, 120_000);

test("each block of code that names a file of an example stands in that file", () => {
  expectBlocksOfFiles(readFileSync("docs/recipes.md", "utf8"), 5);
});
