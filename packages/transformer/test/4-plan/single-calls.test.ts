/**
 * Functions that make one call at most, on each way through them, count nothing where they begin: between two points there are no
 * more calls than one after the other in a row, which their depth ends.
 */
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";
import { suspensions } from "../kit/suspensions.ts";

/** `o.g` may be suspended, for all that the file shows; it never is. */
const others = "const [o] = [{ g: (x) => x }];";

/** How often a function is suspended where each point suspends. */
function points(body: string, given = 0, optimize = {}): number {
  return suspensions(`${others} /** @preempt */ function main(n) { ${body} }`, given, 0, optimize);
}

const single: Readonly<Record<string, string>> = {
  "one call": "const x = o.g(n); return x + 1;",
  "one that it returns": "return o.g(n);",
  "one or the other": "return n > 0 ? o.g(1) : o.g(2);",
  "one in either branch": "let s = 0; if (n > 0) s += o.g(1); else { s += o.g(2); s++; } return s;",
  "one that it returns early, or one later": "if (n > 0) return o.g(1); const x = o.g(2); return x;",
  "one that it throws, or one later": "if (n > 0) throw o.g(1); return o.g(2) + 1;",
  "one in each case": "switch (n) { case 0: return o.g(1); case 1: o.g(2); break; default: o.g(3); } return n;",
  "one in a loop's head": "let s = 0; for (let i = o.g(0); i < 0; i++) s += i; return s;",
  "calls in the rounds of a loop":
    "let s = 0; for (let i = 0; i < n; i++) { s += o.g(i); s += o.g(s); } return s + o.g(1);",
  "one in a try statement": "try { return o.g(n) + 1; } catch (e) { return 2; }",
  "one beside those of functions that are never suspended": "return Math.max(o.g(n), Math.abs(n)) + `${n}`.length;",
};

for (const [name, body] of Object.entries(single))
  test(`a function that makes ${name} counts nothing where it begins`, () => {
    expect(points(body)).toBe(points(body, 0, { singleCalls: false }) - 1);
  });

const more: Readonly<Record<string, string>> = {
  "one after the other": "const x = o.g(n); return x + o.g(1);",
  "one as the other's argument": "return o.g(o.g(n));",
  "one in a branch, and one behind it": "let s = 0; if (n === 0) s += o.g(1); return s + o.g(2);",
  "one in a condition, and one in the branch": "if (o.g(n) === 0) return o.g(1) + 1; return 2;",
  "one behind an operator": "const x = o.g(n) || o.g(1); return x;",
  "one of two, and one behind": "const x = n > 0 ? 0 : o.g(n); return x + o.g(2);",
  "one in a case, and one in that into which it falls":
    "switch (n) { case 0: o.g(1); case 1: return o.g(2) + 1; } return n;",
  "one before a break, and one behind": "switch (n) { case 0: o.g(1); break; default: return 3; } return o.g(2) + 1;",
  "one before it leaves a label, and one behind":
    "a: { if (n === 0) { o.g(1); break a; } return 3; } return o.g(2) + 1;",
  "one in the first round of a loop whose condition comes last, and that":
    "let s = 0; do { s += o.g(n); } while (o.g(s) > 0); return s;",
  "one in a try statement, and one where it is caught": "try { o.g(n); null.x; } catch (e) { return o.g(1) + 1; }",
  "one in the condition of a loop, and one behind": "let s = 0; while (o.g(s) > 0) s = 0; return s + o.g(1);",
};

for (const [name, body] of Object.entries(more))
  test(`a function that makes two calls, ${name}, counts where it begins`, () => {
    expect(points(body)).toBe(points(body, 0, { singleCalls: false }));
    expect(points(body)).toBeGreaterThan(0);
  });

test("a loop without a point of its own, whose last round may pass none, makes the function count", () => {
  const last = "return o.g(1) + o.g(2);";
  const code = (left: string) =>
    `const main = (() => { ${others} /** @preempt */ function twice(x) { return o.g(x) + o.g(x); }
      /** @preempt */ return function main(n) { for (;;) { ${left} twice(n); } }; })();`;
  expect(suspensions(code(`if (n-- < 1) ${last}`), 10, 0)).toBe(11);
});

describe("calls in a row count when their depth suspends them", () => {
  const deep = 100_000;
  const shapes = {
    "that go on behind the call": "/** @preempt */ function main(n) { return n === 0 ? 0 : 1 + main(n - 1); }",
    "that return what they call":
      "/** @preempt */ function main(n, k = 0) { return n === 0 ? k : main(n - 1, k + 1); }",
    "of two functions":
      "/** @preempt */ function main(n) { if (n === 0) return 0; return other(n); } /** @preempt */ function other(n) { const x = main(n - 1); return x + 1; }",
    "of which every other counts":
      "/** @preempt */ function main(n) { return n === 0 ? 0 : other(n) + 1; } /** @preempt */ function other(n) { if (n < 0) return o.g(1) + o.g(2); const x = main(n - 1); return x + o.g(0); }",
  };
  for (const [name, code] of Object.entries(shapes))
    test(name, () => {
      const program = { code: `${others} ${code}`, extension: "js" as const };
      const { code: javascript } = transformProgram(program);
      for (const budget of [0, 1999, 5000, 20_000]) {
        const { value, preemptions } = drive(load(program, javascript).main, { args: [deep], budget });
        expect(value).toBe(deep);
        // Each time 2000 calls leave the stack at once.
        expect(preemptions).toBeGreaterThanOrEqual(Math.floor(deep / (2010 + budget)));
      }
    });
});

/** Code with calls `o.g(…)` and decisions `d()`; the reference for what it calls is what it does. */
const expression: fc.Arbitrary<string> = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.constant("d[i++]"),
    fc.constant("o.g(d[i++])"),
    tie("e").map((e) => `o.g(${e})`),
    fc.tuple(tie("e"), tie("e")).map(([a, b]) => `(${a} + ${b})`),
    fc.tuple(tie("e"), tie("e")).map(([a, b]) => `(${a} || ${b})`),
    fc.tuple(tie("e"), tie("e"), tie("e")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
  ),
})).e;

const statements: fc.Arbitrary<string> = fc.letrec<{ s: string; list: string }>((tie) => {
  const block = tie("list").map((list) => `{ ${list} }`);
  return {
    list: fc.array(tie("s"), { maxLength: 3, depthIdentifier: "d" }).map((list) => list.join(" ")),
    s: fc.oneof(
      { depthSize: "small", maxDepth: 4, depthIdentifier: "d" },
      fc.constant("i++;"),
      expression.map((e) => `s += ${e};`),
      expression.map((e) => `return ${e};`),
      expression.map((e) => `throw ${e};`),
      fc.tuple(expression, block).map(([e, b]) => `if (${e}) ${b}`),
      fc.tuple(expression, block, block).map(([e, a, b]) => `if (${e}) ${a} else ${b}`),
      fc.tuple(block, block).map(([a, b]) => `try ${a} catch { ${b} }`),
      fc
        .tuple(expression, fc.array(fc.tuple(tie("list"), fc.constantFrom("break;", "")), { maxLength: 3 }))
        .map(
          ([e, cases]) => `switch (${e}) { ${cases.map(([list, end], k) => `case ${k}: ${list} ${end}`).join(" ")} }`,
        ),
      fc.tuple(expression, expression).map(([a, b]) => `a: { if (${a}) { ${b}; break a; } ${a}; return ${b}; }`),
    ),
  };
}).list;

test("no way through a function that counts nothing makes two calls", () => {
  let uncounted = 0;
  fc.assert(
    fc.property(statements, fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }), (body, decisions) => {
      const code = `let calls = 0, i = 0, d = []; const [o] = [{ g: (x) => { calls++; return x; } }];
        /** @preempt */ function f() { let s = 0; ${body} return s; }
        /** @preempt */ function main(given) { calls = i = 0; d = given; try { f(); } catch {} return calls; }`;
      const program = { code, extension: "js" as const };
      const { code: javascript } = transformProgram(program);
      const { main } = load(program, javascript);
      // The only points are those where functions begin, and `main` calls once.
      const { value, preemptions } = drive(main, { args: [decisions], budget: 0 });
      expect(value).toBe(main(decisions));
      if (preemptions > 0) return;
      uncounted++;
      expect(value).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
  expect(uncounted).toBeGreaterThan(20);
});
