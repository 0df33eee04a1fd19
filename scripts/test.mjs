/**
 * `npm test`: the unit tests, and the browser tests in the browsers there are; of those that take long, a part, see
 * parts.mjs. The last line counts both, and CI reads it: `N passed, N failed`, with `, N skipped` if any were; before it
 * stands what failed, once more.
 *
 *   node scripts/test.mjs [arguments for vitest]   arguments choose unit tests, so the browser tests do not run
 *   node scripts/test.mjs --all   every part
 *   node scripts/test.mjs --e2e [arguments for Playwright]   the browser tests alone, all of them
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowsers, findMissingBrowsers } from "./browsers.mjs";
import { browserTestsOf, galleryEntriesOf, parts, partToRun } from "./parts.mjs";
import { countBrowserTests, countUnitTests, summary } from "./test-counts.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const demo = join(root, "packages/demo");
// Far above what the tests take; a hung browser must not hang CI.
const runnerTimeout = 10 * 60_000;

const [first, ...rest] = process.argv.slice(2);
const onlyBrowserTests = first === "--e2e";
const isWhole = first === "--all" || onlyBrowserTests;
const unitArgs = isWhole || first === undefined ? [] : [first, ...rest];
const browserArgs = onlyBrowserTests ? rest : [];
const part = isWhole || unitArgs.length > 0 ? undefined : partToRun(process.env.PREEMPT_PART);
process.env.PREEMPT_PART = String(part ?? "all");

const reports = mkdtempSync(join(tmpdir(), "preempt-test-"));
// Some 200 processes load the same modules, TypeScript above all: V8 compiles each once.
process.env.NODE_COMPILE_CACHE ??= join(reports, "compiled");
const totals = [];
if (part !== undefined) {
  console.log(`Part ${part} of ${parts} of what takes long (PREEMPT_PART=all, or npm run test:all: every part).\n`);
}
const built = join(reports, "demo-built");
if (unitArgs.length > 0) {
  totals.push(await runUnitTests("unit", ...unitArgs));
  console.log("Browser tests not run: the arguments choose unit tests.");
} else {
  // The page is built while unit tests run: those that wait leave time for it.
  const build = buildDemo();
  // Unit tests first that look at the clock or start processes; those that only compute run where browsers are waited for.
  if (!onlyBrowserTests) totals.push(await runUnitTests("apart", "--project=apart"));
  const runBrowserTests = await findBrowserTests(build);
  const output = onlyBrowserTests ? undefined : join(reports, "together.txt");
  const together = runBrowserTests?.("together", output, "--workers=2", "--grep-invert=@measured");
  if (!onlyBrowserTests) totals.push(await runUnitTests("sharing", "--project=sharing"));
  if (together !== undefined) totals.push(await together);
  if (output !== undefined && existsSync(output)) process.stdout.write(readFileSync(output));
  // Tests that measure have the machine for themselves.
  const alone = await runBrowserTests?.("alone", undefined, "--workers=1", "--grep=@measured");
  if (alone !== undefined) totals.push(alone);
}
rmSync(reports, { recursive: true, force: true });

const { line, failures, ok } = summary(totals);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${line}`);
process.exitCode = ok ? 0 : 1;

/**
 * @param {string} name
 * @param {string[]} args
 */
async function runUnitTests(name, ...args) {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const report = join(reports, `${name}.json`);
  const words = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args];
  const status = await run([vitest, ...words], root, { env: unitArgs.length > 0 ? {} : { PREEMPT_DEMO_BUILT: built } });
  return countUnitTests(read(report), status);
}

/**
 * What runs browser tests in the browsers there are; undefined if there are none.
 *
 * @param {Promise<number | undefined> | undefined} build
 */
async function findBrowserTests(build) {
  if (!existsSync(join(demo, "playwright.config.ts"))) {
    console.log("Browser tests skipped: packages/demo/playwright.config.ts does not exist.");
    return undefined;
  }
  const found = await findBrowsers();
  const missing = await findMissingBrowsers();
  if (missing.length > 0) console.log(`Browser tests skipped for want of a browser: ${missing.join(", ")}.`);
  if (found.length === 0) return undefined;

  const playwright = createRequire(join(demo, "package.json")).resolve("@playwright/test/cli");
  const projects = missing.length === 0 ? [] : found.map((name) => `--project=${name}`);
  const listed = part === undefined ? undefined : await listBrowserTests(playwright, part);
  const isBuilt = (await build) === 0 && (await buildGallery(listed && galleryEntriesOf(listed.tests))) === 0;
  const ofPart = listed === undefined ? [] : [`--test-list=${listed.file}`];
  /**
   * @param {string} name
   * @param {string | undefined} output A file for what it says, if that is not for the terminal.
   * @param {string[]} which
   */
  return async (name, output, ...which) => {
    const report = join(reports, `${name}.json`);
    const args = [
      "test",
      "--reporter=list,json",
      "--pass-with-no-tests",
      ...which,
      ...projects,
      ...ofPart,
      ...browserArgs,
    ];
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...(isBuilt && { PREEMPT_E2E_BUILT: "1" }) };
    const status = await run([playwright, ...args], demo, { env, output });
    return countBrowserTests(read(report), status);
  };
}

/**
 * Writes down the browser tests of a part; answers the file, and them.
 *
 * @param {string} playwright
 * @param {number} part
 */
async function listBrowserTests(playwright, part) {
  const [report, list] = [join(reports, "browser-tests.json"), join(reports, "browser-tests.txt")];
  const output = join(reports, "browser-tests.log");
  await run([playwright, "test", "--list", "--reporter=json"], demo, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    output,
  });
  const lines = existsSync(report) ? browserTestsOf(read(report), part) : [];
  // Nothing to test must not look like success.
  if (lines.length === 0) throw new Error(`Playwright lists no tests:\n${readFileSync(output, "utf8")}`);
  writeFileSync(list, lines.join("\n"));
  return { file: list, tests: lines };
}

/**
 * Builds the pages of the browser tests beside whatever else runs; answers the exit code, undefined if it was killed. It is in a
 * file as well, for those unit tests that open the page.
 */
function buildDemo() {
  if (!existsSync(join(demo, "playwright.config.ts"))) return undefined;
  return run([viteOfDemo(), "build", "--logLevel", "warn"], demo, { env: {} }).then((code) => {
    // There at once, or not at all.
    writeFileSync(`${built}.new`, String(code));
    renameSync(`${built}.new`, built);
    return code;
  });
}

/**
 * Builds the gallery into the same folder. Making a large library preemptable takes seconds, so a part builds those that it
 * opens.
 *
 * @param {string[] | undefined} entries undefined: every one
 */
async function buildGallery(entries) {
  if (entries?.length === 0) return 0;
  const env = entries === undefined ? {} : { PREEMPT_GALLERY: entries.join() };
  return run([viteOfDemo(), "build", "--config", "vite.gallery.config.ts", "--logLevel", "warn"], demo, { env });
}

function viteOfDemo() {
  return join(dirname(createRequire(join(demo, "package.json")).resolve("vite/package.json")), "bin/vite.js");
}

/**
 * Runs a Node program and answers its exit code; undefined when it was killed.
 *
 * @param {string[]} args
 * @param {string} cwd
 * @param {{ env: NodeJS.ProcessEnv, output?: string | undefined }} options `output`: a file for what it says.
 */
async function run(args, cwd, { env, output }) {
  const to = output === undefined ? "inherit" : openSync(output, "w");
  const program = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", to, to],
    timeout: runnerTimeout,
  });
  const [code] = await once(program, "exit");
  if (typeof to === "number") closeSync(to);
  return code ?? undefined;
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
