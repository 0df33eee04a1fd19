/** The exports of `node:test` that libraries use. Takes the place of that module in their tests. */
import * as assert from "node:assert";
import { mock as nodeMock } from "node:test";
import { Skip } from "../run.ts";
import { type Body, type HookName, suite } from "../suite.ts";

interface Options {
  readonly skip?: boolean | string;
  readonly todo?: boolean | string;
}

type Arguments = [name: string | Body, options?: Options | Body, body?: Body];

function parse([name, options, body]: Arguments): { name: string; body: Body; options: Options } {
  const found = [name, options, body].find((a): a is Body => typeof a === "function") ?? (() => {});
  return {
    name: typeof name === "string" ? name : found.name,
    body: found,
    options: typeof options === "object" ? options : {},
  };
}

interface TestContext {
  readonly assert: typeof assert;
  readonly mock: typeof nodeMock;
  diagnostic(): void;
  skip(): never;
  test(...given: Arguments): Promise<void>;
}

/** The context that a body is given. */
const context: TestContext = {
  assert,
  mock: nodeMock,
  diagnostic() {},
  skip(): never {
    throw new Skip();
  },
  async test(...given: Arguments): Promise<void> {
    const { name, body, options } = parse(given);
    await suite.runNow(name, body, { args: [context], callsBack: body.length > 1, skipped: Boolean(options.skip) });
  },
};

export function test(...given: Arguments): void {
  const { name, body, options } = parse(given);
  suite.add(name, body, { args: [context], callsBack: body.length > 1, skipped: Boolean(options.skip) });
}
test.skip = (...given: Arguments) => suite.add(parse(given).name, parse(given).body, { skipped: true });
test.todo = test.skip;

export function describe(...given: Arguments): void {
  const { name, body, options } = parse(given);
  suite.describe(name, body, undefined, Boolean(options.skip));
}
describe.skip = (...given: Arguments) => suite.describe(parse(given).name, parse(given).body, undefined, true);

const hook = (when: HookName) => (body: Body) => suite.hook(when, body);

export const it = test;
export const before = hook("before");
export const after = hook("after");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");
export const mock = nodeMock;
export default Object.assign(test, { test, it, describe, before, after, beforeEach, afterEach, mock });
