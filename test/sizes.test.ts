import { expect, test } from "vitest";
import { allTooLong, tooLong } from "../scripts/sizes.mjs";

const lines = (n: number) => "  work();\n".repeat(n);

test("no file and no function is too long without a reason", { timeout: 120_000 }, () => {
  expect(allTooLong()).toEqual([]);
});

test("a file of more than 300 lines is named, unless its header says why", () => {
  expect(tooLong("a.ts", `/** It works. */\n${lines(300)}`)).toEqual(["a.ts has 301 lines"]);
  expect(tooLong("a.ts", `/** It works. */\n${lines(299)}`)).toEqual([]);
  expect(tooLong("a.ts", `/**\n * It works. It is long\n * because it is a table.\n */\n${lines(300)}`)).toEqual([]);
});

test("a function of more than 80 lines is named, unless the comment before it says why", () => {
  expect(tooLong("a.ts", `function f() {\n${lines(79)}}\n`)).toEqual(["a.ts:1 f has 81 lines"]);
  expect(tooLong("a.ts", `const f = () => {\n${lines(79)}};\n`)).toEqual(["a.ts:1 f has 81 lines"]);
  expect(tooLong("a.ts", `function f() {\n${lines(78)}}\n`)).toEqual([]);
  expect(tooLong("a.ts", `/** It is long because it is a list. */\nconst f = () => {\n${lines(79)}};\n`)).toEqual([]);
});

test("a function that is declared in another one counts by itself", () => {
  const inner = `function g() {\n${lines(60)}}\n`;
  expect(tooLong("a.ts", `function f() {\n${lines(60)}${inner}}\n`)).toEqual([]);
  expect(tooLong("a.ts", `function f() {\n${lines(60)}const g = ${inner}}\n`)).toEqual(["a.ts:1 f has 124 lines"]);
});
