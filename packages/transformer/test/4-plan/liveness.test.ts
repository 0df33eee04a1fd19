/** What a body still needs where it is suspended is known at any depth of its loops, and whatever their form. */
import { expect, test } from "vitest";
import { transformProgram } from "../kit/harness.ts";

const step = "/** @preempt */ function step(x) { for (let i = 0; i < 1; i++); return x & 1; }";
const times = (n: number, part: (i: number) => string) => Array.from({ length: n }, (_, i) => part(i)).join(" ");

/** The body that starts, of a function with so many loops in each other. */
function nest(depth: number, loop: (i: number) => string, inside: string): string {
  const loops = `${times(depth, loop)} ${inside} ${"}".repeat(depth)}`;
  const code = `${step} /** @preempt */ function main(n) { let s = 0; ${loops} return s; }`;
  const emitted = transformProgram({ code, extension: "js" }).code;
  const start = emitted.slice(emitted.indexOf("function main$resumable"));
  return start.slice(0, start.indexOf("function main$rest"));
}

const counted = (i: number) => `for (let i${i} = 0; i${i} < n; i${i}++) {`;
const endless = (i: number) => `for (let i${i} = 0; ; i${i}++) { if (i${i} > n) break;`;

test.each([2, 6, 7, 12, 40])("%i loops in each other save their frames at each point", (depth) => {
  const body = nest(depth, counted, "s = step(s);");
  // one for each loop, one at the call, and one at the start
  expect(body.split("$preempt_save(").length - 1).toBe(depth + 2);
  expect(body).not.toContain("$out");
});

test.each([
  ["counted", counted, 20],
  ["endless", endless, 20],
])("what no round needs from the one before is not saved at any depth: %s loops", (_, loop, depth) => {
  const body = nest(depth, loop, "const once = step(s); s += once * once;");
  const frames = [...body.matchAll(/\$preempt_save\(([^)]*)\)/g)].map(([, list = ""]) => list);
  expect(frames).toHaveLength(depth + 2);
  expect(frames.filter((list) => /\bonce\b/.test(list))).toEqual([]);
  // what the round after needs is saved by all but the first
  expect(frames.filter((list) => /\bs\b/.test(list))).toHaveLength(depth + 1);
});

test("a variable that is read where a loop far around begins its next round is needed inside", () => {
  const loops = `for (;;) { if (s > 9) return seen; ${times(6, endless)} seen = step(s); s++; ${"}".repeat(6)} }`;
  const code = `${step} /** @preempt */ function main(n = 1) { let s = 0, seen = 0; ${loops} }`;
  const emitted = transformProgram({ code, extension: "js" }).code;
  const start = emitted.slice(emitted.indexOf("function main$resumable"), emitted.indexOf("function main$rest"));
  const frames = [...start.matchAll(/\$preempt_save\(([^)]*)\)/g)].map(([, list = ""]) => list);
  const saving = frames.filter((list) => /\bseen\b/.test(list));
  // not at the call that gives it its value, nor at the start
  expect([saving.length, frames.length]).toEqual([7, 9]);
});
