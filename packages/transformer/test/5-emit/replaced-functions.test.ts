/** Functions of classic scripts are properties of the global object, and anybody may replace them. */
import "@preempt/runtime/script";
import { runInThisContext } from "node:vm";
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const script = `
  function g(x) { return "old" + x; }
  function h(x) { return "new" + x; }
  /** @preempt */ function k(x) { for (let i = 0; i < 1; i++) x += "k"; return x; }
  /** @preempt */ function w(x) { for (let i = 0; i < 2; i++) globalThis.g = globalThis.k = h; return x; }
  /** @preempt */ function main() { return [g(w(1)), k(w(2)), g(3), k(4)]; }`;

test("a function is read before its arguments replace it", () => {
  const run = (code: string, call: (main: () => unknown) => unknown) => {
    runInThisContext(code);
    return call(runInThisContext("main"));
  };
  const expected = run(script, (main) => main());
  expect(expected).toEqual(["old1", "new2", "new3", "new4"]);
  for (const optimize of ["speed", "size"] as const) {
    const { code } = transform(script, { fileName: "script.js", module: false, sourceMap: false, optimize });
    expect(run(code, (main) => main())).toEqual(expected);
    for (const budget of [0, 1, 2, 7, 300]) {
      expect([optimize, budget, run(code, (main) => drive(main, { budget }).value)]).toEqual([
        optimize,
        budget,
        expected,
      ]);
    }
  }
});
