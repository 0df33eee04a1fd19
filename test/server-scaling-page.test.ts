/** docs/server-scaling.md: its code is that of an example project, which is run here as its users run it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectBlocksOfFiles, runExample } from "./example-project.ts";

test("the tests of the example pass", () => {
  // The test of the queue needs a redis-server.
  const { passed, failed } = runExample("examples/server-scaling");
  expect(failed).toBe(0);
  expect(passed).toBeGreaterThanOrEqual(3);
}, 200_000);

test("each block of code that names a file of the example stands in that file", () => {
  expectBlocksOfFiles(readFileSync("docs/server-scaling.md", "utf8"), 5);
});
