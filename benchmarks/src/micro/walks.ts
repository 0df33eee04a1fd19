/** What does a round of a `for` … `of` loop cost, by what it walks? */
import type { Turns } from "../turns.ts";
import { type MarkedProgram, measurePrograms } from "./marked-programs.ts";
import type { MicroSamples } from "./row.ts";

/** What is walked, of 500 items; its items are `x`, and `s` is what becomes of them. */
const walked: readonly (readonly [subject: string, list: string, item: string, body: string])[] = [
  ["array", "numbers", "x", "s = (s + x) | 0"],
  ["typed array", "Float64Array.from(numbers)", "x", "s = (s + x) | 0"],
  ["set", "new Set(numbers)", "x", "s = (s + x) | 0"],
  ["map", "new Map(numbers.map((i) => [i, i + 1]))", "[k, x]", "s = (s + (k ^ x)) | 0"],
  ["text", '"lorem ipsum dolor sit ame".repeat(20)', "x", 'if (x === "o") s++'],
  ["keys of a map", "{ [Symbol.iterator]: () => map.keys() }", "x", "s = (s + x) | 0"],
  ["entries of an array", "{ [Symbol.iterator]: () => numbers.entries() }", "[k, x]", "s = (s + (k ^ x)) | 0"],
  ["generator", "{ *[Symbol.iterator]() { for (let i = 0; i < 500; i++) yield i; } }", "x", "s = (s + x) | 0"],
];

const items = 500;

export const walkPrograms: readonly MarkedProgram[] = walked.map(([subject, list, item, body]) => ({
  subject,
  each: items,
  text: `
const numbers = Array.from({ length: ${items} }, (_, i) => i);
const map = new Map(numbers.map((i) => [i, i]));
const list = ${list};
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; for (const ${item} of list) { CHECK; ${body}; } } return s; }`,
}));

export async function measureWalks(turns: Turns): Promise<MicroSamples[]> {
  return await measurePrograms(walkPrograms, turns);
}
