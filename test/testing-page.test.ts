/** docs/testing.md: its code is that of the example project, which is run here as its users run it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { raceMatchers, scheduleMatchers, virtualScheduler } from "@preempt/runtime/testing/vitest";
import { transform } from "@preempt/transformer";
import { expect, onTestFinished, test } from "vitest";
import { expectBlocksOfFiles, runExample } from "./example-project.ts";

const abi = /"@preempt\/runtime\/abi"/g;
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

test("the race that the page shows is found, and reported as it says", async () => {
  const block = (name: string) => page.split(`<!-- ${name} -->\n`)[1]?.split(/```(?:\w+)?\n/)[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "preempt-page-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const runtime = JSON.stringify(new URL("../packages/runtime/src/abi.ts", import.meta.url).href);
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const failing = new AsyncFunction("expect", "center", block("race test")) as (...given: unknown[]) => Promise<void>;
  expect.extend(raceMatchers);
  const said = async (accesses: boolean) => {
    const file = join(folder, `${accesses}.mjs`);
    const { code } = transform(block("race module"), { fileName: "project/src/scratch.js", accesses });
    writeFileSync(
      file,
      code.replaceAll(abi, () => runtime),
    );
    const { center } = (await import(/* @vite-ignore */ file)) as { center: unknown };
    return failing(expect, center).catch((error: Error) => error.message);
  };
  expect(await said(true)).toBe(block("race report"));
  expect(await said(false)).toBe(undefined);
});

test("every name of the testing kit that the page mentions exists", () => {
  const { schedule } = virtualScheduler();
  const queries =
    page
      .split("## Races")[0]
      ?.match(/^\| `[^\n]*/gm)
      ?.join("\n") ?? "";
  const names = [...queries.matchAll(/`\.?(\w+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["expect", "schedule"].includes(name));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names) expect(name in schedule || name in scheduleMatchers, name).toBe(true);
});
