/** Loops whose bound stays as it is end at that or where the budget does, by one comparison; what may be no small integer is asked first. */

import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Optimizations } from "../../src/shared/optimize.ts";
import { load, transformProgram } from "../kit/harness.ts";
import { suspensions } from "../kit/suspensions.ts";

const program = (loop: string) =>
  `/** @preempt */ function main(n, m) { let s = 0; const a = [1, 2, 3]; ${loop} return s; }`;

function emitted(loop: string, optimize: Optimizations = {}): string {
  return transformProgram({ code: program(loop), extension: "js" }, { optimize }).code.replace(/\s+/g, " ");
}

const joint: Readonly<Record<string, readonly [loop: string, at: string]>> = {
  "a variable": [
    "for (let i = 0; i < n; i++) s += i;",
    'if (typeof n === "number" && n === (n | 0)) { $stop = (n < $end ? n : $end) | 0; for (; i < $stop; i++) s += i; } else for (; i < $end && i < n; i++) s += i;',
  ],
  "a variable that is reached": [
    "for (let i = 1; i <= n; i++) s += i;",
    "$stop = (n < $end ? n : $end - 1) | 0; for (; i <= $stop; i++) s += i; } else for (; i < $end && i <= n; i++)",
  ],
  "a number, which is not asked": [
    "for (let i = 0; i < 1000; i++) s += i;",
    "$stop = (1000 < $end ? 1000 : $end) | 0; for (; i < $stop; i++) s += i; if (",
  ],
  "a number, in a long loop": [
    `for (let i = 0; i < 1000; i++) { ${"s += i; ".repeat(30)} }`,
    "$stop = (1000 < $end ? 1000 : $end) | 0; for (; i < $stop; i++) { s += i;",
  ],
  "a counter that begins anywhere": [
    "for (let i = m; i < n; i++) s += i;",
    'if ($left > 0 && (typeof i === "number" && i === (i | 0)) && (typeof n === "number" && n === (n | 0))) { $from = i; $stop = i + $left; $stop = (n < $stop ? n : $stop) | 0; for (; i < $stop; i++) s += i; $left = $left - (i - $from + 1); } else for (; --$left >= 0 && i < n; i++) s += i;',
  ],
  "a step": [
    "for (let i = 0; i <= 999; i += m) s += i;",
    '&& (typeof m === "number" && m === (m | 0)) && m > 0) { $from = i; $stop = i + $left * m - 1; $stop = (999 < $stop ? 999 : $stop) | 0; for (; i <= $stop; i += m) s += i; $left = $left - (((i - $from) / m | 0) + 1); }',
  ],
  "a loop that is left and gone on with": [
    "out: for (let i = 0; i < n; i++) { if (i === m) continue out; if (i > 99) break out; if (i > 50) return i; s += i; }",
    "out: for (; i < $stop; i++) {",
  ],
};

describe("one end for the loop and its budget", () => {
  for (const [name, [loop, at]] of Object.entries(joint))
    test(`with ${name}`, () => {
      expect(emitted(loop)).toContain(at);
      expect(emitted(loop, { jointBounds: false })).not.toContain("$stop");
    });
});

const apart: Readonly<Record<string, string>> = {
  "the loop changes the bound": "for (let i = 0; i < n; i++) { s += i; if (s > 9) n--; }",
  "the loop's head changes the bound": "for (let i = 0; i < n; i++, n--) s += i;",
  "the loop changes the step": "for (let i = 0; i < n; i += m) { s += i; m++; }",
  "the bound is a function's, too": "const f = () => n--; for (let i = 0; i < n; i++) s += i; s += f();",
  "the bound is asked of somebody": "for (let i = 0; i < a.length; i++) s += i;",
  "the bound is another module's": "for (let i = 0; i < elsewhere; i++) s += i;",
  "the loop makes something": "for (let i = 0; i < n; i++) s += [i].length;",
  "the loop makes a function": "let f; for (let i = 0; i < n; i++) { f = (x) => x; s += i; } s += f(1);",
  "the loop is long": `for (let i = 0; i < n; i++) { ${"s += i; ".repeat(30)} }`,
  "the counter changes in the loop": "for (let i = 0; i < n; i++) { s += i; if (s === 3) i++; }",
  "the counter may begin at the least of 32 bits": "for (let i = m | 0; i <= n; i++) s += i;",
  "it goes down": "for (let i = n; i > 0; i--) s += i;",
  "more than the bound is compared": "for (let i = 0; i < n && s < 99; i++) s += i;",
  "a return leaves it, and its rounds are counted from where it was":
    "for (let i = m; i < n; i++) { s += i; if (s > 99) return s; }",
  "an error leaves it": "for (let i = m; i < n; i++) { s += i; if (s > 99) throw s; }",
  "a jump leaves it for another":
    "out: for (let k = 0; k < 9; k++) for (let i = m; i < n; i++) { s += i; if (s > 99) continue out; }",
  "another bound is meant": "for (let i = 0; m < n; i++) { s += i; if (s > 99) break; }",
};

describe("two ends where", () => {
  for (const [name, loop] of Object.entries(apart)) test(name, () => expect(emitted(loop)).not.toContain("$stop"));
});

describe("the rounds that a loop makes are charged, whichever end it has", () => {
  const loops: Readonly<Record<string, string>> = {
    "by its counter": "for (let i = 0; i < n; i++) s += i;",
    "to its bound": "for (let i = 0; i <= n; i++) s += i;",
    "by steps": "for (let i = m; i < n; i += 3) s += i;",
    "by steps to its bound": "for (let i = 2; i <= n; i += step) s += i;",
    "from the least of 32 bits": "const low = -(2 ** 31), end = low + n; for (let i = low | 0; i <= end; i++) s += i;",
    "from there by steps": "const low = -(2 ** 31), end = low + n; for (let i = low | 0; i <= end; i += 3) s += i;",
    "in other loops":
      "for (let k = 0; k < n; k++) { for (let i = k; i < 9; i++) s += i; for (let i = 0; i < k; i++) s -= i; }",
    "until a break": "for (let k = 0; k < n; k++) { for (let i = k; i < n; i++) { s += i; if (i % 5 === 4) break; } }",
  };
  for (const [name, loop] of Object.entries(loops))
    test(name, () => {
      const code = `/** @preempt */ function main(n) { let s = 0; const m = 1; let step = 2; ${loop} return s; }`;
      for (const budget of [0, 1, 7, 100]) {
        const made = suspensions(code, 400, budget, {});
        if (budget < 9) expect(made).toBeGreaterThan(1);
        expect({ budget, made }).toEqual({ budget, made: suspensions(code, 400, budget, { jointBounds: false }) });
      }
    });
});

/** What bounds, counters and steps may be. Objects say when they are asked. */
const values = [
  "0",
  "1",
  "3",
  "10",
  "-0",
  "-4",
  "0.5",
  "2.5",
  "NaN",
  "Infinity",
  "-Infinity",
  "2 ** 31 - 1",
  "2 ** 31 - 4",
  "2 ** 31",
  "-(2 ** 31)",
  "-(2 ** 31) - 2",
  "2 ** 32",
  "2 ** 53",
  "3n",
  "'3'",
  "''",
  "null",
  "undefined",
  "true",
  "asked(3)",
  "asked(2.5)",
  "Symbol.iterator",
];

test("what a bound, a counter or a step may be, it does what it did, at every budget", () => {
  const some = fc.constantFrom(...values);
  fc.assert(
    fc.property(
      some,
      some,
      some,
      fc.constantFrom("<", "<="),
      fc.nat(4),
      fc.nat(12),
      (from, bound, step, less, form, budget) => {
        const [start, change] = [
          ["0", "i++"],
          ["7", "++i"],
          [from, "i++"],
          [from, "i += by"],
          [from, "i += 2"],
        ][form] as [string, string];
        const code = `const said = []; const asked = (x) => ({ valueOf() { said.push(x); return x; } });
        /** @preempt */ function looped(bound, by, from) { let turns = 0; const seen = []; for (let i = ${start === from ? "from" : start}; i ${less} bound; ${change}) { turns++; seen[turns] = typeof i === "object" ? "object" : i; if (turns > 20) break; } return [turns, seen, said.splice(0)]; }
        /** @preempt */ function main() { try { return looped(${bound}, ${step}, ${from}); } catch (e) { return [e.name, e.message, said.splice(0)]; } }`;
        const program = { code, extension: "js" } as const;
        const { main } = load(program, transformProgram(program).code);
        expect(drive(main, { budget }).value).toEqual(main());
      },
    ),
    { numRuns: 400 },
  );
});
