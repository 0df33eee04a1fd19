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
  const first = { passed: 2, failed: 0, skipped: 0, failures: [] };
  expect(summary([first])).toEqual({ line: "2 passed, 0 failed", failures: [], ok: true });
  expect(summary([first, { passed: 1, failed: 1, skipped: 4, failures: ["a"] }])).toEqual({
    line: "3 passed, 1 failed, 4 skipped",
    failures: ["a"],
    ok: false,
  });
});

test("a run without any test is not a good run", () => {
  expect(summary([{ passed: 0, failed: 0, skipped: 7, failures: [] }]).ok).toBe(false);
});

test("a test file that does not load is a failure", () => {
  const testResults = [{ name: "a.test.ts", status: "failed", message: "no such module", assertionResults: [] }];
  const failures = ["a.test.ts\n    no such module"];
  expect(countUnitTests(unit({ testResults }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0, failures });
});

test("a failed test is counted once, not again for its file, and named with the first lines of why", () => {
  const failureMessages = ["\u001b[31mexpected 1\u001b[39m\nto be 2", "line\n".repeat(40)];
  const failed = { status: "failed", fullName: "adds", failureMessages };
  const assertionResults = [failed, { status: "passed", fullName: "multiplies", failureMessages: [] }];
  const testResults = [{ name: "a.test.ts", status: "failed", message: "", assertionResults }];
  const counts = countUnitTests(unit({ numFailedTests: 1, testResults }), 1);
  expect(counts.failed).toBe(1);
  expect(counts.failures).toHaveLength(1);
  expect(counts.failures[0]).toMatch(/^a\.test\.ts > adds\n {4}expected 1\n {4}to be 2\n {4}line\n/);
  expect(counts.failures[0]?.split("\n").length).toBeLessThan(20);
});

test("a browser test that failed is named with its browser, however deep it stands", () => {
  const spec = (status: string, message: string) => ({
    file: "a.spec.ts",
    title: "opens",
    tests: [{ projectName: "firefox", status, results: [{ errors: [] }, { errors: [{ message }] }] }],
  });
  const inner = { specs: [spec("unexpected", "too late"), spec("flaky", "once"), spec("expected", "")] };
  const report = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [{ suites: [inner] }],
  };
  const failures = ["[firefox] a.spec.ts > opens\n    too late"];
  expect(countBrowserTests(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 0, failures });
});

test("a runner that fails for a reason of its own counts as a failure", () => {
  expect(countUnitTests(unit({}), 1).failed).toBe(1); // an unhandled rejection
  expect(countUnitTests(unit({}), undefined).failed).toBe(1); // killed by the time limit
  expect(countUnitTests(undefined, 0).failed).toBe(1); // no report at all
  const stats = { expected: 2, flaky: 0, unexpected: 0, skipped: 0 };
  const failures = ["Playwright failed without a failed test (exit code 1): its own output, above, says why"];
  expect(countBrowserTests({ stats }, 1)).toEqual({ passed: 2, failed: 1, skipped: 0, failures });
  expect(countUnitTests(unit({}), 1).failures).toEqual([
    "vitest failed without a failed test (exit code 1): its own output, above, says why",
  ]);
  expect(countBrowserTests(undefined, undefined).failures).toEqual(["Playwright wrote no report (killed)"]);
});

test("a browser test that passed on its second attempt has passed", () => {
  const stats = { expected: 2, flaky: 1, unexpected: 0, skipped: 3 };
  expect(countBrowserTests({ stats }, 0)).toEqual({ passed: 3, failed: 0, skipped: 3, failures: [] });
});
