/**
 * The nasty programs, each an exclusive unit of its own: nobody else comes, and they do what they did. Every twelfth is drawn; all of
 * them are run where all combinations are wanted.
 */
import { limitFrames } from "@preempt/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { combinationOf, isDrawnFor } from "../kit/combinations.ts";
import { expectSame } from "../kit/expect-same.ts";
import { atBudget, calledPlainly, compare, compareAsync } from "../kit/harness.ts";
import { seed, wanted } from "../kit/sampling.ts";
import { programs } from "../programs/all.ts";

beforeAll(() => limitFrames(100_000));
afterAll(() => limitFrames(2_000_000));

/** A pragma that has to stand first; the text of a function, which begins with its question; how an engine words a literal that is called. */
const left = [
  "JSX calls in attributes and children",
  "only the catch, or only the block, is suspended; and what ends without either",
  "calling a computed callee that is not a function names its parts as the engine did, after the arguments",
  "errors of constructors are those of the engine, with its words",
];
const runs = {
  ways: [calledPlainly, atBudget(0), atBudget(7)],
  combinations: [combinationOf("speed"), combinationOf("size")],
  isPaper: true,
};
const drawn = programs.filter(
  ({ name }) => !name.startsWith("endless") && !left.includes(name) && (wanted === "all" || isDrawnFor(name, seed, 12)),
);

test("those left out are there", () => {
  for (const name of left) expect(programs.map((program) => program.name)).toContain(name);
});

for (const program of drawn) {
  test(program.name, async () => {
    const variant = { ...program, code: `/** @preempt exclusive */\n\n${program.code}` };
    const comparisons = program.isAsync ? await compareAsync(variant, runs) : compare(variant, runs);
    expect(comparisons.length).toBeGreaterThan(2);
    expectSame(comparisons, program.isRace ?? false);
  });
}
