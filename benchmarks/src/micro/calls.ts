/**
 * What does code cost that is not suspended: a round of a loop, and calls of several kinds?
 *
 * Each program is written once, with two marks: where functions are annotated, and where people who write checks by hand
 * would look at a counter. The budget is one that a kernel learns for such code.
 */
import { drive } from "@preempt/runtime/testing";
import { callApart } from "../call-apart.ts";
import { emissionNames, emitted, untransformed } from "../emitted.ts";
import type { Turns } from "../turns.ts";
import { medianOf, timed } from "../turns.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

/** `// @mark` is an annotation; `CHECK;` a check. `run(n)` does `each` of what is counted for each of `n`. */
export const callPrograms: readonly { readonly subject: string; readonly each: number; readonly text: string }[] = [
  {
    subject: "round of a loop",
    each: 1,
    text: `
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; s = (s + i) | 0; } return s; }`,
  },
  {
    subject: "call of a leaf",
    each: 1,
    text: `
// @mark
function leaf(x) { return (x + 7) | 0; }
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; s = leaf(s); } return s; }`,
  },
  {
    subject: "call of a function with a loop of 4",
    each: 1,
    text: `
// @mark
function four(x) { let s = x; for (let i = 0; i < 4; i++) { CHECK; s = (s + i) | 0; } return s; }
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; s = four(s); } return s; }`,
  },
  {
    subject: "call in a recursion (fib)",
    // What fib(15) makes.
    each: 1973,
    text: `
// @mark
function fib(n) { CHECK; return n < 2 ? n : fib(n - 1) + fib(n - 2); }
// @mark
export function run(n) { let s = 0; for (let i = 0; i < n; i++) { CHECK; s = (s + fib(15)) | 0; } return s; }`,
  },
  {
    subject: "call of a parameter",
    each: 1,
    text: `
// @mark
function four(x) { let s = x; for (let i = 0; i < 4; i++) { CHECK; s = (s + i) | 0; } return s; }
// @mark
function repeat(f, n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; s = f(s); } return s; }
// @mark
export function run(n) { return repeat(four, n); }`,
  },
  {
    subject: "call of a method",
    each: 1,
    text: `
class Summer {
  value = 1;
  // @mark
  four() { for (let i = 0; i < 4; i++) { CHECK; this.value = (this.value + i) | 0; } return this.value; }
}
const summer = new Summer();
// @mark
export function run(n) { summer.value = 1; let s = 1; for (let i = 0; i < n; i++) { CHECK; s = summer.four(); } return s; }`,
  },
];

export const budget = 10_000;

/** What people write: a counter, and the clock once a budget. */
const checking = `
let left = ${budget}, last = 0;
function look() { left = ${budget}; last = performance.now(); }
`;

type Run = (n: number) => number;

/** All ways of a program; each gives the same numbers. */
export async function waysOf(text: string): Promise<{ readonly way: string; readonly run: Run }[]> {
  const bare = text.replaceAll("CHECK;", "");
  const plain = await untransformed<{ run: Run }>(bare);
  const checked = await untransformed<{ run: Run }>(checking + text.replaceAll("CHECK", "if (--left < 0) look()"));
  const ways = [
    { way: "plain", run: plain.run },
    { way: "hand-written checks", run: checked.run },
  ];
  for (const emission of emissionNames) {
    const { run } = await emitted<{ run: Run }>(bare.replaceAll("// @mark", "/** @preempt */"), emission);
    ways.push({ way: emission, run: (n) => drive(run, { args: [n], budget }).value });
  }
  return ways;
}

const counted = 20_000;

export async function measureCalls(turns: Turns): Promise<MicroSamples[]> {
  const cases: MicroCase[] = [];
  for (const { subject, each, text } of callPrograms) {
    const n = Math.ceil(counted / each);
    let expected: number | undefined;
    for (const { way, run: direct } of await waysOf(text)) {
      const run = callApart(direct);
      // Short runs first: the engine compiles a function best that is called often.
      for (const end = performance.now() + 30; performance.now() < end; ) run(Math.ceil(n / 20));
      const value = run(n);
      expected ??= value;
      if (value !== expected) throw new Error(`${subject}, ${way}: ${value} in place of ${expected}`);
      cases.push({ subject, way, sample: () => medianOf(7, () => timed(() => run(n))) / n / each });
    }
  }
  return await measureCases(cases, turns);
}
