/**
 * What does the first preemption cost, which moves `depth` frames from the engine's stack to the heap, with going on
 * through all of them?
 *
 * The same descent is run twice, with the least budget under which it is not suspended and with one point less, under
 * which it is suspended once, in the innermost call, and resumed. The second takes more by what is measured.
 */
import { type Steps, start } from "@preempt/runtime/testing";
import { emissionNames } from "../emitted.ts";
import { median } from "../statistics.ts";
import type { Turns } from "../turns.ts";
import { timed } from "../turns.ts";
import { compileDescend, type Descend } from "./preemption.ts";
import { type MicroCase, type MicroSamples, measureCases } from "./row.ts";

/** Calls and rounds together stay below the 2,000 points of a stretch, after which frames move to the heap anyway. */
export const captureDepths = [1, 10, 100, 900] as const;

/** Nanoseconds of all frames together. */
export async function measureCaptures(turns: Turns): Promise<MicroSamples[]> {
  const cases: MicroCase[] = [];
  for (const emission of emissionNames) {
    const descend = await compileDescend(emission);
    for (const depth of captureDepths) {
      const budget = budgetFor(descend, depth);
      cases.push({ subject: depth, way: emission, sample: () => captureAndResume(descend, depth, budget) });
    }
  }
  return await measureCases(cases, turns);
}

/** More rounds than the calls before them, so that they are what a budget runs out in. */
const roundsFor = (depth: number) => depth + 10;

/** The least budget under which the descent is not suspended. */
function budgetFor(descend: Descend, depth: number): number {
  let [least, most] = [0, 4 * depth + 100];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (start(descend, { args: [depth, roundsFor(depth)], budget: middle }).next().done) most = middle;
    else least = middle + 1;
  }
  return least;
}

/** The median of many pairs: a collection of garbage, which deep stacks make longer, falls into few of them. */
function captureAndResume(descend: Descend, depth: number, budget: number): number {
  const atOnce = Math.max(1, Math.floor(100 / depth));
  const started = (budget: number): Steps<number>[] =>
    Array.from({ length: atOnce }, () => start(descend, { args: [depth, roundsFor(depth)], budget }));
  const differences = Array.from({ length: 60 }, () => {
    const [whole, cut] = [started(budget), started(budget - 1)];
    const through = timed(() => advance(whole, true));
    const once = timed(() => {
      advance(cut, false);
      advance(cut, true);
    });
    return (once - through) / atOnce;
  });
  return median(differences);
}

function advance(all: readonly Steps<number>[], ends: boolean): void {
  for (const steps of all) {
    if (Boolean(steps.next().done) !== ends) throw new Error("it was suspended elsewhere than expected");
  }
}
