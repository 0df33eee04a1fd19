/** The option `guard`: where emitted code runs to its end, it asks whether it may go on; where jobs run it, it does not. */
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";

class Enough extends Error {}

/** Lets code go on for so many rounds and calls. */
class Guard {
  fuel: number;
  readonly failures: unknown[] = [];
  readonly asked: unknown[] = [];
  constructor(fuel: number) {
    this.fuel = fuel;
  }
  check(isBody?: boolean): void {
    this.asked.push(isBody);
    throw new Enough();
  }
  failed(error: unknown): Promise<never> {
    this.failures.push(error);
    throw error;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the code returns
function load(code: string, guard: object): any {
  const options = { fileName: "code.js", functions: "all", module: false, guard: "$guard" } as const;
  return new Function("$guard", `${transform(code, options).code}\nreturn main;`)(guard);
}

test.each([
  ["while", "function main() { while (true); }"],
  ["do", "function main() { do {} while (true); }"],
  ["for", "function main() { for (let i = 0; ; i++) { let i = 1; } }"],
  ["for of", "function main() { for (const x of (function* () { for (;;) yield 1; })()); }"],
  ["for in", "function main() { for (;;) for (const k in { a: 1 }) k; }"],
  ["recursion", "function main() { main(); }"],
  ["recursion of arrow functions", "const main = () => main() || main();"],
  ["a method", "const main = () => ({ m() { this.m(); } }).m();"],
  ["accessors", "const main = () => { const o = { get a() { return this.a; }, set a(v) {} }; return o.a; };"],
  ["a constructor", "class A { constructor() { new A(); } } function main() { new A(); }"],
  [
    "a derived constructor",
    "class A {} class B extends A { constructor() { super(); new B(); } } function main() { new B(); }",
  ],
  ["a static block", "function main() { class A { static { for (;;); } } }"],
  ["a field", "class A { f = () => this.f(); } function main() { new A().f(); }"],
  ["a function with functions inside", "function main() { const f = () => 1; for (;;) f(); }"],
  ["toString", "function main() { `${{ toString() { for (;;); } }}`; }"],
])("%s is stopped, called plainly", (_, code) => {
  expect(() => load(code, new Guard(100))()).toThrow(Enough);
});

test("a directive stays the first", () => {
  expect(load("function main() { 'use strict'; return this; }", new Guard(100))()).toBeUndefined();
});

test("run as a job, nothing but bodies with functions inside asks, and says so", () => {
  const plain = load("function main(n) { let s = 0; while (n > 0) s += n--; return s; }", new Guard(1));
  expect(drive(plain, { args: [1000], budget: 3 }).value).toBe(500500);
  const guard = new Guard(10);
  const outer = load(
    "function main(n) { const f = () => { for (;;); }; let s = 0; while (n > 0) s += n--; return s; }",
    guard,
  );
  expect(() => drive(outer, { args: [1000], budget: 3 }).value).toThrow(Enough);
  expect(guard.asked).toEqual([true]);
});

test("what an async function throws goes to the guard", async () => {
  for (const code of ["async function main() { for (;;) await null; }", "const main = async () => await main();"]) {
    const guard = new Guard(5);
    await expect(load(code, guard)()).rejects.toThrow(Enough);
    expect(guard.failures.at(-1)).toBeInstanceOf(Enough);
  }
  const never = { fuel: 3, check: () => Promise.reject(), failed: () => new Promise(() => {}) };
  never.check = () => {
    throw new Enough();
  };
  const outcome = Promise.race([
    load("async function main() { for (;;) await null; }", never)(),
    Promise.resolve("goes on"),
  ]);
  expect(await outcome).toBe("goes on");
});

test("with enough fuel, code does what it did", () => {
  const code = `
    function* g(n) { for (let i = 0; i < n; i++) yield i; }
    class A { #p = 2; get p() { return this.#p; } static twice = (x) => x * 2; }
    function main() {
      const found = [];
      outer: for (const x of g(5)) { for (let y = 0; ; y++) { if (y > x) continue outer; if (x === 4) break outer; found.push(x * y); } }
      do found.push(A.twice(new A().p)); while (found.length < 12);
      for (const k in { a: 1, b: 2 }) found.push(k);
      return found.join();
    }`;
  const plain = new Function(`${code}\nreturn main;`)();
  expect(load(code, new Guard(1e6))()).toBe(plain());
});
