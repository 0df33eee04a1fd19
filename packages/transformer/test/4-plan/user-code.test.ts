/**
 * Loops that call what runs nobody else's code count what is left of the budget for themselves; others look at the realm's
 * state in each round, where whoever they call may take it away.
 */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { endBudget } from "../../../runtime/src/protocol/protocol.ts";
import { load, transformProgram } from "../kit/harness.ts";

interface Case {
  /** What a round evaluates. */
  readonly call: string;
  /** Beside the function with the loop. */
  readonly others?: string;
}

const rounds = 100;

function emitted({ call, others = "" }: Case): string {
  const code = `${others} /** @preempt */ function main(n) { let s = 0; let i = 0; while (i < n) { i += 1; s += ${call}; } return s; }`;
  const program = { code, extension: "js" } as const;
  const transformed = transformProgram(program).code;
  const { main } = load(program, transformed);
  expect(drive(main as (n: number) => number, { args: [rounds], budget: 7 }).value).toBe(main(rounds));
  return transformed;
}

const quiet: Readonly<Record<string, Case>> = {
  "a function of operators": { call: "twice(i)", others: "function twice(x) { return x + x; }" },
  "a constant one": { call: "twice(i)", others: "const twice = (x, y = x) => x + y;" },
  "one that calls such ones": {
    call: "outer(i)",
    others: "const inner = (x) => Math.abs(x); function outer(x) { return inner(x) + inner(1); }",
  },
  "one with a loop that nobody annotated": {
    call: "digits(i)",
    others: "function digits(x) { let n = 0; for (const c of String(x)) n += c.charCodeAt(0); return n; }",
  },
  "ones that call each other": {
    call: "even(i & 3)",
    others:
      "function even(x) { return x === 0 ? 1 : odd(x - 1); } function odd(x) { return x === 0 ? 0 : even(x - 1); }",
  },
};

for (const [name, loop] of Object.entries(quiet))
  test(`a loop that calls ${name} counts for itself`, () => {
    expect(emitted(loop)).toContain("--$left >= 0");
  });

test("a loop over an integer that calls such a function is ended by its counter", () => {
  const program = {
    code: "const twice = (x) => x + x; /** @preempt */ function main(n) { let s = 0; for (let i = 0; i < n; i++) s += twice(i); return s; }",
    extension: "js",
  } as const;
  expect(transformProgram(program).code).toContain("i < $end");
});

test("a private method is known, too", () => {
  const code =
    "class Sum { #twice(x) { return x + x; } /** @preempt */ of(n) { let s = 0; while (n > 0) s += this.#twice(n--); return s; } } const main = (n) => new Sum().of(n);";
  expect(transformProgram({ code, extension: "js" }).code).toContain("--$left >= 0");
});

const loud: Readonly<Record<string, Case>> = {
  "a variable": { call: "f(i)", others: "let f = (x) => x + x; f = (x) => x - x;" },
  "one that calls a variable": {
    call: "calls(i)",
    others: "const calls = (x) => f(x); let f = (x) => x; f = (x) => x + x;",
  },
  "one that is given a function": { call: "sum(i)", others: "const sum = (x) => [x].map(f)[0]; const f = (x) => x;" },
  "one that calls what it is given": {
    call: "calls(i, g)",
    others: "const calls = (x, f) => f(x); const g = (x) => x;",
  },
  "one that calls a function's `call`": {
    call: "calls(i)",
    others: "const calls = (x) => g.call(0, x); let g = (x) => x;",
  },
  "one that makes an object of a class": {
    call: "made(i)",
    others: "class Box { constructor(x) { this.x = x; } } const made = (x) => new Box(x).x;",
  },
  "one that throws, whose error would leave rounds uncounted": {
    call: "checked(i)",
    others: "function checked(x) { if (x < 0) throw new RangeError(); return x; }",
  },
  "one with a function inside": {
    call: "inside(i)",
    others: "const inside = (x) => { const f = () => x; return f(); };",
  },
};

for (const [name, loop] of Object.entries(loud))
  test(`a loop that calls ${name} counts in the realm's state`, () => {
    expect(emitted(loop)).not.toMatch(/--\$left >= 0|< \$end/);
  });

test("whoever takes the budget away from a loop that calls it ends that loop's next round", () => {
  const taken = { at: 0, endBudget };
  Object.assign(globalThis, { taken });
  const program = {
    code: "const take = (i) => { if (i === 5) taken.endBudget(); taken.at = i; return i; }; /** @preempt */ function main(n) { let s = 0; for (let i = 0; i < n; i++) s += take(i); return s; }",
    extension: "js",
  } as const;
  const { main } = load(program, transformProgram(program).code);
  const seen: number[] = [];
  const onPreempt = () => void seen.push(taken.at);
  drive(main as (n: number) => number, { args: [9], budget: Number.POSITIVE_INFINITY, onPreempt });
  expect(seen).toEqual([5]);
});
