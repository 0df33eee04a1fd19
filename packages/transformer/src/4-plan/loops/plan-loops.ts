/**
 * Decides what becomes of each loop of a function, once, for plain bodies and generators alike: each loop starts with a preemption
 * point in each round, and each pass below makes a better plan of a plan where it can.
 */
import * as ts from "typescript";
import { loopsOf } from "../../1-resolve/own-code.ts";
import type { Optimizations } from "../../shared/optimize.ts";
import { conditionOf } from "../../syntax/nodes.ts";
import { because } from "../reason.ts";
import { countByCounter } from "./counted.ts";
import { joinBounds } from "./joint-bounds.ts";
import { groupShortRounds } from "./light-rounds.ts";
import type { GeneratorLoopsBody, LoopPlan, Loops, LoopsBody, PlainLoopsBody } from "./loop-plan.ts";
import { countForInner } from "./nests.ts";
import { showNumbers, showNumbersOfGenerator } from "./numbers.ts";
import { stripMine, stripMineGenerator } from "./strip-mining.ts";
import { leaveOutSurePoints } from "./sure-points.ts";

/**
 * Makes a better plan of a loop's plan, or gives it back.
 *
 * @param outer The plans of the loops around, made by this pass already
 */
type Improve<Body> = (plan: LoopPlan, loop: ts.IterationStatement, body: Body, outer: Loops) => LoopPlan;

interface Pass {
  /** Its switches in shared/optimize.ts: all have to be on. */
  readonly options: readonly (keyof Optimizations)[];
  readonly plain: Improve<PlainLoopsBody>;
  readonly generator?: Improve<GeneratorLoopsBody>;
}

const passes: readonly Pass[] = [
  { options: ["stripMining"], plain: stripMine, generator: stripMineGenerator },
  { options: ["countedLoops"], plain: countByCounter },
  { options: ["jointBounds"], plain: joinBounds },
  { options: ["stripMining", "loopNests"], plain: countForInner },
  { options: ["lightRounds"], plain: groupShortRounds, generator: groupShortRounds },
  { options: ["stripMining"], plain: leaveOutSurePoints },
  { options: ["numbers"], plain: showNumbers, generator: showNumbersOfGenerator },
];

export function planLoops(body: PlainLoopsBody | GeneratorLoopsBody): Loops {
  let plans: Loops = new Map(loopsOf(body.node).map((loop) => [loop, unimproved(loop, body)]));
  for (const { options, plain, generator } of passes) {
    if (!options.every((option) => body.optimize[option])) continue;
    const made = new Map<ts.IterationStatement, LoopPlan>();
    for (const [loop, plan] of plans) {
      const better = body.kind === "plain" ? plain(plan, loop, body, made) : generator?.(plan, loop, body, made);
      made.set(loop, better ?? plan);
    }
    plans = made;
  }
  return plans;
}

function unimproved(loop: ts.IterationStatement, { points }: LoopsBody): LoopPlan {
  if (!points.has(loop)) return { kind: "part of round" };
  const head = [conditionOf(loop), ts.isForStatement(loop) ? loop.incrementor : undefined];
  const isHeadOpen = head.some((e) => e !== undefined && points.has(e));
  const reason = because("by_options");
  return { kind: "point each round", reason, isImplied: false, isHeadOpen, nest: undefined, numbers: [] };
}
