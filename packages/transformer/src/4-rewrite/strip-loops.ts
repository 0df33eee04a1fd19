/**
 * Loops of a generator in which nothing else is suspended, and which call nothing that might take the budget away. An engine
 * compiles a loop badly that holds a `yield`: what is left of the budget ends the loop in its place, and the `yield` stands outside.
 *
 *   for (let i = 0; i < n; i++) S   ⇒   {
 *                                         let i = 0;
 *                                         $left = $state.budget;
 *                                         for (;;) {
 *                                           for (; --$left >= 0 && i < n; i++) S
 *                                           $state.budget = $left;
 *                                           if ($left >= 0) break;
 *                                           yield;
 *                                           $left = $state.budget + 1;
 *                                         }
 *                                       }
 *
 * Each turn makes a round, whatever the budget: else the loop might never get on. Jumps out of the loop give back what is left first.
 */
import ts from "typescript";
import { type Leaf, leafOf } from "../2-analyze/leaf.ts";
import { isWithin, targetOf } from "../2-analyze/nodes.ts";
import type { Points } from "../2-analyze/points.ts";
import { bareYield } from "../yield-point.ts";
import { isUsingList } from "./disposal.ts";
import { type RoundCount, roundCount } from "./light-rounds.ts";
import type { Unit } from "./unit.ts";

/** What gives back what is left of the budget, before a jump. */
type GiveBack = () => ts.Statement;

export class StripLoops {
  readonly #unit: Unit;
  readonly #points: Points;
  readonly #left: () => ts.Identifier;
  /** The loop that is being rewritten. */
  #inside: { readonly loop: ts.IterationStatement; readonly giveBack: GiveBack } | undefined;

  /** @param left The variable that counts what is left */
  constructor(unit: Unit, points: Points, left: () => ts.Identifier) {
    this.#unit = unit;
    this.#points = points;
    this.#left = left;
  }

  /** Undefined for a loop that stays one with a point in each round. */
  rewrite(loop: ts.IterationStatement, labels: readonly ts.Identifier[], visit: ts.Visitor): ts.Statement | undefined {
    const leaf = this.#unit.optimize.stripMining ? leafOf(loop, this.#points, this.#unit.scopes) : undefined;
    if (!leaf?.isQuiet) return undefined;
    if (ts.isWhileStatement(loop)) return this.#strip(loop, leaf, labels, visit);
    if (!ts.isForStatement(loop) || !mayStandBefore(loop.initializer)) return undefined;
    return this.#strip(loop, leaf, labels, visit);
  }

  /** What a jump is preceded by, if it leaves such a loop. Nothing that it evaluates can see the budget. */
  leaving(jump: ts.Node): ts.Statement[] {
    const inside = this.#inside;
    if (inside === undefined) return [];
    if (ts.isBreakOrContinueStatement(jump)) {
      const target = targetOf(jump);
      // The loop itself is left by its end.
      if (isWithin(target, inside.loop) || target.parent === undefined) return [];
    }
    return [inside.giveBack()];
  }

  #strip(
    loop: ts.ForStatement | ts.WhileStatement,
    leaf: Leaf,
    labels: readonly ts.Identifier[],
    visit: ts.Visitor,
  ): ts.Statement {
    const { f } = this.#unit;
    const rounds = roundCount(this.#unit, leaf);
    const left = this.#left();
    const before = ts.isForStatement(loop)
      ? initial(f, ts.visitNode(loop.initializer, visit) as ts.ForInitializer)
      : [];
    const turn = this.#turn(loop, rounds, visit);
    const labelled = labels.reduce<ts.Statement>((inner, label) => f.createLabeledStatement(label, inner), turn);
    const isLeft = f.createGreaterThanEquals(left, f.createNumericLiteral(0));
    const turns = f.createForStatement(
      undefined,
      undefined,
      undefined,
      f.createBlock(
        [
          labelled,
          rounds.giveBack(left),
          f.createIfStatement(isLeft, f.createBreakStatement()),
          f.createExpressionStatement(bareYield(this.#unit)),
          assign(f, left, f.createAdd(rounds.taken, f.createNumericLiteral(1))),
        ],
        true,
      ),
    );
    return f.createBlock([...before, assign(f, left, rounds.taken), turns], true);
  }

  /** The loop, which ends when the budget does. */
  #turn(loop: ts.ForStatement | ts.WhileStatement, rounds: RoundCount, visit: ts.Visitor): ts.Statement {
    const { f } = this.#unit;
    const expression = (e: ts.Expression | undefined) => ts.visitNode(e, visit) as ts.Expression | undefined;
    const inRange = f.createGreaterThanEquals(f.createPrefixDecrement(this.#left()), f.createNumericLiteral(0));
    const original = expression(ts.isForStatement(loop) ? loop.condition : loop.expression);
    const condition = original ? f.createLogicalAnd(inRange, original) : inRange;
    const outer = this.#inside;
    this.#inside = { loop, giveBack: () => rounds.giveBack(this.#left()) };
    const body = ts.visitNode(loop.statement, visit) as ts.Statement;
    this.#inside = outer;
    if (ts.isWhileStatement(loop)) return f.updateWhileStatement(loop, condition, body);
    return f.updateForStatement(loop, undefined, condition, expression(loop.incrementor), body);
  }
}

/** Whether it means the same before the loop: no function in it sees the variables of the first round. */
function mayStandBefore(initializer: ts.ForInitializer | undefined): boolean {
  if (initializer === undefined) return true;
  return !isUsingList(initializer) && !holdsFunction(initializer);
}

function holdsFunction(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return true;
  return ts.forEachChild(node, (child) => holdsFunction(child) || undefined) ?? false;
}

function initial(f: ts.NodeFactory, initializer: ts.ForInitializer | undefined): ts.Statement[] {
  if (initializer === undefined) return [];
  return [
    ts.isVariableDeclarationList(initializer)
      ? ts.setTextRange(f.createVariableStatement(undefined, initializer), initializer)
      : ts.setTextRange(f.createExpressionStatement(initializer), initializer),
  ];
}

function assign(f: ts.NodeFactory, name: ts.Identifier, value: ts.Expression): ts.Statement {
  return f.createExpressionStatement(f.createAssignment(name, value));
}
