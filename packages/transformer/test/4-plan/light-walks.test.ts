/** `for` … `in` loops whose rounds are a few operations are no place to be suspended; all others are, in each round. */
import { drive } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import type { Optimize } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

/** How often a loop over four keys is suspended at a budget of 0, and what it comes to. */
function walked(round: string, optimize: Optimize = "speed", more = ""): { value: unknown; preemptions: number } {
  const code = `const o = { a: 1, b: 2, c: 3, d: 4 }; const has = Object.prototype.hasOwnProperty;
    function own(x) { return x > 1 ? x : 0; } function long(x) { return own(x) + own(x); } function loops(x) { for (const y of [x, 1]) x += y; return x; } ${more}
    /** @preempt */ function main() { let n = 0; const list = []; for (const k in o) { ${round} } return [n, list.length]; }`;
  const program = { code, extension: "js" as const };
  const { main } = load(program, transformProgram(program, { optimize }).code);
  expect(drive(main, { budget: 0 }).value).toEqual(load(program, code).main());
  return drive(main, { budget: 0 });
}

const light = {
  arithmetic: "n += o[k] * 2; if (k === 'c') n = -n;",
  questions:
    "if (has.call(o, k) && o.hasOwnProperty(k) && Object.hasOwn(o, k) && Object.prototype.hasOwnProperty.call(o, k)) n++;",
  "what is kept": "list.push(k, [k], { [k]: `${k}!` });",
  "conversions and numbers": "n += Number(o[k]) + Math.max(n, 1);",
  "a function of the file that does no more": "n += own(o[k]);",
};

const heavy = {
  "a loop": "for (let i = 0; i < 2; i++) n += i;",
  "a call of what may be preempted": "n += stops(k);",
  "what the language does with texts": "list.push(JSON.stringify(o));",
  "a function of the file that calls others": "n += long(o[k]);",
  "a function of the file that loops": "n += loops(o[k]);",
  "what is made": "list.push(new Array(3));",
  "a function that sees the round": "list.push(() => k);",
};

describe("a loop over keys", () => {
  for (const [what, round] of Object.entries(light))
    test(`with rounds of ${what} is no place to be suspended`, () => {
      expect(walked(round).preemptions).toBe(0);
      expect(walked(round, { plainBodies: false }).preemptions).toBe(0);
      // Each round is a point where loops do not count for others.
      expect(walked(round, { loopNests: false }).preemptions).toBeGreaterThanOrEqual(4);
    });

  for (const [what, round] of Object.entries(heavy))
    test(`with rounds of ${what} is suspended in each`, () => {
      const more = "/** @preempt */ function stops(x) { for (let i = 0; i < 2; i++); return x.length; }";
      expect(walked(round, "speed", more).preemptions).toBeGreaterThanOrEqual(4);
      expect(walked(round, { plainBodies: false }, more).preemptions).toBeGreaterThanOrEqual(4);
    });
});
