import { expect, test } from "vitest";
import { compare } from "./harness.ts";

test("fib gives the same value at every budget", () => {
  const c = compare({
    code: `/** @preempt */ function fib(n: number): number { return n < 2 ? n : fib(n - 1) + fib(n - 2) }
  /** @preempt */ function main() { const o = { /** @preempt */ m(a) { for (let i=0;i<3;i++) log(i, this === o); return a?.b?.(4) } }; log(o.m.name, o.m.length);
    const f = /** @preempt */ (x = 1, ...y) => { log(this === undefined); for (const z of y) x += z; return x };
    const r = [fib(10), o.m({ b(x) { return this !== undefined && x } }), o.m(null), f(1,2,3), f.name];
    try { o.nope(log("arg")) } catch (e) { log(e) } return r }`,
  });
  for (const { label, expected, actual } of c) {
    expect({ label, outcome: actual.outcome, log: actual.log }).toEqual({
      label,
      outcome: expected.outcome,
      log: expected.log,
    });
  }
  console.log(
    c[0]!.expected,
    c.map((x) => x.actual.preemptions),
  );
});
