/** Loops whose rounds surely pass a point inside have none of their own; all others have, or they could hold the thread. */
import { expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { suspensions as suspensionsOf } from "../kit/suspensions.ts";

const rounds = 1000;
const others = `
  /** @preempt */ function counts(n) { for (let i = 0; i < n; i++); return 1; }
  /** @preempt */ function finds(n) { for (let i = 0; ; i++) if (i === n) return 1; }
  /** @preempt */ function may(n) { if (n > 0) return 1; for (let i = 0; i < 2; i++); return 1; }
  /** @preempt */ function sum(n) { return n < 1 ? 0 : 1 + sum(n - 1); }
  /** @preempt */ function first(n) { counts(0); return sum(n); }
  /** @preempt */ function one(n) { return sum(n); }
  /** @preempt */ function left(n) { do { if (n > 0) break; counts(0); } while (n > 0); return 1; }
`;

/** How often a loop with this code in its rounds is suspended where each point suspends. */
function suspensions(round: string, optimize: Optimizations = {}): number {
  // Inside a function, for those at the top of a script may be replaced by another.
  const code = `const main = (() => { ${others} /** @preempt */ return function main(n) { let s = 0; for (let k = 0; k < n; k++) { ${round} } return s; }; })();`;
  return suspensionsOf(code, rounds, 0, optimize);
}

/** In each round, one of the loop's own, and how many inside. */
const own = (inside: number) => rounds * (1 + inside);

const passed: Readonly<Record<string, readonly [round: string, inside: number]>> = {
  "a loop that calls nothing": ["for (let i = 0; i < 0; i++) s++;", 1],
  "one in a block, whatever comes before": ["if (k & 1) s += 2; { let i = 0; while (i > 0) i--; }", 1],
  "one in either branch": ["if (k & 1) { for (const x of []) s += x; } else for (const x of []) s -= x;", 1],
  "a function that begins with one": ["s += counts(0);", 1],
  "one whose loop may return": ["s += finds(0);", 1],
  "one that calls before anything else": ["const x = first(0); s += x;", 2],
  "a function in a condition": ["if (counts(0) > 1) s++;", 1],
  "a loop whose condition comes last": ["do s++; while (s < 0);", 1],
};

for (const [name, [round, inside]] of Object.entries(passed))
  test(`a loop that comes to ${name} has no point of its own`, () => {
    expect(suspensions(round)).toBeLessThan(own(inside));
    expect(suspensions(round)).toBeGreaterThanOrEqual(rounds * inside);
    expect(suspensions(round, { stripMining: false, startBodies: false })).toBeGreaterThanOrEqual(rounds);
  });

const notPassed: Readonly<Record<string, string>> = {
  "a loop that is gone on with before": "if (k >= 0) continue; for (let i = 0; i < 2; i++) s++;",
  "one in a branch": "if (k < 0) for (let i = 0; i < 2; i++) s++;",
  "one in one of two": "if (k < 0) s++; else if (k < 0) for (let i = 0; i < 2; i++) s++;",
  "one in a case": "switch (k) { case -1: for (let i = 0; i < 2; i++) s++; }",
  "one behind what may throw": "try { if (k >= 0) throw k; for (let i = 0; i < 2; i++) s++; } catch { s--; }",
  "a call behind an operator": "s += (k < 0 && counts(0)) || 1;",
  "one in an assignment that may not be made": "let x = 1; x ||= counts(0); s += x;",
  "one that may be none": "s += k < 0 ? counts(0) : 1;",
  "an optional one": "const o = k < 0 ? { x: 1 } : undefined; s += o?.x.valueOf(counts(0)) ?? 0;",
  "a default value": "let x; [x = k < 0 ? counts(0) : 1] = []; s += x;",
  "a function that may return before": "s += may(1);",
  "a function whose loop is left in its first round": "s += left(1);",
  "a function that begins with a call, its only one": "s += one(0);",
  "one that ends a recursion": "s += sum(0);",
  "a loop with calls, which may make no round": "for (let i = 0; i < 0; i++) s += counts(0);",
  "one whose condition comes last, and whose first round is left":
    "do { if (k >= 0) break; counts(0); } while (k < 0);",
};

for (const [name, round] of Object.entries(notPassed))
  test(`a loop that comes to ${name} has a point of its own`, () => {
    expect(suspensions(round)).toBeGreaterThanOrEqual(rounds);
  });
