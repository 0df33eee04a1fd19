/**
 * Loops inside others that make few rounds of a few operations, as their heads tell. They are part of the round around them, and
 * no place to be suspended:
 *
 *   for (let i = 0; i < 3; i++) …     for (const x of [-1, 0, 1]) …
 */
import * as ts from "typescript";
import { effectsOf } from "../../1-resolve/effects.ts";
import type { Scopes } from "../../1-resolve/scopes.ts";
import { isAssigned } from "../../syntax/assignments.ts";
import { isInLoop, isLoop, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { ascentOf } from "./ascents.ts";

/** So many rounds count as one, with those of short loops inside. */
const mostRounds = 16;

/** Whether `loop`, in which nothing is suspended, is part of a round of the one around it. */
export function isShortLoop(loop: ts.IterationStatement, f: Preemptable, scopes: Scopes): boolean {
  return isInLoop(loop.parent, f) && roundsWithin(loop, scopes) <= mostRounds;
}

/** How many rounds the loop makes, times those of the one inside that makes the most. */
function roundsWithin(loop: ts.IterationStatement, scopes: Scopes): number {
  return rounds(loop, scopes) * inside(loop.statement);

  function inside(node: ts.Node): number {
    const { loops, allocatesOrCalls } = effectsOf(node, scopes);
    if (!loops) return allocatesOrCalls ? Number.POSITIVE_INFINITY : 1;
    if (isLoop(node)) return roundsWithin(node, scopes);
    if (ts.isClassLike(node)) return Number.POSITIVE_INFINITY;
    let most = 1;
    ts.forEachChild(node, (child) => {
      most = Math.max(most, inside(child));
    });
    return most;
  }
}

function rounds(loop: ts.IterationStatement, scopes: Scopes): number {
  if (ts.isForOfStatement(loop)) {
    const list = unwrap(loop.expression);
    const isWritten = ts.isArrayLiteralExpression(list) && !list.elements.some(ts.isSpreadElement);
    return isWritten && loop.awaitModifier === undefined ? list.elements.length : Number.POSITIVE_INFINITY;
  }
  return (ts.isForStatement(loop) && countedRounds(loop, scopes)) || Number.POSITIVE_INFINITY;
}

/** `for (let i = 2; i < 8; i += 2)`: 3 */
function countedRounds(loop: ts.ForStatement, scopes: Scopes): number {
  const { initializer, incrementor, statement } = loop;
  if (initializer === undefined || !ts.isVariableDeclarationList(initializer)) return 0;
  const [declaration] = initializer.declarations;
  if ((initializer.flags & ts.NodeFlags.Let) === 0 || declaration === undefined) return 0;
  const counter = scopes.declaredBy(declaration);
  const ascent = ascentOf(loop);
  if (counter === undefined || ascent === undefined || incrementor === undefined) return 0;
  const changes = counter.references.filter(isAssigned);
  if (scopes.resolve(ascent.counter) !== counter || changes.length !== 1) return 0;
  if (changes.some((r) => r.pos < incrementor.pos || r.end > statement.pos)) return 0;
  const [from, to] = [numberOf(declaration.initializer), numberOf(ascent.bound)];
  const by = ascent.step === undefined ? 1 : numberOf(ascent.step);
  if (from === undefined || to === undefined || by === undefined || by <= 0) return 0;
  return Math.max(1, ascent.isInclusive ? Math.floor((to - from) / by) + 1 : Math.ceil((to - from) / by));
}

function numberOf(e: ts.Expression | undefined): number | undefined {
  const value = e && unwrap(e);
  if (value === undefined) return undefined;
  if (ts.isNumericLiteral(value)) return Number(value.text);
  if (!ts.isPrefixUnaryExpression(value) || value.operator !== ts.SyntaxKind.MinusToken) return undefined;
  const positive = numberOf(value.operand);
  return positive === undefined ? undefined : -positive;
}
