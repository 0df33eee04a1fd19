/** A job that another one runs until it has left an exclusive unit: it stops at a preemption point, and nowhere else. */
import { type Steps, start } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import type { TransformOptions } from "../../src/index.ts";
import { load, transformProgram } from "../kit/harness.ts";

const ways: readonly Partial<TransformOptions>[] = [
  {},
  { optimize: "size" },
  { optimize: { startBodies: false } },
  { strategy: "paper" },
];

/** `get` reads what `find` has left, and no preemption point is in between. */
const code = `
let last;
/** @preempt exclusive */ function find(n) { let sum = 0; for (let i = 0; i < n; i++) sum += step(i); last = sum; }
/** @preempt */ function step(n) { for (let i = 0; i < 2; i++); return n; }
/** @preempt */ function get(n) { find(n); return last; }
/** @preempt */ function main(n) { const out = []; for (let i = 0; i < 3; i++) out.push(get(n + i)); return out; }`;

test("what a unit's caller reads right after it left the unit is its own", () => {
  const program = { code, functions: "annotated" as const, extension: "js" as const };
  for (const options of ways) {
    const main = load(program, transformProgram(program, options).code).main as (n: number) => unknown;
    const expected = [3, 5].map((n) => main(n));
    for (const budgets of [
      [0, 4],
      [1, 12],
      [2, 7],
      [3, 3],
    ]) {
      for (let pattern = 0; pattern < 64; pattern++) {
        const jobs = budgets.map((budget, i) => start(main, { args: [3 + 2 * i], budget }) as Steps<unknown>);
        const results: unknown[] = [];
        for (let turn = 0; results.filter(Boolean).length < 2; turn++) {
          const which = results[0] ? 1 : results[1] ? 0 : (pattern >> (turn % 6)) & 1;
          const step = (jobs[which] as Steps<unknown>).next();
          if (step.done) results[which] = step.value;
        }
        expect(results, JSON.stringify({ options, budgets, pattern })).toEqual(expected);
      }
    }
  }
});

test("a caller that goes into the unit again and again is run until it is outside at a preemption point", () => {
  const program = { code, functions: "annotated" as const, extension: "js" as const };
  const main = load(program, transformProgram(program, {}).code).main as (n: number) => unknown;
  const first = start(main, { args: [4], budget: 0 });
  for (let i = 0; i < 4; i++) first.next();
  // Code that is called plainly runs the first job as far as it must, and is right.
  expect(main(2)).toEqual([1, 3, 6]);
  let step = first.next();
  while (!step.done) step = first.next();
  expect(step.value).toEqual([6, 10, 15]);
});
