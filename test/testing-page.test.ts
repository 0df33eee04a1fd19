/** docs/testing.md: its code is that of the example project, which is run here as its users run it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scheduleMatchers, virtualScheduler } from "@preempt/runtime/testing/vitest";
import { expect, test } from "vitest";

const example = "examples/testing-with-virtual-time";
const page = readFileSync("docs/testing.md", "utf8");

/** Runs the example's own tests, on the built packages. */
function runExample(): { passed: number; failed: number } {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const folder = mkdtempSync(join(tmpdir(), "preempt-example-"));
  try {
    const file = join(folder, "report.json");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
      { cwd: example, encoding: "utf8", timeout: 60_000 },
    );
    if (!existsSync(file)) throw new Error(`the example's tests gave no report:\n${stdout}\n${stderr}`);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the example's tests pass", () => {
  expect(runExample()).toEqual({ passed: 8, failed: 0 });
});

test("each block of code that names a file of the example stands in that file", () => {
  const blocks = [...page.matchAll(/```ts\n\/\/ (examples\/\S+)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBe(page.match(/^\/\/ examples\//gm)?.length);
  expect(blocks.length).toBeGreaterThanOrEqual(8);
  for (const [, file = "", code = ""] of blocks) expect(readFileSync(file, "utf8")).toContain(code);
});

test("the failing assertion says what the page says", () => {
  const code = /<!-- failing -->\n```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const message = /<!-- message -->\n```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  expect.extend(scheduleMatchers);
  let said = "nothing";
  try {
    new Function("virtualScheduler", "expect", code)(virtualScheduler, expect);
  } catch (error) {
    said = (error as Error).message;
  }
  expect(`${said}\n`).toBe(message);
});

test("every name of the testing kit that the page mentions exists", () => {
  const { schedule } = virtualScheduler();
  const queries = page.match(/^\| `[^\n]*/gm)?.join("\n") ?? "";
  const names = [...queries.matchAll(/`\.?(\w+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["expect", "schedule"].includes(name));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(name in schedule || name in scheduleMatchers, name).toBe(true);
});
