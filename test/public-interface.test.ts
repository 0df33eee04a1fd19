/** The public interface as it is built: nothing of it changes unseen, and all of it is documented. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);

test.for([
  ["report", ""],
  ["reference", "The public interface is documented.\n"],
] as const)("%s: nothing differs, nothing is missing", { timeout: 120_000 }, async ([name, said]) => {
  const { stdout, stderr } = await run(process.execPath, [`scripts/api/${name}.mjs`, "--check"]);
  expect({ stdout, stderr }).toEqual({ stdout: said, stderr: "" });
});
