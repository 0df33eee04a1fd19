/** docs/testing.md: its code is that of the example project, which is run here as its users run it. */
import { readFileSync } from "node:fs";
import { scheduleMatchers, virtualScheduler } from "@preempt/runtime/testing/vitest";
import { expect, test } from "vitest";
import { expectBlocksOfFiles, runExample } from "./example-project.ts";

const example = "examples/testing-with-virtual-time";
const page = readFileSync("docs/testing.md", "utf8");

test("the example's tests pass", () => {
  expect(runExample(example)).toEqual({ passed: 8, failed: 0 });
});

test("each block of code that names a file of the example stands in that file", () => {
  expectBlocksOfFiles(page, 8);
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
