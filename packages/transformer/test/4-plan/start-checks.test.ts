/**
 * Functions that call a few others, which their file shows, and are in no circle have no point where they begin: between two points
 * there is a bounded number of calls all the same, and calls that go deep leave the engine's stack.
 */
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { load, transformProgram } from "../kit/harness.ts";
import { suspensions } from "../kit/suspensions.ts";

/** `o.g` may be suspended, for all that the file shows; it never is. `leaf` is suspended in its loop. */
const others = `const [o] = [{ g: (x) => x }];
  /** @preempt */ function leaf(x) { for (let i = 0; i < 1; i++) o.g(x); return x; }`;

/** In a function, so that no other script can replace what stands there. */
const inside = (code: string, f = "main") => `const ${f} = (() => { ${others} ${code} return ${f}; })();`;

/** How often `main` is suspended where each point suspends. */
function points(code: string, optimize: Optimizations = {}): number {
  return suspensions(inside(code), 0, 0, optimize);
}

const f = (head: string, body: string) => `/** @preempt */ ${head} { ${body} }`;
const ofClass = (...methods: string[]) =>
  `class A { ${methods.join(" ")} } ${f("function main(n)", "return new A().run(n);")}`;

/** By how many points there are fewer. */
const programs: readonly (readonly [name: string, saved: number, code: string])[] = [
  ["calls functions of its file", 1, f("function main(n)", "return leaf(n) + leaf(1);")],
  [
    "calls some that call others",
    2,
    f("function two(n)", "return leaf(n) + leaf(1);") + f("function main(n)", "return two(n) + leaf(2);"),
  ],
  [
    "calls methods of `this`",
    3,
    ofClass(f("run(n)", "return this.one(n) + this.one(1);"), f("one(n)", "return n ? leaf(n) : leaf(0) + leaf(2);")),
  ],
  [
    "calls methods of `this` that are assigned",
    1,
    `function A() {} A.prototype.one = A.prototype.other = ${f("function (n)", "return leaf(n);")};
     A.prototype.two = A.prototype.one; A.prototype.run = ${f("function (n)", "return this.two(n) + this.other(1);")};
     ${f("function main(n)", "return new A().run(n);")}`,
  ],
  ["calls one that the file does not show", 1, f("function main(n)", "return leaf(n) + o.g(1);")],
  [
    "calls two that are likely the language's own, but may be others",
    0,
    f("function main(n)", "return leaf(n) + o.test?.(n) + o.test?.(1);"),
  ],
  ["makes as many calls as is few", 1, f("function main(n)", `return ${calls(16)};`)],
  ["makes more", 0, f("function main(n)", `return ${calls(17)};`)],
  [
    "makes more with those of what it calls",
    2,
    f("function eight(n)", `return ${calls(8)};`) + f("function main(n)", "return eight(n) + eight(1);"),
  ],
  ["makes two that the file does not show", 0, f("function main(n)", "return o.g(n) + o.g(1);")],
  [
    "makes one of these, and calls another function that does",
    1,
    f("function one(n)", "return leaf(n) + o.g(1);") + f("function main(n)", "return o.g(n) + one(1);"),
  ],
  [
    "calls a method of `this` that the file does not show",
    0,
    `const B = Function("return class { h(x) { return x; } }")(); class A extends B { ${f("run(n)", "return leaf(n) + this.h(1);")} }
     ${f("function main(n)", "return new A().run(n);")}`,
  ],
  [
    "calls a method of `super`",
    0,
    `class B { g(x) { return x; } } class A extends B { ${f("run(n)", "return leaf(n) + super.g(1);")} }
     ${f("function main(n)", "return new A().run(n);")}`,
  ],
  [
    "calls a method of `this` that may be another",
    0,
    `class A { ${f("run(n)", "return leaf(n) + this.g(1);")} ${f("g(n)", "return leaf(n);")} } A.prototype.h = A.prototype.g = o.g;
     ${f("function main(n)", "return new A().run(n);")}`,
  ],
  ["calls itself", 0, f("function main(n)", "return n > 2 ? leaf(n) : main(n + 1) + main(n + 2);")],
  [
    "is in a circle with others, of which the last counts",
    3,
    f("function main(n)", "return leaf(n) + even(n);") +
      f("function even(n)", "return n > 2 ? 0 : odd(n + 1) + odd(n + 2);") +
      f("function odd(n)", "return n > 3 ? 0 : even(n + 1) + leaf(n);"),
  ],
  ["has a loop", 0, f("function main(n)", "for (let i = 0; i < 2; i++) leaf(i); return leaf(0) + leaf(1);")],
];

function calls(n: number): string {
  return Array.from({ length: n }, () => "leaf(n)").join(" + ");
}

for (const [name, saved, code] of programs)
  test(`a function that ${name}: ${saved === 0 ? "no point is saved" : `${saved} fewer`}`, () => {
    expect(points(code, { fewCalls: false }) - points(code)).toBe(saved);
  });

test("functions that make one call count again without `singleCalls`, whatever they call", () => {
  const code =
    f("function one(n)", "const x = leaf(n); return x + 1;") + f("function main(n)", "return one(n) + leaf(n);");
  expect(points(code, { singleCalls: false }) - points(code)).toBe(3);
});

test("classes of two files that call each other's methods in a circle have points in it", () => {
  const base = inside(
    `class A {
       ${f("visit(n)", "return n > 9 ? 1 : this.enter(n) + this.leave(n);")}
       ${f("enter(n)", "return leaf(n) + leaf(n);")} ${f("leave(n)", "return leaf(n) + leaf(n);")}
     }`,
    "A",
  );
  const derived = `class B extends A {
      ${f("enter(n)", "return this.visit(n + 1);")} ${f("leave(n)", "return this.visit(n + 1);")}
    } ${f("function main(n)", "return new B().visit(n);")}`;
  const javascript = [base, derived].map((code) => transformProgram({ code, extension: "js" }).code).join("\n");
  const { main } = load({ code: `${base}\n${derived}`, extension: "js" }, javascript);
  // 2,046 calls of `enter` and `leave`, and one of `main`, which also constructs.
  expect(drive(main, { args: [0], budget: 0 })).toEqual({ value: 1024, preemptions: 2047 });
});

const deep: Readonly<Record<string, string>> = {
  "of one function": f("function main(n)", "return n === 0 ? 0 : 1 + main(n - 1);"),
  "of functions, with calls besides":
    f("function main(n)", "return n === 0 ? leaf(0) : leaf(1) + other(n);") +
    f("function other(n)", "const x = main(n - 1); return x + leaf(0);"),
  "of methods": ofClass(
    f("run(n)", "if (n === 0) return 0; const x = this.one(n); return x + 1;"),
    f("one(n)", "const x = this.run(n - 1); return x + leaf(0);"),
  ),
  "through what the file does not show": `const table = { h: undefined };
    ${f("function main(n)", "if (n === 0) return 0; const x = leaf(1) + table[n > 0 ? 'h' : 'k'](n); return x;")}
    table.h = ${f("(n)=>", "const x = main(n - 1); return x + leaf(0);")};`,
};

for (const [name, code] of Object.entries(deep))
  test(`a circle ${name} leaves the engine's stack before that ends`, () => {
    const program = { code: inside(code), extension: "js" as const };
    const { main } = load(program, transformProgram(program).code);
    expect(drive(main, { args: [100_000], budget: 1e6 }).value).toBe(100_000);
  });

/** Calls of functions `f0` to `f4`, of methods of the same names, and of `o.h`, which the file does not show: it is a method, too. */
const body = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom("f", "this.f").chain((f) => fc.nat(4).map((i) => f + i)),
        fc.constant("o.h"),
      ),
      fc.constantFrom("", "if (k & 1) ", "for (const _ of [0, 0]) "),
    ),
    { maxLength: 4 },
  )
  .map((calls) => calls.map(([callee, when]) => `${when}s += ${callee}(k - 1);`).join(" "));

test("between two points there is a bounded number of calls, whatever calls what", () => {
  let saved = 0;
  fc.assert(
    fc.property(fc.array(body, { minLength: 10, maxLength: 10 }), (bodies) => {
      const whole = (i: number) => `calls++; let s = 1; if (k < 1 || calls > 1000) return s; ${bodies[i]} return s;`;
      const functions = [0, 1, 2, 3, 4].map((i) => f(`function f${i}(k)`, whole(i).replaceAll("this.f", "f")));
      const methods = [0, 1, 2, 3, 4].map((i) => f(`f${i}(k)`, whole(i + 5)));
      const code = `let calls = 0; const main = (() => { class A { ${methods.join(" ")} } ${functions.join(" ")}
        const a = new A(); const o = { __proto__: a, h: undefined }; o["h"] = a["f" + 0];
        return ${f("function main(k)", "calls = 0; const x = a.f0(k) + f0(k); return [x, calls];")} })();`;
      const program = { code, extension: "js" as const };
      const { main } = load(program, transformProgram(program).code);
      const { value, preemptions } = drive(main, { args: [12], budget: 0 });
      expect(value).toEqual(main(12));
      const [, made] = value as [number, number];
      if (preemptions < made) saved++;
      // A row of calls of 12 functions, each with as many as are few.
      expect(made).toBeLessThanOrEqual((preemptions + 1) * 17 * 12);
    }),
    { numRuns: 60 },
  );
  expect(saved).toBeGreaterThan(30);
});
