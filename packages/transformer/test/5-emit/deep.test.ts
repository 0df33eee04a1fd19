/** Recursion deeper than an engine's stack: frames move to the heap before it ends. */
import { limitFrames } from "@preempt/runtime";
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import type { Optimize } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

function mainOf(code: string, optimize: Optimize = "speed"): (...args: unknown[]) => unknown {
  const program = { code };
  return load(program, transformProgram(program, { optimize }).code).main;
}

/** Each call is a point, so that frames leave the stack at any depth. */
const eachCounts = { singleCalls: false };

const depth = 1_000_000;

test(`a recursion ${depth} deep finishes, where the original ends in a RangeError`, () => {
  const main = mainOf("/** @preempt */ function main(n) { return n === 0 ? 0 : 1 + main(n - 1); }");
  expect(() => main(depth)).toThrow(RangeError);
  expect(drive(main, { args: [depth], budget: 1e9 }).value).toBe(depth);
  expect(drive(main, { args: [depth], budget: 100 }).value).toBe(depth);
});

test("functions that return what they call are frames, too, until that has ended", () => {
  const bodies = [
    "s += tail(3, 1);",
    "s += tail(3, 2); try { tail(3, -1); } catch (e) { s += e; }",
    "s += tail(3, 2); try { tail(3, -1); } catch (e) { s += e; } finally { n += 0; }",
  ];
  limitFrames(1000);
  try {
    for (const body of bodies) {
      const main = mainOf(`/** @preempt */ function last(x) { if (x < 0) throw x; return x; }
        /** @preempt */ function tail(n, x) { return n > 0 ? tail(n - 1, x) : last(x); }
        /** @preempt */ function main(n, deep) { let s = tail(deep, 0); for (let i = 0; i < n; i++) { ${body} } return s; }`);
      for (const budget of [0, 1, 2, 7, 1e9]) expect(drive(main, { args: [5000, 900], budget }).value).toBe(5000);
      for (const budget of [0, 7, 1e9]) expect(() => drive(main, { args: [1, 5000], budget })).toThrow(RangeError);
    }
  } finally {
    limitFrames(2_000_000);
  }
});

const many = Array.from({ length: 20 }, (_, i) => `v${i}`);
const endless: Readonly<Record<string, string>> = {
  "returns what it calls": "return f(n + 1);",
  "returns what it calls after loops":
    "for (let i = 0; i < 3; i++) g(i); for (const x of [1, 2]) n += 0 * g(x); return f(n + 1);",
  "returns what it calls every other time": "return n % 2 === 0 ? f(n + 1) : 1 + f(n + 1);",
  "returns what it calls of many variables": `const ${many.map((v, i) => `${v} = n + ${i}`).join(", ")}; g(1); most += 0 * (${many.join(" + ")}); return n % 5 === 0 ? ${many.join(" + ")} + f(n + 1) : f(n + 1);`,
  "returns what others return": "return o.h(n);",
  "returns what a chain calls": "return o?.h?.(n);",
};

for (const [name, body] of Object.entries(endless))
  test(`an endless recursion that ${name} ends at the same depth at every budget`, () => {
    const main = mainOf(
      `let most = 0; /** @preempt */ function g(x) { let s = 0; for (let i = 0; i < x; i++) s += i; return s; }
      const o = { /** @preempt */ h(n) { for (let i = 0; i < 2; i++) most = Math.max(most, n); return k(n); } };
      /** @preempt */ const k = (n) => f(n + 1);
      /** @preempt */ function f(n) { most = Math.max(most, n); ${body} }
      /** @preempt */ function main() { try { return f(0); } catch (e) { return [e.constructor.name, most]; } }`,
      eachCounts,
    );
    // Three functions call each other there, for one that counts.
    const frames = body.includes("h") ? 3000 : 1000;
    limitFrames(frames);
    try {
      for (const budget of [0, 1, 2, 3, 7, 40]) {
        const [error, most] = drive(main, { budget }).value as [string, number];
        expect(error).toBe("RangeError");
        // Who returns what it calls, and has many variables, is as many frames as it takes of the stack.
        const least = body.includes("v19") ? 150 : 955;
        expect([budget, most >= least && most < 1045]).toEqual([budget, true]);
      }
      expect((drive(main, { budget: 1e9 }).value as unknown[])[0]).toBe("RangeError");
    } finally {
      limitFrames(2_000_000);
    }
  });

test("frames of many variables leave the stack earlier", () => {
  const names = Array.from({ length: 200 }, (_, i) => `v${i}`);
  const code = `/** @preempt */ function main(n) {
    let ${names.map((name, i) => `${name} = n + ${i}`).join(", ")};
    if (n === 0) return 0;
    const below = main(n - 1);
    return below + (${names.join(" + ")}) - ${names.length} * n - ${(199 * 200) / 2} + 1;
  }`;
  expect(drive(mainOf(code), { args: [20_000], budget: 1e9 }).value).toBe(20_000);
});

test("endless recursion ends in a RangeError that can be caught, at a depth that can be set", () => {
  const main = mainOf(`/** @preempt */ function deep(n) { return 1 + deep(n + 1); }
    /** @preempt */ function main() { try { return deep(0); } catch (e) { return e.constructor.name; } }`);
  expect(drive(main, { budget: 1e9 }).value).toBe("RangeError");
  const deepest = `let most = 0; /** @preempt */ function deep(n) { most = n; return 1 + deep(n + 1); }
    /** @preempt */ function main() { try { return deep(0); } catch (e) { return most; } }`;
  limitFrames(5000);
  try {
    const { value } = drive(mainOf(deepest, eachCounts), { budget: 100 });
    expect(value).toBeGreaterThan(4800);
    expect(value).toBeLessThan(5200);
    // Calls that count nothing leave the stack at its end, 2000 frames at once.
    for (const budget of [0, 100, 1e9]) expect(drive(mainOf(deepest), { budget }).value).toBe(6001);
  } finally {
    limitFrames(2_000_000);
  }
  for (const wrong of [0, -1, 1.5, Number.NaN, "9"]) {
    expect(() => limitFrames(wrong as number)).toThrow("frames_not_a_count: the number of frames is");
  }
});
