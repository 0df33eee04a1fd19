/**
 * What the reports of the test runners add up to, and which tests failed. A runner that fails without a failed test (a
 * file that does not load, an error outside every test, a crash) counts as one failure, so that the last line of
 * `npm test` never says "0 failed" of a red run.
 */
import { stripVTControlCharacters } from "node:util";

/**
 * `failures` holds, for each failure, what failed and the first lines of why: a run's last lines are what is left of
 * it in many a log.
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 */

/** Lines of a message that are repeated at the end of a run. */
const messageLines = 12;

/** @typedef {{ status: string, fullName: string, failureMessages: string[] }} UnitTest */

/**
 * @param {any} report vitest's JSON report, undefined if none was written
 * @param {number | undefined} status vitest's exit code, undefined if it was killed
 * @returns {Counts}
 */
export function countUnitTests(report, status) {
  if (report === undefined) return noReport("vitest", status);
  /** @type {{ name: string, status: string, message: string, assertionResults: UnitTest[] }[]} */
  const files = report.testResults;
  const failures = files
    .filter((file) => file.status === "failed")
    .flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return [describe(file.name, file.message)];
      return failed.map((test) => describe(`${file.name} > ${test.fullName}`, test.failureMessages.join("\n")));
    });
  return noteFailure("vitest", status, {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  });
}

/**
 * @param {any} report Playwright's JSON report, undefined if none was written
 * @param {number | undefined} status Playwright's exit code, undefined if it was killed
 * @returns {Counts}
 */
export function countBrowserTests(report, status) {
  if (report === undefined) return noReport("Playwright", status);
  const { expected, flaky, unexpected, skipped } = report.stats;
  /** @type {BrowserError[]} */
  const errors = report.errors ?? [];
  const failures = [
    ...specsOf(report).flatMap(({ spec }) => failuresOf(spec)),
    ...errors.map((error) => describe("Playwright", messageOf(error))),
  ];
  return noteFailure("Playwright", status, { passed: expected + flaky, failed: unexpected, skipped, failures });
}

/**
 * @typedef {{ message?: string }} BrowserError
 * @typedef {{ projectName: string, status: string, results: { errors?: BrowserError[] }[] }} BrowserTest
 * @typedef {{ file: string, title: string, tests: BrowserTest[] }} Spec
 * @typedef {{ title?: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * The tests of a suite and of those within, each with the titles around it and its own. A report is a suite without a title.
 *
 * @param {Suite} suite
 * @param {string[]} around
 * @returns {{ spec: Spec, titles: string[] }[]}
 */
export function specsOf({ title, specs = [], suites = [] }, around = []) {
  const path = title === undefined ? around : [...around, title];
  const own = specs.map((spec) => ({ spec, titles: [...path, spec.title] }));
  return [...own, ...suites.flatMap((suite) => specsOf(suite, path))];
}

/** @param {Spec} spec */
function failuresOf({ file, title, tests }) {
  return tests
    .filter((test) => test.status === "unexpected")
    .map(({ projectName, results }) => {
      const errors = results.at(-1)?.errors ?? [];
      return describe(`[${projectName}] ${file} > ${title}`, errors.map(messageOf).join("\n"));
    });
}

/** @param {BrowserError} error */
function messageOf({ message = "" }) {
  return message;
}

/**
 * @param {string} name
 * @param {string} message
 */
function describe(name, message) {
  const lines = stripVTControlCharacters(message).trim().split("\n").slice(0, messageLines);
  return [name, ...lines].join("\n    ");
}

/**
 * @param {string} runner
 * @param {number | undefined} status
 * @returns {Counts}
 */
function noReport(runner, status) {
  return { passed: 0, failed: 1, skipped: 0, failures: [`${runner} wrote no report (${exitOf(status)})`] };
}

/**
 * @param {string} runner
 * @param {number | undefined} status
 * @param {Counts} counts
 */
function noteFailure(runner, status, counts) {
  if (status === 0 || counts.failed > 0) return counts;
  const failure = `${runner} failed without a failed test (${exitOf(status)}): its own output, above, says why`;
  return { ...counts, failed: 1, failures: [...counts.failures, failure] };
}

/** @param {number | undefined} status */
function exitOf(status) {
  return status === undefined ? "killed" : `exit code ${status}`;
}

/**
 * The line that CI reads, what failed, and whether the run was good. A run without any test was not.
 *
 * @param {Counts[]} runners
 */
export function summary(runners) {
  const sum = (/** @type {"passed" | "failed" | "skipped"} */ key) =>
    runners.reduce((total, counts) => total + counts[key], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, failures: runners.flatMap((counts) => counts.failures), ok: failed === 0 && passed > 0 };
}
