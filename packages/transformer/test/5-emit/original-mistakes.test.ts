/** What the paper's transform got wrong: one test for each line of the list. */
import { drive, driveAsync } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { load, type Program, refusals, transformProgram } from "../kit/harness.ts";

function compiled(code: string, options: Partial<Program> = {}) {
  const program = { code, ...options };
  const result = transformProgram(program);
  expect(refusals(result)).toEqual([]);
  return load(program, result.code);
}

test("a loop body without braces is kept", () => {
  const { main } = compiled(
    "/** @preempt */ function main() { let s = 0; for (let i = 0; i < 4; i++) s += i; while (s < 10) s++; return s; }",
  );
  expect(drive(main, { budget: 0 }).value).toBe(10);
});

describe("every loop has preemption points", () => {
  const places: Record<string, string> = {
    "under if": "if (n) for (let i = 0; i < n; i++) s++;",
    "under else": "if (!n) s = -1; else for (let i = 0; i < n; i++) s++;",
    "under try": "try { for (let i = 0; i < n; i++) s++; } finally {}",
    "under catch": "try { throw 1; } catch { for (let i = 0; i < n; i++) s++; }",
    "under finally": "try {} finally { for (let i = 0; i < n; i++) s++; }",
    "under switch": "switch (n) { case 5: for (let i = 0; i < n; i++) s++; }",
    "under a label": "here: for (let i = 0; i < n; i++) s++;",
    while: "let i = n; while (i--) s++;",
    do: "let i = n; do s++; while (--i);",
    "for-of": "for (const x of [1, 2, 3, 4, 5]) s++;",
    "for-in": "for (const x in { a: 1, b: 1, c: 1, d: 1, e: 1 }) s += new Uint8Array(1).length;",
  };
  for (const [place, loop] of Object.entries(places)) {
    test(place, () => {
      const { main } = compiled(`/** @preempt */ function main() { const n = 5; let s = 0; ${loop} return s; }`);
      const { value, preemptions } = drive(main, { budget: 0 });
      expect(value).toBe(5);
      // In some forms of loops the condition that ends them is a point too.
      expect([5, 6]).toContain(preemptions);
    });
  }
});

test("a nested annotated call gives its value, not a generator", () => {
  const { main } = compiled(`
    /** @preempt */ function inner(n) { let s = 0; for (let i = 1; i <= n; i++) s += i; return s; }
    /** @preempt */ function main() { return inner(inner(3)) + Math.max(inner(2), 1); }`);
  expect(drive(main, { budget: 0 }).value).toBe(24);
});

test("arrow functions are preempted", () => {
  const { main } = compiled(
    "/** @preempt */ const main = () => { let s = 0; for (const x of [1, 2, 3]) s += x; return s; };",
  );
  // Three rounds, and the end of the list.
  expect(drive(main, { budget: 0 })).toEqual({ value: 6, preemptions: 4 });
});

test("annotated async functions end, with their value or error", async () => {
  const { main } = compiled(
    "/** @preempt */ async function main(p) { let s = 0; for (const x of [1, 2]) s += await p; return s; }",
  );
  expect((await driveAsync(main, { args: [Promise.resolve(4)], budget: 0 })).value).toBe(8);
  await expect(driveAsync(main, { args: [Promise.reject(new Error("no"))], budget: 0 })).rejects.toThrow("no");
});

test("a function that falls off its end gives undefined", () => {
  const { main } = compiled("/** @preempt */ function main() { for (const x of [1]) log(x); }");
  expect(drive(main, { budget: 0 }).value).toBeUndefined();
});

test("loops in functions that are not annotated are left alone", () => {
  const { main } = compiled(`
    function plain() { let s = 0; for (let i = 0; i < 5; i++) s++; return s; }
    /** @preempt */ function main() { for (const x of [1]) return plain(); }`);
  expect(drive(main, { budget: 0 })).toEqual({ value: 5, preemptions: 1 });
});
