/** Mocha's globals and exports: `describe`, `it`, hooks, and the context that is their `this`. */
import { Skip } from "../run.ts";
import { type Body, type HookName, suite } from "../suite.ts";

/** What tests ask of `this`. Time limits mean nothing here: a preempted test takes as long as it takes. */
const context = {
  timeout: () => context,
  slow: () => context,
  retries: () => context,
  skip(): never {
    throw new Skip();
  },
};

export function it(name: string, body?: Body): void {
  const callsBack = body !== undefined && body.length > 0;
  suite.add(name, body ?? (() => {}), { thisArg: context, callsBack, skipped: body === undefined });
}
it.skip = (name: string, body: Body = () => {}) => suite.add(name, body, { skipped: true });

export function describe(name: string, body: Body): void {
  suite.describe(name, body, context);
}
describe.skip = (name: string, body: Body) => suite.describe(name, body, context, true);

const hook = (when: HookName) => (first: string | Body, second?: Body) => {
  suite.hook(when, typeof first === "function" ? first : (second as Body));
};

export const specify = it;
export const before = hook("before");
export const after = hook("after");
export const beforeEach = hook("beforeEach");
export const afterEach = hook("afterEach");

Object.assign(globalThis, { describe, context: describe, it, specify, before, after, beforeEach, afterEach });
