/** Which loops of generators are left by their condition when the budget is used up, so that they hold no `yield`. */
import ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isLoop, isUsingList, isWithin } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";
import { because, type Reason, type ReasonCode } from "../reason.ts";
import { type Leaf, leafOf } from "./leaf.ts";

/** Those that are. */
export type LoopOfTurns = ts.ForStatement | ts.WhileStatement | ts.ForOfStatement;

/** How its rounds are counted; or why the loop has a point in each round. */
export function turnsOf(loop: ts.IterationStatement, points: Points, scopes: Scopes): Leaf | Reason {
  const leaf = leafOf(loop, points, scopes);
  if (leaf === undefined) return whyNoLeaf(loop);
  if (!leaf.isQuiet) return because("may_end_budget");
  if (ts.isDoStatement(loop)) return comesLast;
  if (ts.isForInStatement(loop)) return because("walks_keys");
  if (ts.isForOfStatement(loop)) return whyNotWalked(loop, scopes) ?? leaf;
  if (ts.isForStatement(loop) && loop.initializer !== undefined)
    return whyNotBefore(loop, loop.initializer, scopes) ?? leaf;
  return leaf;
}

const comesLast = because("condition_last");

/** Why a loop that is no leaf, or comes to its condition last, has a point in each round, in bodies of either kind. */
export function whyNoLeaf(loop: ts.IterationStatement): Reason {
  if (ts.isDoStatement(loop)) return comesLast;
  let inside: ReasonCode = "call_inside";
  ts.forEachChild(loop, function visit(node): void {
    if (ts.isFunctionLike(node)) return;
    if (ts.isAwaitExpression(node)) inside = "await_inside";
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
