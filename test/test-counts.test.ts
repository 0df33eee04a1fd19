import { expect, test } from "vitest";
import { countBrowserTests, countUnitTests, summary } from "../scripts/test-counts.mjs";

const unit = (report: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...report,
});

test("the last line adds up all runners, and names skipped tests only if there are any", () => {
  const first = { passed: 2, failed: 0, skipped: 0 };
  expect(summary([first])).toEqual({ line: "2 passed, 0 failed", ok: true });
  expect(summary([first, { passed: 1, failed: 1, skipped: 4 }])).toEqual({
    line: "3 passed, 1 failed, 4 skipped",
    ok: false,
  });
});

test("a run without any test is not a good run", () => {
  expect(summary([{ passed: 0, failed: 0, skipped: 7 }]).ok).toBe(false);
});

test("a test file that does not load is a failure", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(countUnitTests(unit({ testResults }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
});

test("a failed test is counted once, not again for its file", () => {
  const testResults = [{ status: "failed", assertionResults: [{ status: "failed" }, { status: "passed" }] }];
  expect(countUnitTests(unit({ numFailedTests: 1, testResults }), 1).failed).toBe(1);
});

test("a runner that fails for a reason of its own counts as a failure", () => {
  expect(countUnitTests(unit({}), 1).failed).toBe(1); // an unhandled rejection
  expect(countUnitTests(unit({}), undefined).failed).toBe(1); // killed by the time limit
  expect(countUnitTests(undefined, 0).failed).toBe(1); // no report at all
  const stats = { expected: 2, flaky: 0, unexpected: 0, skipped: 0 };
  expect(countBrowserTests({ stats }, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
});

test("a browser test that passed on its second attempt has passed", () => {
  const stats = { expected: 2, flaky: 1, unexpected: 0, skipped: 3 };
  expect(countBrowserTests({ stats }, 0)).toEqual({ passed: 3, failed: 0, skipped: 3 });
});
