/**
 * `npm test`: the unit tests, then the browser tests where there are browsers. Arguments go to the unit tests, and
 * then only those run. Ends with one line that counts both.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowsers } from "./browsers.mjs";

const args = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "preempt-test-"));
const total = { passed: 0, failed: 0, skipped: 0 };
let broken = false;

function run(label, command, commandArgs, options, count) {
  const { status } = spawnSync(command, commandArgs, { stdio: "inherit", ...options });
  if (!count()) {
    console.error(`${label}: no result was written.`);
    broken = true;
  }
  if (status !== 0) broken = true;
}

const report = (name) => {
  const path = join(folder, name);
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
};

run(
  "unit tests",
  "vitest",
  ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${join(folder, "unit.json")}`, ...args],
  {},
  () => {
    const unit = report("unit.json");
    if (unit === undefined) return false;
    total.passed += unit.numPassedTests;
    total.failed += unit.numFailedTests;
    total.skipped += unit.numPendingTests + unit.numTodoTests;
    return true;
  },
);

if (args.length === 0) {
  if ((await findBrowsers()) === undefined) {
    console.log("Browser tests skipped: there is neither chromium and firefox-esr nor a browser of Playwright's own.");
  } else {
    const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, "browser.json") };
    run("browser tests", "playwright", ["test", "--reporter=list,json"], { cwd: "packages/demo", env }, () => {
      const browser = report("browser.json");
      if (browser === undefined) return false;
      total.passed += browser.stats.expected + browser.stats.flaky;
      total.failed += browser.stats.unexpected;
      total.skipped += browser.stats.skipped;
      return true;
    });
  }
}

rmSync(folder, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`);
process.exit(broken || total.failed > 0 || total.passed === 0 ? 1 : 0);
