/**
 * Loops around others keep what is left of the budget in a variable, and give back what is left however they are left; loops of a
 * few short rounds are part of the round around them.
 */
import { describe, expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { transformProgram } from "../kit/harness.ts";
import { suspensions as suspensionsOf } from "../kit/suspensions.ts";

const program = (body: string) => `/** @preempt */ function counts(n) { let k = 0; while (k < n) k++; return k; }
  /** @preempt */ function main(n) { let s = 0; ${body} return s; }`;

function emitted(body: string, optimize: Optimizations = {}): string {
  return transformProgram({ code: program(body), extension: "js" }, { optimize }).code;
}

function suspensions(body: string, budget: number, optimize: Optimizations = {}): number {
  return suspensionsOf(program(body), 100, budget, optimize);
}

describe("loops around others", () => {
  const nest = "for (let i = 0; i < n; i++) for (let j = i; j < n; j += 3) s += j;";
  const heavy = "for (let i = 0; i < n; i++) for (let j = i; j < n; j += 3) s += [j].length;";

  test("keep what is left of the budget in a variable, of which eight short rounds are a point", () => {
    expect(emitted(nest)).toContain("$budget = $preempt_state.budget << 3;");
    expect(emitted(heavy)).toContain("$budget = $preempt_state.budget;");
    expect(emitted(nest, { loopNests: false })).not.toContain("$budget");
    expect(emitted(nest, { stripMining: false })).not.toContain("$budget");
  });

  test("are suspended as often as their rounds say", () => {
    // 100 rounds, with 34 inside at most: 1,750 in all, and one for each end.
    const rounds = 1750 + 100;
    expect(suspensions(heavy, 9) * 10).toBeGreaterThan(rounds * 0.9);
    expect(suspensions(heavy, 9) * 10).toBeLessThan(rounds * 1.2);
    expect(suspensions(nest, 9) * 10 * 8).toBeGreaterThan(rounds * 0.9);
    expect(suspensions(nest, 9) * 10 * 8).toBeLessThan(rounds * 1.6);
  });

  test("go back to the body that starts with what it needs: an engine would carry the rest from round to round, as objects", () => {
    const round = "const c = i / n; let x = c; while (x < i) x += 0.5; s += x;";
    const code = emitted(`for (let i = 0; i < n; i++) { for (let j = 0; j < 9; j++) { ${round} } }`);
    // The body, its `this`, n; s, i; j, c and x, which are set anew; the entry.
    expect(code).toMatch(/save\(main\$resumable\w*, \$this, n, s, i, 0, 0, 0, 1, /);
  });

  const ways: Readonly<Record<string, string>> = {
    "their condition": "",
    "a break": "if (i > 2) break;",
    "a return from inside": "for (let j = 0; j < n; j++) if (j > 7) return j;",
    "a break of a loop around, from inside": "for (let j = 0; j < n; j++) if (j > 7) continue outer;",
    "an error": "if (i > 2) throw i;",
  };
  for (const [way, jump] of Object.entries(ways))
    test(`give back what is left when they are left by ${way}`, () => {
      const round = `for (let i = 0; i < 9; i++) { ${jump} for (let j = 0; j < n; j++) s += [j].length; }`;
      const called = `/** @preempt */ function once(n) { let s = 0; outer: for (let k = 0; k < 1; k++) { ${round} } return s; }`;
      const code = `${called}
        /** @preempt */ function main(n) { let s = 0; for (let k = 0; k < n; k++) { try { s += once(20); } catch (e) { s += e; } } return s; }`;
      const times = (optimize: Optimizations) => suspensionsOf(code, 1000, 500, optimize);
      const [kept, counted] = [times({}), times({ loopNests: false })];
      expect(kept).toBeGreaterThan(0.8 * counted);
      expect(kept).toBeLessThan(1.2 * counted + 1);
    });

  const others: Readonly<Record<string, string>> = {
    "a call of a function that may be suspended": "s += counts(2);",
    "a call of what nobody knows": "s += main.call.call((x) => x, null, i);",
    "a walk": "for (const x of [i, n, s]) s += x;",
    "an error that may be caught": "try { for (let j = 0; j < n; j++) s += j; } catch {}",
    "a function": "s += [1].map((x) => x + i)[0];",
  };
  for (const [what, inside] of Object.entries(others))
    test(`hold no budget with ${what} inside`, () => {
      const body = `for (let i = 0; i < n; i++) { for (let j = i; j < n; j += 3) s += j; ${inside} }`;
      expect(emitted(body)).not.toContain("$budget");
      suspensions(body, 3);
    });
});

describe("loops of a few short rounds inside others", () => {
  const short: Readonly<Record<string, string>> = {
    "count to a number": "for (let j = 0; j < 16; j++) s += j;",
    "go by more than one": "for (let j = -8; j <= 8; j += 2) s += j;",
    "walk what is written out": "for (const x of [-1, 0, n, 1]) s += x;",
    "stand in each other": "for (let j = 0; j < 4; ++j) for (let k = 0; k < 4; k++) s += Math.max(j, k);",
    "may be left": "for (let j = 0; j < 4; j++) { if (j === i) break; if (s < 0) continue; s += j; }",
  };
  for (const [name, loop] of Object.entries(short))
    test(`are part of the round around, where they ${name}`, () => {
      const body = `for (let i = 0; i < n; i++) { ${loop} }`;
      // One more at the end of the loop, which is a round.
      expect(suspensions(body, 0)).toBe(101);
      expect(suspensions(body, 0, { loopNests: false })).toBeGreaterThanOrEqual(200);
      expect(suspensions(body, 0, { stripMining: false })).toBeGreaterThan(200);
    });

  const long: Readonly<Record<string, string>> = {
    "make more rounds": "for (let j = 0; j < 17; j++) s += j;",
    "make more in each other": "for (let j = 0; j < 4; j++) for (let k = 0; k < 5; k++) s += j;",
    "end by what nobody knows": "for (let j = 0; j < n; j++) s += j;",
    "change their counter": "for (let j = 0; j < 4; j++) { if (s < 0) j = 0; s += j; }",
    "count in another variable": "let k = 0; for (let j = 0; j < 4; k++) { if (k > 20) break; s += j; }",
    "go down": "for (let j = 4; j > 0; j--) s += j;",
    "go away from their end": "for (let j = 0; j < 4; j += -1) { if (s++ % 3 === 2) break; }",
    "count what others see": "for (let j = 0, see = () => j++; j < 4; j++) s += see.length;",
    "call what takes its time": "for (let j = 0; j < 4; j++) s += JSON.stringify(j).length;",
    "walk what is spread": "for (const x of [...[n, s]]) s += x;",
    "walk what is not written out": "const list = [n, s]; for (const x of list) s += x;",
    "count in a variable of the function": "var j; for (j = 0; j < 4; j++) s += j;",
    "have no end": "for (let j = 0; ; j++) if (j === 3) break;",
  };
  for (const [name, loop] of Object.entries(long))
    test(`have points, where they ${name}`, () => {
      expect(suspensions(`for (let i = 0; i < n; i++) { ${loop} }`, 0)).toBeGreaterThan(150);
    });

  test("have points where none stands around them", () => {
    expect(suspensions("for (let j = 0; j < 4; j++) s += j;", 0)).toBe(5);
  });
});

test("the point at the start of a function gives nothing back of a nest that has not begun", () => {
  const nest = "for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) s += [j].length;";
  const body = `if (n < 100) { ${nest} } else { s += main(9); s += main(8); }`;
  // There the budget has to be a number still: 81 and 64 rounds are suspended one by one.
  expect(suspensions(body, 0)).toBeGreaterThan(81 + 64);
  expect(emitted(body)).toContain("$depth > 2000");
  expect(emitted(body)).not.toMatch(/\$depth > 2000\) \{\s*\$preempt_state\.budget = /);
});
