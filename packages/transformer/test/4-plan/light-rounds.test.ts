/** Rounds of a few operations: eight of them are one preemption point; at budget 0 each is, as all others. */
import { expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { suspensions as suspensionsOf } from "../kit/suspensions.ts";

/** How often it was suspended in 1000 rounds, of which ten points are passed at a time. */
function suspensions(loop: string, budget = 10, optimize: Optimizations = {}): number {
  const code = `/** @preempt */ function main(n) { let s = 0; const a = [1, 2, 3]; ${loop} return s; }`;
  return suspensionsOf(code, 1000, budget, optimize);
}

const light = {
  "of a counted loop": "for (let i = 0; i < n; i++) s += a[i % 3];",
  "of another one": "let i = 0; while (i < n) { s = (s + Math.imul(i, 3)) | 0; i += 1; }",
  "that are left by continue": "for (let i = 0; i < n; i += 1) { if (i % 2) continue; s += i; }",
};

for (const [name, loop] of Object.entries(light))
  test(`rounds ${name}: eight are a point`, () => {
    // A loop that goes on makes a round before it counts.
    expect(suspensions(loop)).toBe(Math.floor((1000 - 80) / 81) + 1);
    expect(suspensions(loop, 10, { lightRounds: false })).toBe(Math.floor((1000 - 10) / 11) + 1);
    expect(suspensions(loop, 0)).toBe(1001);
    expect(suspensions(loop, 1000)).toBe(0);
  });

const heavy = {
  "that make an object": "for (let i = 0; i < n; i++) { const o = { i }; s += o.i; }",
  "that make text": "for (let i = 0; i < n; i++) s = `${i}`.length;",
  "that call something of the language's": "for (let i = 0; i < n; i++) s += a.indexOf(i);",
};

for (const [name, loop] of Object.entries(heavy))
  test(`rounds ${name} are a point each`, () => {
    expect(suspensions(loop)).toBe(Math.floor((1000 - 10) / 11) + 1);
  });

test("fewer rounds than eight are a point: a loop around them is not passed for nothing", () => {
  const loops = "for (let k = 0; k < n; k++) for (let i = 0; i < 2; i++) s += i;";
  // Of each round outside the one of the loop inside.
  expect(suspensions(loops)).toBeGreaterThan(1000 / 12);
  expect(suspensions(loops, 10, { stripMining: false })).toBeGreaterThan(1000 / 4);
});
