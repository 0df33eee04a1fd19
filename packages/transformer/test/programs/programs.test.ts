/**
 * Nasty programs: whatever the budget, the strategy and the optimisations, they do what they did.
 *
 * Each is compiled with all optimisations for its annotated functions, and run at every budget. Every third is for all
 * of its functions, too; every other one has a drawn combination of optimisations, or the paper's strategy, for either. `npm
 * run programs` has all combinations, and everything for both. `npm test` leaves bodies that start at any point for a part of them.
 */
import { limitFrames } from "@preempt/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Combination, combinationOf, combinations, drawnFor, isDrawnFor, nameOf } from "../kit/combinations.ts";
import { expectSame } from "../kit/expect-same.ts";
import { atBudget, compare, compareAsync, emit, type Runs } from "../kit/harness.ts";
import { isOfPart, seed, wanted } from "../kit/sampling.ts";
import { programs } from "./all.ts";
import { boxes } from "./boxes.ts";
import { chains } from "./chains.ts";
import { finals } from "./finals.ts";
import { parameters } from "./parameters.ts";
import { plain } from "./plain.ts";
import { pointless } from "./pointless.ts";
import { rounds } from "./rounds.ts";
import { shared } from "./shared.ts";
import { spreadArguments, spreads } from "./spreads.ts";
import { supers } from "./supers.ts";
import { tries } from "./tries.ts";
import { ways } from "./ways.ts";

function runsFor(
  name: string,
  functions: "annotated" | "all",
): Runs & { readonly combinations: readonly Combination[] } {
  if (wanted === "all") return { combinations };
  if (wanted !== "sampled") return { combinations: [combinationOf(wanted)] };
  const isAlways = functions === "annotated" || isDrawnFor(`all of ${name}`, seed, 3);
  const isHere = isDrawnFor(`more of ${name}`, seed) && isDrawnFor(name, seed) === (functions === "all");
  const isPaper = isHere && isDrawnFor(`paper's ${name}`, seed, 3);
  const drawn = isHere && !isPaper ? [drawnFor(`${name} ${functions}`, seed)] : [];
  return { combinations: [...(isAlways ? [combinationOf("speed")] : []), ...drawn], isPaper };
}

// Far beyond an engine's stack, and sooner reached than what jobs have by default, which deep.test.ts looks at.
beforeAll(() => limitFrames(100_000));
afterAll(() => limitFrames(2_000_000));

const tried = new Set<string>();
const inPlainBodies = [
  ...plain,
  ...ways,
  ...parameters,
  ...boxes,
  ...chains,
  ...spreads,
  ...shared,
  ...pointless,
  ...rounds,
  ...tries,
  ...finals,
  ...supers,
];

for (const program of programs) {
  test(program.name, async () => {
    const refused = new Set<string>();
    for (const functions of ["annotated", "all"] as const) {
      const variant = { ...program, functions };
      const runs = runsFor(program.name, functions);
      for (const combination of runs.combinations) tried.add(nameOf(combination));
      const comparisons = program.isAsync ? await compareAsync(variant, runs) : compare(variant, runs);
      expectSame(comparisons, program.isRace ?? false);
      if (functions === "annotated") for (const c of comparisons) refused.add(c.refused.join());
      if (functions === "all" || program.name.startsWith("endless")) continue;
      const atEveryPoint = comparisons.filter((c) => c.label.endsWith("budget 0"));
      for (const { label, actual } of atEveryPoint) expect([label, actual.preemptions]).not.toEqual([label, 0]);
    }
    // By every strategy and combination alike.
    expect([...refused]).toEqual([(program.refused ?? []).join()]);
  });
}

test.runIf(wanted === "sampled")("any two optimisations are drawn in each of their four ways for some programs", () => {
  const switches = Object.keys(combinations[0] as Combination) as (keyof Combination)[];
  const ways = new Set<string>();
  for (const name of tried) {
    const drawn = combinationOf(name);
    const on = (key: keyof Combination) => `${key} ${drawn[key]}`;
    for (const [i, a] of switches.entries()) for (const b of switches.slice(0, i)) ways.add(`${on(a)}, ${on(b)}`);
  }
  expect(ways.size).toBe(4 * ((switches.length * (switches.length - 1)) / 2));
});

describe("bodies that start are left at any of their points, whichever comes first", () => {
  // A body that was called again goes on in the other one: only the first points of each call are those of the start.
  const budgets = Array.from({ length: 45 }, (_, i) => atBudget(i + 3));
  for (const program of inPlainBodies.filter(({ name }) => isOfPart(name)))
    test(program.name, () => {
      expectSame(compare(program, { ways: budgets, isPaper: false }), program.isRace ?? false);
    });
});

test(spreadArguments.name, () => {
  const ways = compare(spreadArguments, { ways: [0, 1, 5, 100].map(atBudget) });
  const ours = ways.filter(({ label }) => label.startsWith("capture"));
  expect(ours).toHaveLength(4);
  expectSame(ours, false);
});

test("the programs of plain bodies have plain bodies", () => {
  const generators = inPlainBodies.flatMap((program) => {
    const [emitted] = emit(program, [combinationOf("speed")], false);
    return [...(emitted?.code ?? "").matchAll(/(?:function\* |\*\[\$preempt\.bodyKey\("|\*#)(\w+)\$resumable/g)].map(
      (m) => m[1],
    );
  });
  // Those that hold a `finally` which calls others, a variable that may have no value yet, a loop whose head does more, or a parameter of which an engine
  // would say something else in a body; and methods that use `super` in other ways than to read or call a property of its class's.
  const known = "main early late hoisted targets initial h keyed others listed unknown whole from sup make";
  const ofSuper =
    "assigns sets later adds removes computes calls apart maybe taken inside given hidden literal list each made took spread pushed twice";
  expect(new Set(generators)).toEqual(new Set(`${known} ${ofSuper}`.split(" ")));
});
