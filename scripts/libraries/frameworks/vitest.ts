/** The exports of `vitest` that libraries use, with the matchers of Jest's `expect`, which Vitest's follow. */
import { createRequire } from "node:module";
import { type Body, type HookName, suite } from "../suite.ts";

/** Found where the library's tests would find it. */
const require = createRequire(`${process.cwd()}/`);
export const { expect } = require("expect") as { expect: unknown };

export function test(name: string, body: Body): void {
  suite.add(name, body);
}
test.skip = (name: string, body: Body) => suite.add(name, body, { skipped: true });
test.each =
  (rows: readonly unknown[]) =>
  (name: string, body: Body): void => {
    for (const row of rows) suite.add(name, body, { args: Array.isArray(row) ? row : [row] });
  };

export function describe(name: string, body: Body): void {
  suite.describe(name, body, undefined);
}

const hook = (when: HookName) => (body: Body) => suite.hook(when, body);

export const it = test;
export const beforeAll = hook("before");
export const afterAll = hook("after");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
