/**
 * `npm test`: the unit tests, then the browser tests in the browsers there are. The last line counts both, and CI
 * reads it: `N passed, N failed`, with `, N skipped` if any were; before it stands what failed, once more.
 *
 *   node scripts/test.mjs [arguments for vitest]   arguments choose unit tests, so the browser tests do not run
 *   node scripts/test.mjs --e2e [arguments for Playwright]   the browser tests alone
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowsers, findMissingBrowsers } from "./browsers.mjs";
import { countBrowserTests, countUnitTests, summary } from "./test-counts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const demo = join(root, "packages/demo");
// Far above what the tests take; a hung browser must not hang CI.
const runnerTimeout = 10 * 60_000;

const [first, ...rest] = process.argv.slice(2);
const onlyBrowserTests = first === "--e2e";
const unitArgs = onlyBrowserTests || first === undefined ? [] : [first, ...rest];
const browserArgs = onlyBrowserTests ? rest : [];

const reports = mkdtempSync(join(tmpdir(), "preempt-test-"));
// Some 200 processes load the same modules, TypeScript above all: V8 compiles each once.
process.env.NODE_COMPILE_CACHE ??= join(reports, "compiled");
const totals = [];
const built = join(reports, "demo-built");
// The page is built while unit tests run: those that wait leave time for it.
const build = unitArgs.length === 0 ? buildDemo() : undefined;
if (!onlyBrowserTests) totals.push(await runUnitTests());
if (unitArgs.length > 0) console.log("Browser tests not run: the arguments choose unit tests.");
else totals.push(...(await runBrowserTests()));
rmSync(reports, { recursive: true, force: true });

const { line, failures, ok } = summary(totals);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${line}`);
process.exitCode = ok ? 0 : 1;

async function runUnitTests() {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const report = join(reports, "unit.json");
  const args = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...unitArgs];
  const status = await run([vitest, ...args], root, build === undefined ? {} : { PREEMPT_DEMO_BUILT: built });
  return countUnitTests(read(report), status);
}

async function runBrowserTests() {
  if (!existsSync(join(demo, "playwright.config.ts"))) {
    console.log("Browser tests skipped: packages/demo/playwright.config.ts does not exist.");
    return [];
  }
  const found = await findBrowsers();
  const missing = await findMissingBrowsers();
  if (missing.length > 0) console.log(`Browser tests skipped for want of a browser: ${missing.join(", ")}.`);
  if (found.length === 0) return [];

  const playwright = createRequire(join(demo, "package.json")).resolve("@playwright/test/cli");
  const projects = missing.length === 0 ? [] : found.map((name) => `--project=${name}`);
  const runTests = async (/** @type {string} */ name, /** @type {string[]} */ ...which) => {
    const report = join(reports, `${name}.json`);
    const args = ["test", "--reporter=list,json", "--pass-with-no-tests", ...which, ...projects, ...browserArgs];
    const status = await run([playwright, ...args], demo, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
    return countBrowserTests(read(report), status);
  };
  if ((await build) === 0) process.env.PREEMPT_E2E_BUILT = "1";
  // Tests that measure have the machine for themselves; the others share it.
  return [
    await runTests("together", "--workers=2", "--grep-invert=@measured"),
    await runTests("alone", "--workers=1", "--grep=@measured"),
  ];
}

/**
 * Builds the page of the browser tests beside whatever else runs; answers the exit code, null if it was killed. It is in a
 * file as well, for those unit tests that open the page.
 */
function buildDemo() {
  if (!existsSync(join(demo, "playwright.config.ts"))) return undefined;
  const vite = join(dirname(createRequire(join(demo, "package.json")).resolve("vite/package.json")), "bin/vite.js");
  const building = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: demo,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: runnerTimeout,
  });
  return once(building, "exit").then(([code]) => {
    // There at once, or not at all.
    writeFileSync(`${built}.new`, String(code));
    renameSync(`${built}.new`, built);
    return code;
  });
}

/**
 * Runs a Node program and answers its exit code; undefined when it was killed.
 *
 * @param {string[]} args
 * @param {string} cwd
 */
async function run(args, cwd, env = {}) {
  const program = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit"],
    timeout: runnerTimeout,
  });
  const [code] = await once(program, "exit");
  return code ?? undefined;
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
