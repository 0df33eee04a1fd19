/** Which loops of generators are left by their condition when the budget is used up, so that they hold no `yield`. */
import ts from "typescript";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isLoop, isUsingList, isWithin } from "../../syntax/nodes.ts";
import type { Points } from "../points.ts";
import { type Leaf, leafOf } from "./leaf.ts";

/** Those that are. */
export type LoopOfTurns = ts.ForStatement | ts.WhileStatement | ts.ForOfStatement;

/** How its rounds are counted; or why the loop has a point in each round, as the end of "…, because". */
export function turnsOf(loop: ts.IterationStatement, points: Points, scopes: Scopes): Leaf | string {
  const leaf = leafOf(loop, points, scopes);
  if (leaf === undefined) return whyNoLeaf(loop);
  if (!leaf.isQuiet) return "what it calls may end the budget";
  if (ts.isDoStatement(loop)) return comesLast;
  if (ts.isForInStatement(loop)) return "it walks keys";
  if (ts.isForOfStatement(loop)) return whyNotWalked(loop, scopes) ?? leaf;
  if (ts.isForStatement(loop) && loop.initializer !== undefined) return whyNotBefore(loop, loop.initializer) ?? leaf;
  return leaf;
}

const comesLast = "its condition comes last";

/** Why a loop that is no leaf, or comes to its condition last, has a point in each round, in bodies of either kind. */
export function whyNoLeaf(loop: ts.IterationStatement): string {
  if (ts.isDoStatement(loop)) return comesLast;
  let inside = "a call";
  ts.forEachChild(loop, function visit(node): void {
    if (ts.isFunctionLike(node)) return;
    if (ts.isAwaitExpression(node)) inside = "an `await`";
    else if (isLoop(node)) inside = "a loop";
    else ts.forEachChild(node, visit);
  });
  return `${inside} inside may be suspended`;
}

/** What it walks is put aside before its variable is there, which has to be one. */
function whyNotWalked(
  { awaitModifier, initializer, expression }: ts.ForOfStatement,
  scopes: Scopes,
): string | undefined {
  if (awaitModifier !== undefined) return "it awaits what it walks";
  const [declaration] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
  if (isUsingList(initializer)) return disposes;
  if (declaration === undefined || !ts.isIdentifier(declaration.name)) return "its variable is no name declared there";
  const binding = scopes.declaredBy(declaration);
  const isSeen = binding?.references.every((r) => !isWithin(r, expression)) !== true;
  return isSeen ? "what it walks mentions its variable" : undefined;
}

/** What its head declares is declared before the first turn: one variable for all rounds, in place of one for each. */
function whyNotBefore(loop: ts.ForStatement, initializer: ts.ForInitializer): string | undefined {
  if (isUsingList(initializer)) return disposes;
  if (holdsFunction(initializer)) return "a function in its head sees the variables of the first round";
  const isOfRounds = (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
  // A loop that makes functions is no quiet one, but the fields of a class are code, too, that runs later.
  return isOfRounds && holdsFunction(loop) ? "a class inside sees the variables of its round" : undefined;
}

const disposes = "it disposes of what it declares";

function holdsFunction(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return true;
  return ts.forEachChild(node, (child) => holdsFunction(child) || undefined) ?? false;
}
