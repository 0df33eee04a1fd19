/**
 * What the reports of the test runners add up to. A runner that fails without a failed test (a file that does not
 * load, an error outside every test, a crash) counts as one failure, so that the last line of `npm test` never says
 * "0 failed" of a red run.
 */

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {any} report vitest's JSON report, undefined if none was written
 * @param {number | undefined} status vitest's exit code, undefined if it was killed
 * @returns {Counts}
 */
export function countUnitTests(report, status) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = report.testResults;
  const unloadable = files.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  return noteFailure(status, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/**
 * @param {any} report Playwright's JSON report, undefined if none was written
 * @param {number | undefined} status Playwright's exit code, undefined if it was killed
 * @returns {Counts}
 */
export function countBrowserTests(report, status) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, flaky, unexpected, skipped } = report.stats;
  return noteFailure(status, { passed: expected + flaky, failed: unexpected, skipped });
}

/**
 * @param {number | undefined} status
 * @param {Counts} counts
 */
function noteFailure(status, counts) {
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/**
 * The line that CI reads, and whether the run was good. A run without any test was not.
 *
 * @param {Counts[]} runners
 */
export function summary(runners) {
  const sum = (/** @type {keyof Counts} */ key) => runners.reduce((total, counts) => total + counts[key], 0);
  const [passed, failed, skipped] = [sum("passed"), sum("failed"), sum("skipped")];
  const line = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
  return { line, ok: failed === 0 && passed > 0 };
}
