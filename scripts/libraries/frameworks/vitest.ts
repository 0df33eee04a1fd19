/** The exports of `vitest` that libraries use. Its `expect` is the real one, which stands in packages of its own. */
import { createRequire } from "node:module";
import { type Body, type HookName, suite } from "../suite.ts";

interface Chai {
  readonly expect: unknown;
  use(plugin: unknown): unknown;
}

/** Found where the library's tests would find them. */
const require = createRequire(`${process.cwd()}/`);
const chai = require("chai") as Chai;
const { JestAsymmetricMatchers, JestChaiExpect, JestExtend } = require("@vitest/expect");
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const { expect } = chai;

export function test(name: string, body: Body): void {
  suite.add(name, body);
}
test.skip = (name: string, body: Body) => suite.add(name, body, { skipped: true });
test.each =
  (first: readonly unknown[], ...values: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const args of rowsOf(first, values)) suite.add(name, body, { args });
  };

/** Rows of an array, or of a table in a template literal, whose first line has the names. */
function rowsOf(first: readonly unknown[], values: readonly unknown[]): unknown[][] {
  if (!("raw" in first)) return first.map((row) => (Array.isArray(row) ? row : [row]));
  const names = (String(first[0]).trim().split("\n", 1)[0] as string).split("|").map((name) => name.trim());
  return Array.from({ length: values.length / names.length }, (_, row) => [
    Object.fromEntries(names.map((name, i) => [name, values[row * names.length + i]])),
  ]);
}

export function describe(name: string, body: Body): void {
  suite.describe(name, body, undefined);
}

describe.each =
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const args of rowsOf(rows, [])) describe(name, () => body(...args));
  };

const hook = (when: HookName) => (body: Body) => suite.hook(when, body);

export const it = test;
export const beforeAll = hook("before");
export const afterAll = hook("after");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
