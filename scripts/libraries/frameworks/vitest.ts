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
