/** docs/frameworks.md: its code is that of example projects and tests, which are run here as their users run them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectBlocksOfFiles, runExample } from "./example-project.ts";

test.for([
  ["vue-people", 3],
  ["svelte-csv", 4],
] as const)("the tests of examples/%s pass", { timeout: 160_000 }, ([name, passed]) => {
  expect(runExample(`examples/${name}`)).toEqual({ passed, failed: 0 });
});

test("each block of code that names a file of an example stands in that file", () => {
  expectBlocksOfFiles(readFileSync("docs/frameworks.md", "utf8"), 6);
});
