/**
 * Tests that are given to a global function of the library's own, `T("plus", function () { T.assertEqual(…) })`. That
 * function calls the body at once and counts assertions; here each call of it becomes a case, and it runs as the job.
 */
import { type Body, suite } from "../suite.ts";

type TestFunction = Body & { result: readonly [passed: number, total: number, time: number] };

/** Puts a collector in the place of `globalThis[name]`, which the library's own test code has defined. */
export function collectCallsOf(name: string): void {
  const globals = globalThis as unknown as Record<string, TestFunction>;
  const original = globals[name];
  if (original === undefined) throw new Error(`the test code defines no ${name}`);
  const verify = () => {
    const [passed, total] = original.result;
    if (passed !== total || total === 0) throw new Error(`${passed} of ${total} assertions hold`);
  };
  globals[name] = new Proxy(original, {
    apply: (_, thisArg, args) => suite.add(String(args[0]), original, { thisArg, args, verify }),
  });
}
