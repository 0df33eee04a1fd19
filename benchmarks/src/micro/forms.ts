/** What does a call cost by the form of the code around it, as people write it today? */
import type { Turns } from "../turns.ts";
import { type MarkedProgram, measurePrograms } from "./marked-programs.ts";
import type { MicroSamples } from "./row.ts";

/** `s` becomes the next one; `next(x)` is a function of four rounds. */
const forms: readonly (readonly [subject: string, before: string, round: string])[] = [
  ["f(x)", "", "s = next(s)"],
  ["o?.m(x)", "const o = { next };", "s = o?.next(s) ?? 0"],
  ["o.m?.(x)?.y", "const o = { next: wrap };", "s = o.next?.(s)?.value ?? 0"],
  ["[...a, f(x)]", "const pair = [1, 2];", "s = [...pair, next(s)][2]"],
  ["f(...a, g(x))", "const pair = [1, 2]; const third = (a, b, c) => c;", "s = third(...pair, next(s))"],
  ["{ ...o, y: f(x) }", "const o = { a: 1, b: 2 };", "s = ({ ...o, value: next(s) }).value"],
  ["try { f(x) } catch {}", "", "try { s = next(s); } catch { s = 0; }"],
  ["{ [k]: 1, y: f(x) }", 'const key = "key";', "s = ({ [key]: 1, value: next(s) }).value"],
];

export const formPrograms: readonly MarkedProgram[] = forms.map(([subject, before, round]) => ({
  subject,
  each: 1,
  text: `
// @mark
function next(x) { let s = x; for (let i = 0; i < 4; i++) { CHECK; s = (s + i) | 0; } return s; }
// @mark
function wrap(x) { return { value: next(x) }; }
${before}
// @mark
export function run(n) { let s = 1; for (let i = 0; i < n; i++) { CHECK; ${round}; } return s; }`,
}));

export async function measureForms(turns: Turns): Promise<MicroSamples[]> {
  return await measurePrograms(formPrograms, turns);
}
