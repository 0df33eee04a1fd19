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
  // The pages are built while unit tests run: those that wait leave time for it.
  const pages = buildPages();
  // What goes wrong there is told where they are waited for.
  pages?.catch(() => {});
  // Unit tests first that look at the clock or start processes; those that only compute run where browsers are waited for.
  if (!onlyBrowserTests) totals.push(await runUnitTests("apart", "--project=apart"));
  const runBrowserTests = await findBrowserTests(pages);
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
 * @param {ReturnType<typeof buildPages>} pages
 */
async function findBrowserTests(pages) {
  if (pages === undefined) {
    console.log("Browser tests skipped: packages/demo/playwright.config.ts does not exist.");
    return undefined;
  }
  const found = await findBrowsers();
  const missing = await findMissingBrowsers();
  if (missing.length > 0) console.log(`Browser tests skipped for want of a browser: ${missing.join(", ")}.`);
  if (found.length === 0) return undefined;

  const projects = missing.length === 0 ? [] : found.map((name) => `--project=${name}`);
  const { isBuilt, list } = await pages;
  const ofPart = list === undefined ? [] : [`--test-list=${list}`];
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
    const status = await run([playwrightOfDemo(), ...args], demo, { env, output });
    return countBrowserTests(read(report), status);
  };
}

/**
 * Builds the pages of the browser tests beside whatever else runs, and of the gallery those entries that they open: making a
 * large library preemptable takes seconds. Answers the file that lists the tests of the part, too.
 */
function buildPages() {
  if (!existsSync(join(demo, "playwright.config.ts"))) return undefined;
  return Promise.all([buildDemo(), part === undefined ? undefined : listBrowserTests(part)]).then(
    async ([code, listed]) => {
      const entries = listed && galleryEntriesOf(listed.tests);
      const isBuilt = code === 0 && (entries?.length === 0 || (await buildGallery(entries)) === 0);
      return { isBuilt, list: listed?.file };
    },
  );
}

/** Its exit code is in a file as well, for those unit tests that open a page. */
async function buildDemo() {
  const code = await run([viteOfDemo(), "build", "--logLevel", "warn"], demo, { env: {} });
  // There at once, or not at all.
  writeFileSync(`${built}.new`, String(code));
  renameSync(`${built}.new`, built);
  return code;
}

/**
 * Into the same folder.
 *
 * @param {string[] | undefined} entries undefined: every one
 */
function buildGallery(entries) {
  const env = entries === undefined ? {} : { PREEMPT_GALLERY: entries.join() };
  return run([viteOfDemo(), "build", "--config", "vite.gallery.config.ts", "--logLevel", "warn"], demo, { env });
}

/**
 * Writes down the browser tests of a part; answers the file, and them.
 *
 * @param {number} part
 */
async function listBrowserTests(part) {
  const [report, file] = [join(reports, "browser-tests.json"), join(reports, "browser-tests.txt")];
  const output = join(reports, "browser-tests.log");
  await run([playwrightOfDemo(), "test", "--list", "--reporter=json"], demo, {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    output,
  });
  const tests = existsSync(report) ? browserTestsOf(read(report), part) : [];
  // Nothing to test must not look like success.
  if (tests.length === 0) throw new Error(`Playwright lists no tests:\n${readFileSync(output, "utf8")}`);
  writeFileSync(file, tests.join("\n"));
  return { file, tests };
}

function viteOfDemo() {
  return join(dirname(createRequire(join(demo, "package.json")).resolve("vite/package.json")), "bin/vite.js");
}

function playwrightOfDemo() {
  return createRequire(join(demo, "package.json")).resolve("@playwright/test/cli");
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
