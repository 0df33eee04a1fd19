/** What tests of pages with an example project have in common. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";

/** Runs an example's own tests, on the built packages. */
export function runExample(example: string): { passed: number; failed: number } {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const folder = mkdtempSync(join(tmpdir(), "preempt-example-"));
  try {
    const file = join(folder, "report.json");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [vitest, "run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
      { cwd: example, encoding: "utf8", timeout: 150_000 },
    );
    if (!existsSync(file)) throw new Error(`the example's tests gave no report:\n${stdout}\n${stderr}`);
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(file, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each block of code that names a file of an example, or of a package's test, stands in that file. */
export function expectBlocksOfFiles(page: string, least: number): void {
  const blocks = [...page.matchAll(/```tsx?\n\/\/ ((?:examples|packages)\/\S+)\n([\s\S]*?)```/g)];
  expect(blocks.length).toBe(page.match(/^\/\/ (?:examples|packages)\//gm)?.length);
  expect(blocks.length).toBeGreaterThanOrEqual(least);
  for (const [, file = "", code = ""] of blocks) expect(readFileSync(file, "utf8")).toContain(code);
}
