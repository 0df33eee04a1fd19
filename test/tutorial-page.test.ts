/** docs/tutorial.md: its programs run as its readers run them, and print what the page says. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync("docs/tutorial.md", "utf8");
const pattern =
  /<!-- tutorial (\w+) -->\n```js\n([\s\S]*?)```\n(?:(?!<!-- tutorial)[\s\S])*?<!-- prints -->\n```\n([\s\S]*?)```/g;
const programs = [...page.matchAll(pattern)].map(([, how, code = "", prints]) => ({ how, code, prints }));
const register = new URL("../packages/transformer/dist/register.js", import.meta.url).href;

test("the page has programs", () => {
  expect(programs.length).toBe(page.match(/<!-- tutorial/g)?.length);
  expect(programs.length).toBeGreaterThan(3);
});

test.for(programs)("the program prints what the page says: $prints", ({ how, code, prints }) => {
  // inside the workspace, so that the packages are found as in an application
  const folder = mkdtempSync(join("test", "tutorial-"));
  try {
    const file = join(folder, "program.mjs");
    writeFileSync(file, code);
    const args = how === "transformed" ? ["--import", register, file] : [file];
    expect(execFileSync(process.execPath, args, { encoding: "utf8", timeout: 60_000, stdio: "pipe" })).toBe(prints);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
