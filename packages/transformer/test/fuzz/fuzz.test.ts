/**
 * Random programs: plain, run-or-capture and the paper's strategy log, return and throw the same, at every budget and
 * with every combination of optimisations, of which each program draws one.
 *
 * A seeded sample here; for a campaign: `PREEMPT_FUZZ=20000 npx vitest run packages/transformer/test/fuzz`.
 * `PREEMPT_OPTIMIZE=none` has all programs compiled with that combination.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { catalog } from "../../src/shared/diagnostics.ts";
import { type Combination, combinationOf, drawn, draws } from "../kit/combinations.ts";
import {
  atBudget,
  type CallWay,
  type Comparison,
  calledPlainly,
  compare,
  compareAsync,
  load,
  type Program,
} from "../kit/harness.ts";
import { wanted } from "../kit/sampling.ts";
import { programFrom } from "./generator.ts";
import { namesFrom } from "./names.ts";

const campaign = Number(process.env.PREEMPT_FUZZ ?? 0);
const numRuns = campaign > 0 ? campaign : 20;
const seed = Number(process.env.PREEMPT_FUZZ_SEED ?? (campaign > 0 ? Date.now() & 0x7fffffff : 20191203));
// Many programs of moderate size: small ones fail more legibly, and long ones fail no more often.
const tape = fc.array(fc.nat({ max: 255 }), { minLength: 20, maxLength: 200, size: "max" });
/** Small budgets above all: most programs have few preemption points. */
const budget = fc.oneof(fc.constantFrom(0, 1, 2), fc.nat({ max: 20 }), fc.nat({ max: 300 }));
const ways = (b: number): CallWay[] => [calledPlainly, atBudget(b)];
/** Drawn after all else: a seed has the programs that it had before. Shrinks towards all of the optimisations. */
const combination: fc.Arbitrary<Combination> =
  wanted === "sampled" ? fc.nat({ max: draws - 1 }).map(drawn) : fc.constant(combinationOf(wanted));
const options = { numRuns, seed, endOnFailure: false } as const;
const timeout = campaign > 0 ? 24 * 3600_000 : 180_000;

const variant = (code: string, { all, strict }: { all: boolean; strict: boolean }): Program => ({
  code,
  extension: "js",
  strict,
  functions: all ? "all" : "annotated",
});
const kinds = fc.record({ all: fc.boolean(), strict: fc.boolean() });

/** @param left Codes of what may be left as it is */
function check(code: string, comparisons: readonly Comparison[], left: readonly string[] = []): void {
  for (const { label, expected, actual, refused } of comparisons) {
    const unexpected = refused.filter((c) => !left.includes(c));
    if (unexpected.length > 0) expect({ label, code, unexpected }).toEqual({ label, code, unexpected: [] });
    if (actual.outcome === expected.outcome && actual.log.join("\n") === expected.log.join("\n")) continue;
    expect({ label, code, outcome: actual.outcome, log: actual.log }).toEqual({
      label,
      code,
      outcome: expected.outcome,
      log: expected.log,
    });
  }
}

test(`${numRuns} synchronous programs (seed ${seed}) do what they did`, { timeout }, () => {
  let preempted = 0;
  fc.assert(
    fc.property(tape, kinds, budget, combination, (choices, kind, b, optimize) => {
      const code = programFrom(choices, false);
      const comparisons = compare(variant(code, kind), { ways: ways(b), combinations: [optimize] });
      if (comparisons.some((c) => c.actual.preemptions > 0)) preempted++;
      check(code, comparisons);
    }),
    options,
  );
  expect(preempted).toBeGreaterThan(numRuns / 4);
});

test(`${numRuns} asynchronous programs (seed ${seed}) do what they did`, { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(tape, kinds, budget, combination, async (choices, kind, b, optimize) => {
      const code = programFrom(choices, true);
      check(code, await compareAsync(variant(code, kind), { ways: ways(b), combinations: [optimize] }));
    }),
    options,
  );
});

// Longer: these programs are made of more and smaller parts.
const longTape = fc.array(fc.nat({ max: 255 }), { minLength: 100, maxLength: 700, size: "max" });
/**
 * Findings about functions that are left as they are: beside `eval` and `with`, where a function expression assigns to its own name, and
 * where a function that is declared in a case is assigned to.
 */
const leftAlone = (["direct_eval", "with_statement", "name_assigned", "function_name"] as const).map(
  (name) => catalog[name].code,
);

test(`${numRuns} programs about names (seed ${seed}) do what they did`, { timeout }, () => {
  fc.assert(
    fc.property(longTape, kinds, budget, combination, (choices, kind, b, optimize) => {
      const code = namesFrom(choices, kind.strict);
      const program = variant(code, kind);
      // A few declare a name twice.
      fc.pre(isProgram(program));
      check(code, compare(program, { ways: ways(b), combinations: [optimize] }), leftAlone);
    }),
    options,
  );
});

function isProgram(program: Program): boolean {
  try {
    load(program, program.code);
    return true;
  } catch {
    return false;
  }
}
