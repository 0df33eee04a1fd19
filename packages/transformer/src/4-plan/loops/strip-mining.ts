/**
 * Strip mining: loops in which nothing but their own rounds can be suspended are left by their condition when the budget is used up.
 * What an engine compiles is the user's loop with one more comparison.
 *
 *   point each round: by_options   ⇒   strip-mined, local tally         nothing that the loop calls can end the budget early
 *   point each round: by_options   ⇒   strip-mined, state tally         what it calls may
 *   point each round: by_options   ⇒   point each round: call_inside    and other reasons why it stays as it is
 */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isLoop, isUsingList, isWithin } from "../../syntax/nodes.ts";
import { isStepByStep } from "../generator-walks.ts";
import { because, type Reason, type ReasonCode } from "../reason.ts";
import { type Leaf, leafOf } from "./leaf.ts";
import type { GeneratorLoopsBody, LoopPlan, PlainLoopsBody } from "./loop-plan.ts";

export function stripMine(plan: LoopPlan, loop: ts.IterationStatement, { points, scopes }: PlainLoopsBody): LoopPlan {
  if (plan.kind !== "point each round") return plan;
  const leaf = ts.isDoStatement(loop) ? undefined : leafOf(loop, points, scopes);
  if (leaf === undefined) return { ...plan, reason: whyNoLeaf(loop) };
  if (!leaf.isQuiet) return stripped(leaf, "state", because("may_end_budget"));
  // The generator that walks keys is asked in each round anyway.
  return ts.isForInStatement(loop) ? stripped(leaf, "state", walksKeys) : stripped(leaf, "local");
}

/** In a generator that keeps a `yield` out of the loop, which an engine would compile badly with it. */
export function stripMineGenerator(plan: LoopPlan, loop: ts.IterationStatement, body: GeneratorLoopsBody): LoopPlan {
  if (plan.kind !== "point each round") return plan;
  if (isStepByStep(loop, body.callees)) return { ...plan, reason: because("walks_generator") };
  const leaf = leafOf(loop, body.points, body.scopes);
  if (leaf === undefined) return { ...plan, reason: whyNoLeaf(loop) };
  const reason = whyNotInGenerator(loop, leaf, body);
  return reason === undefined ? stripped(leaf, "local") : { ...plan, reason };
}

function stripped({ isLight }: Leaf, tally: "local" | "state", reason?: Reason): LoopPlan {
  return {
    ...{ kind: "strip-mined", tally, reason, isShort: isLight, roundsPerPoint: 1 },
    ...{ bound: undefined, nest: undefined, numbers: [] },
  };
}

/** Why a loop that is a leaf has a point in each round. */
function whyNotInGenerator(
  loop: ts.IterationStatement,
  { isQuiet }: Leaf,
  { scopes }: GeneratorLoopsBody,
): Reason | undefined {
  if (!isQuiet) return because("may_end_budget");
  if (ts.isDoStatement(loop)) return comesLast;
  if (ts.isForInStatement(loop)) return walksKeys;
  if (ts.isForOfStatement(loop)) return whyNotWalked(loop, scopes);
  if (ts.isForStatement(loop) && loop.initializer !== undefined) return whyNotBefore(loop, loop.initializer, scopes);
  return undefined;
}

const comesLast = because("condition_last");
const walksKeys = because("walks_keys");

/** Why a loop that is no leaf, or comes to its condition last, has a point in each round, in bodies of either kind. */
function whyNoLeaf(loop: ts.IterationStatement): Reason {
  if (ts.isDoStatement(loop)) return comesLast;
  let inside: ReasonCode = "call_inside";
  ts.forEachChild(loop, function visit(node): void {
    if (ts.isFunctionLike(node)) return;
    if (ts.isAwaitExpression(node)) inside = "await_inside";
    else if (ts.isYieldExpression(node)) inside = "yield_inside";
    else if (isLoop(node)) inside = "loop_inside";
    else ts.forEachChild(node, visit);
  });
  return because(inside);
}

/** What it walks is put aside before its variable is there, which has to be one. */
function whyNotWalked(
  { awaitModifier, initializer, expression }: ts.ForOfStatement,
  scopes: Scopes,
): Reason | undefined {
  if (awaitModifier !== undefined) return because("awaits_values");
  const [declaration] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (isUsingList(initializer)) return disposes;
  if (declaration === undefined || !ts.isIdentifier(declaration.name)) return because("no_declared_name");
  const binding = scopes.declaredBy(declaration);
  const isSeen = binding?.references.every((r) => !isWithin(r, expression)) !== true;
  return isSeen ? because("mentions_own_variable") : undefined;
}

/** What its head declares is declared before the first turn: one variable for all rounds, in place of one for each. */
function whyNotBefore(loop: ts.ForStatement, initializer: ts.ForInitializer, scopes: Scopes): Reason | undefined {
  if (isUsingList(initializer)) return disposes;
  if (effectsOf(initializer, scopes).makesFunctions) return because("function_in_head");
  const isOfRounds = (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
  // A loop that makes functions is no quiet one, but the fields of a class are code, too, that runs later.
  return isOfRounds && effectsOf(loop, scopes).makesFunctions ? because("class_sees_round") : undefined;
}

const disposes = because("disposes");
