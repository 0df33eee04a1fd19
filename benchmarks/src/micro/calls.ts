/** What does code cost that is not suspended: a round of a loop, and calls of several kinds? */
import type { Turns } from "../turns.ts";
import { type MarkedProgram, measurePrograms } from "./marked-programs.ts";
import type { MicroSamples } from "./row.ts";

export const callPrograms: readonly MarkedProgram[] = [
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
  {
    subject: "call in a loop with a callback that sees the round",
    each: 1,
    text: `
const numbers = [1, 2, 3, 4];
// @mark
function four(x) { let s = x; for (let i = 0; i < 4; i++) { CHECK; s = (s + i) | 0; } return s; }
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; const wanted = i & 7; if (numbers.some((x) => x === wanted)) s = four(s); } return s; }`,
  },
];

export async function measureCalls(turns: Turns): Promise<MicroSamples[]> {
  return await measurePrograms(callPrograms, turns);
}
