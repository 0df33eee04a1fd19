/** How deep recursion gets: as deep at every budget, and an endless one ends as it did. */
import { limitFrames } from "@preempt/runtime";
import { drive, driveAsync } from "@preempt/runtime/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Optimize } from "../../src/index.ts";
import { combinationOf } from "../kit/combinations.ts";
import { load, transformProgram } from "../kit/harness.ts";

const shapes: Record<string, string> = {
  "by name": "/** @preempt */ function f(n) { return n === 0 ? 0 : 1 + f(n - 1); }",
  "through a member":
    "const o = { /** @preempt */ f(n) { return n === 0 ? 0 : 1 + o.f(n - 1); } }; const f = (n) => o.f(n);",
  "of a function that contains others":
    "/** @preempt */ function f(n) { const g = /** @preempt */ (k) => { for (;;) return k; }; return n === 0 ? 0 : g(1) + f(n - 1); }",
  "of a closure":
    "/** @preempt */ function f(n) { const g = /** @preempt */ (n) => (n === 0 ? 0 : 1 + g(n - 1)); return g(n); }",
  "that returns what it calls": "/** @preempt */ function f(n, k = 0) { return n === 0 ? k : f(n - 1, k + 1); }",
  "that returns what it calls, after a loop":
    "/** @preempt */ function f(n, k = 0) { let s = 0; for (let i = 0; i < 2; i++) s += i; return n === 0 ? k : f(n - 1, k + s); }",
  "that returns what it is given to call":
    "const call = /** @preempt */ (n, k, next) => n === 0 ? k : next(n - 1, k + 1, next); const f = (n) => call(n, 0, call);",
  "of two methods, through super":
    "class A { /** @preempt */ f(n) { return n === 0 ? 0 : 1 + this.f(n - 1); } } class B extends A { /** @preempt */ f(n) { return super.f(n); } } const f = (n) => new B().f(n);",
};

const end = `
/** @preempt */ function main(n) { return f(n); }
/** @preempt */ function endless() { try { return f(Infinity); } catch (e) { return e instanceof RangeError ? "RangeError" : e; } }
`;

// Far beyond the engine's own stack; how far the default lets endless recursion go, programs.test.ts sees.
beforeAll(() => limitFrames(200_000));
afterAll(() => limitFrames(2_000_000));

for (const [name, code] of Object.entries(shapes)) {
  const program = {
    code: code.replace(/const f = \(n\) =>/, "/** @preempt */ const f = (n) =>") + end,
    extension: "js" as const,
  };
  const { code: javascript } = transformProgram(program);

  test(`recursion ${name} is 10,000 frames deep at every budget`, () => {
    const deep = (budget: number) =>
      drive(load(program, javascript).main as (n: number) => number, { args: [10_000], budget }).value;
    expect([0, 1, 300, 5000, Number.POSITIVE_INFINITY].map(deep)).toEqual(Array(5).fill(10_000));
  });

  test(`endless recursion ${name} is a RangeError that can be caught, and leaves nothing behind`, () => {
    for (const budget of [0, 1, 300, Number.POSITIVE_INFINITY]) {
      const { main } = load(program, `${javascript}\nmain.endless = endless;`);
      const { endless } = main as unknown as { endless: () => unknown };
      expect(drive(endless, { budget }).value).toBe("RangeError");
      expect(drive(main, { args: [50], budget: 1 }).value).toBe(50);
    }
    const { main } = load(program, `${javascript}\nmain.endless = endless;`);
    expect((main as unknown as { endless: () => unknown }).endless()).toBe("RangeError");
    expect(main(50)).toBe(50);
  });
}

/** Where a `finally` calls what may be suspended, the body is a generator: it hears from the runtime how deep it is. */
const mixed: Record<string, string> = {
  "of generator bodies":
    "/** @preempt */ function quick(n) { for (;;) return n; } /** @preempt */ function f(n) { try { return n === 0 ? 0 : 1 + f(n - 1); } finally { quick(n); } }",
  "of both kinds, by name":
    "/** @preempt */ function quick(n) { for (;;) return n; } /** @preempt */ function f(n) { try { return n === 0 ? 0 : g(n); } finally { quick(n); } } /** @preempt */ function g(n) { return 1 + f(n - 1); }",
  "of both kinds, who call what they are given":
    "/** @preempt */ function quick(n) { for (;;) return n; } /** @preempt */ function f(n, next = g) { try { return next(n, 300, f, next); } finally { quick(n); } } /** @preempt */ function g(n, k, f, next) { return n === 0 ? 0 : k === 0 ? f(n, next) : 1 + g(n - 1, k - 1, f, next); }",
};

for (const [name, code] of Object.entries(mixed)) {
  test(`recursion ${name} is 30,000 frames deep whether it is suspended or not`, () => {
    const program = { code: code + end, extension: "js" as const };
    const { code: javascript } = transformProgram(program);
    expect(javascript).toContain("function*");
    const deep = (budget: number) =>
      drive(load(program, javascript).main as (n: number) => number, { args: [30_000], budget }).value;
    expect([300, Number.POSITIVE_INFINITY].map(deep)).toEqual([30_000, 30_000]);
  });
}

describe("a budget of N suspends at every N+1st point", () => {
  const rounds = "let s = 0; for (let i = 0; i < n; i++) s += i; return s;";
  const forms: Record<string, { code: string; points: number; optimize?: Optimize }> = {
    // The condition that ends the loop is a point too.
    "rounds of a loop": {
      code: `/** @preempt */ function main(n) { ${rounds} }`,
      points: 20_001,
      optimize: { lightRounds: false },
    },
    "rounds in a generator": {
      code: `/** @preempt */ function main(n) { ${rounds} }`,
      points: 20_001,
      optimize: { plainBodies: false, lightRounds: false },
    },
    "rounds with a point in each": {
      code: `/** @preempt */ function main(n) { ${rounds} }`,
      points: 20_000,
      optimize: "size",
    },
    calls: {
      code: "/** @preempt */ function main(n) { return n === 0 ? 0 : n - 1 + main(n - 1); }",
      points: 20_000,
      optimize: { singleCalls: false },
    },
  };
  for (const [name, { code: source, points, optimize = {} }] of Object.entries(forms)) {
    test(name, () => {
      const program = { code: source, extension: "js" as const };
      const { code } = transformProgram(program, { optimize });
      for (const budget of [0, 999, 1000, 1001, 2000, 2001, 2002, 5000, 19_998, 19_999, 20_000]) {
        const main = load(program, code).main as (n: number) => number;
        const { value, preemptions } = drive(main, { args: [20_000], budget });
        expect([budget, value, preemptions]).toEqual([budget, 199_990_000, Math.floor(points / (budget + 1))]);
      }
    });
  }
});

test("a loop that awaits counts anew after each", async () => {
  const program = {
    code: "/** @preempt */ async function main(n) { let s = 0; for (let i = 0; i < n; i++) { s += i; await null; } return s; }",
    extension: "js" as const,
  };
  const main = load(program, transformProgram(program).code).main as (n: number) => Promise<number>;
  const { value, preemptions } = await driveAsync(main, { args: [2000], budget: 9 });
  expect([value, preemptions]).toEqual([1_999_000, 0]);
});

describe("rounds of a loop count, however it is left", () => {
  const ways = {
    "by its condition": "for (let i = 0; i < 5; i++) s++;",
    break: "for (let i = 0; ; i++) { s++; if (i === 4) break; }",
    "continue outwards": "for (let i = 0; ; i++) { s++; if (i === 4) continue outer; }",
    "break outwards": "inner: { for (let i = 0; ; i++) { s++; if (i === 4) break inner; } }",
    return: "s += rounds(4);",
    throw: "try { for (let i = 0; ; i++) { s++; if (i === 4) throw i; } } catch {}",
  };
  const rounds = "/** @preempt */ function rounds(n) { for (let i = 0; ; i++) if (i === n) return i + 1; }";
  /** And how often it is suspended at least: of light rounds, those of a loop around others as well, eight are one point. */
  const forms = [
    ["speed", 62],
    ["plainBodies+startBodies+shortMethods+partialInlining+stripMining+countedLoops+numbers", 490],
    ["plainBodies+stripMining+lightRounds", 99],
    ["plainBodies+stripMining", 490],
    ["plainBodies", 490],
    ["stripMining+lightRounds", 190],
    ["stripMining", 490],
  ] as const;
  for (const [name, left] of Object.entries(ways)) {
    test.for(forms)(`${name}, %s`, ([how, least]) => {
      const program = {
        code: `${rounds} /** @preempt */ function main(n) { let s = 0; outer: for (let k = 0; k < n; k++) { ${left} } return s; }`,
        extension: "js" as const,
      };
      const { code } = transformProgram(program, { optimize: combinationOf(how) });
      const main = load(program, code).main as (n: number) => number;
      const { value, preemptions } = drive(main, { args: [10_000], budget: 99 });
      expect(value).toBe(50_000);
      // Of the five rounds inside, the one that leaves may be free; the condition that ends a loop may be a point.
      expect(preemptions).toBeGreaterThanOrEqual(least);
      expect(preemptions).toBeLessThanOrEqual(700);
    });
  }
});
