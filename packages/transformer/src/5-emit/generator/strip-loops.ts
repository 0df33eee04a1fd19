/**
 * Loops of a generator in which nothing else is suspended, and which call nothing that might take the budget away. An engine
 * compiles a loop badly that holds a `yield`: what is left of the budget ends the loop in its place, and the `yield` stands outside.
 *
 *   for (let i = 0; i < n; i++) S   ⇒   {
 *                                         let i = 0;
 *                                         $left = $state.budget;
 *                                         for (;;) {
 *                                           for (; --$left >= 0 && i < n; i++) S
 *                                           if (($state.budget = $left) >= 0) break;
 *                                           yield;
 *                                           $left = $state.budget + 1;
 *                                         }
 *                                       }
 *
 * (and each turn begins with what shows that i is a number: a generator's variables may have come back with it.)
 * Each turn makes a round, whatever the budget: else the loop might never get on. Jumps out of the loop give back what is left first.
 *
 *   for (const x of xs) S   ⇒   $list = xs;
 *                               $walk = $walkable($list, "xs is not iterable");
 *                               if ($walk === $list) {
 *                                 … for (; --$left >= 0 && $i + 1 <= +$list.length; $i++) { const x = $list[$i]; S } …
 *                               } else for (const x of $walk) { if (--$state.budget < 0) yield; S }
 *
 * Lists that arrays' own iterator would walk are walked by index: nothing has to be closed then. For others the loop stays what it was.
 */
import * as ts from "typescript";
import type { Loops, StripMined } from "../../4-plan/loops/loop-plan.ts";
import { conditionOf, isWithin, targetOf } from "../../syntax/nodes.ts";
import { notIterable } from "../plain/walks.ts";
import { withoutName } from "../shared/anonymous.ts";
import { assignment, expressionStatement } from "../shared/expression-statement.ts";
import { isLeft, type RoundCount, roundCount } from "../shared/light-rounds.ts";
import { hasItem, itemOf } from "../shared/list-rounds.ts";
import { placedAt, stepPosition, walkedPosition } from "../shared/positions.ts";
import { showNumber } from "../shared/shown-number.ts";
import type { Unit } from "../shared/unit.ts";
import { bareYield, type Temps } from "./yield-point.ts";

export class StripLoops {
  readonly #unit: Unit;
  readonly #temps: Temps;
  readonly #planned: Loops;
  /** The loop that is being rewritten. */
  #inside: { readonly loop: ts.IterationStatement; readonly rounds: RoundCount } | undefined;

  constructor(unit: Unit, planned: Loops, temps: Temps) {
    this.#unit = unit;
    this.#temps = temps;
    this.#planned = planned;
  }

  /**
   * Undefined for a loop that stays one with a point in each round.
   *
   * @param rewriteOther Makes such a loop
   */
  rewrite(
    loop: ts.IterationStatement,
    labels: readonly ts.Identifier[],
    visit: ts.Visitor,
    rewriteOther: (loop: ts.IterationStatement) => ts.Statement,
  ): ts.Statement | undefined {
    const planned = this.#planned.get(loop);
    if (planned?.kind !== "strip-mined") return undefined;
    return ts.isForOfStatement(loop)
      ? this.#walk(loop, planned, labels, visit, rewriteOther)
      : this.#strip(loop as ts.ForStatement | ts.WhileStatement, planned, labels, visit);
  }

  /** Whether the loop is part of what stands around it. */
  isPartOfRound(loop: ts.IterationStatement): boolean {
    return this.#planned.get(loop)?.kind === "part of round";
  }

  /** What a jump is preceded by, if it leaves such a loop. Nothing that it evaluates can see the budget. */
  leaving(jump: ts.Node): ts.Statement[] {
    const inside = this.#inside;
    if (inside === undefined) return [];
    // The loop itself is left by its end.
    if (ts.isBreakOrContinueStatement(jump) && isWithin(targetOf(jump), inside.loop)) return [];
    return [this.#unit.f.createExpressionStatement(inside.rounds.givenBack(this.#left))];
  }

  #strip(
    loop: ts.ForStatement | ts.WhileStatement,
    planned: StripMined,
    labels: readonly ts.Identifier[],
    visit: ts.Visitor,
  ): ts.Statement {
    const { f } = this.#unit;
    const rounds = roundCount(this.#unit, planned.roundsPerPoint);
    const expression = (e: ts.Expression | undefined) => ts.visitNode(e, visit) as ts.Expression | undefined;
    const original = expression(conditionOf(loop));
    const condition = original ? f.createLogicalAnd(isLeft(f, this.#left), original) : isLeft(f, this.#left);
    const body = this.#within(loop, rounds, visit);
    if (ts.isWhileStatement(loop))
      return this.#turns(f.updateWhileStatement(loop, condition, body), planned, rounds, labels, [], loop);
    const before = initial(f, ts.visitNode(loop.initializer, visit) as ts.ForInitializer);
    const turn = f.updateForStatement(loop, undefined, condition, expression(loop.incrementor), body);
    return this.#turns(turn, planned, rounds, labels, before, loop);
  }

  /** @param place The loop, where a debugger stands meanwhile */
  #turns(
    turn: ts.Statement,
    { numbers }: StripMined,
    rounds: RoundCount,
    labels: readonly ts.Identifier[],
    before: readonly ts.Statement[],
    place: ts.IterationStatement,
  ): ts.Statement {
    const { f } = this.#unit;
    const left = this.#left;
    const there = <S extends ts.Statement>(statement: S): S => placedAt(statement, place.getStart());
    const labelled = labels.reduce<ts.Statement>((inner, label) => f.createLabeledStatement(label, inner), turn);
    const isDone = f.createGreaterThanEquals(rounds.givenBack(left), f.createNumericLiteral(0));
    const turns = f.createForStatement(
      undefined,
      undefined,
      undefined,
      f.createBlock(
        [
          ...numbers.map(({ name }) => there(showNumber(this.#unit, f.createIdentifier(name)))),
          labelled,
          there(f.createIfStatement(isDone, there(f.createBreakStatement()))),
          there(f.createExpressionStatement(bareYield(this.#unit))),
          there(assignment(left, f.createAdd(rounds.taken, f.createNumericLiteral(1)))),
        ],
        true,
      ),
    );
    return f.createBlock([...before, there(assignment(left, rounds.taken)), there(turns)], true);
  }

  #within(loop: ts.IterationStatement, rounds: RoundCount, visit: ts.Visitor): ts.Statement {
    const outer = this.#inside;
    this.#inside = { loop, rounds };
    const body = ts.visitNode(loop.statement, visit) as ts.Statement;
    this.#inside = outer;
    return body;
  }

  #walk(
    loop: ts.ForOfStatement,
    planned: StripMined,
    labels: readonly ts.Identifier[],
    visit: ts.Visitor,
    rewriteOther: (loop: ts.IterationStatement) => ts.Statement,
  ): ts.Statement {
    const { f } = this.#unit;
    const { awaitModifier, expression, statement } = loop;
    const initializer = loop.initializer as ts.VariableDeclarationList;
    const list = this.#temps.get("$list");
    const walk = this.#temps.get("$walk");
    const i = this.#temps.get("$i");
    const rounds = roundCount(this.#unit, planned.roundsPerPoint);
    const step = stepPosition(initializer);
    const { name } = initializer.declarations[0] as ts.VariableDeclaration;
    const item = f.createVariableDeclaration(name, undefined, undefined, itemOf(list, i, step));
    const declared = f.createVariableStatement(undefined, f.createVariableDeclarationList([item], initializer.flags));
    const turn = f.createForStatement(
      undefined,
      f.createLogicalAnd(isLeft(f, this.#left), hasItem(list, i, step)),
      f.createPostfixIncrement(i),
      f.createBlock([declared, this.#within(loop, rounds, visit)], true),
    );
    const byIndex = this.#turns(
      ts.setTextRange(turn, loop),
      planned,
      rounds,
      labels,
      [assignment(i, f.createNumericLiteral(0))],
      loop,
    );
    const start = walkedPosition(expression);
    const walked = this.#unit.callRuntime("walkable", [list, f.createStringLiteral(notIterable(expression))]);
    const by = placedAt(f.createPartiallyEmittedExpression(walk), start);
    const other = rewriteOther(f.updateForOfStatement(loop, awaitModifier, initializer, by, statement));
    const isList = f.createStrictEquality(walk, list);
    return f.createBlock(
      [
        assignment(list, withoutName(f, ts.visitNode(expression, visit) as ts.Expression)),
        assignment(walk, placedAt(walked, start)),
        f.createIfStatement(isList, byIndex, other),
      ],
      true,
    );
  }

  get #left(): ts.Identifier {
    return this.#temps.get("$left");
  }
}

function initial(f: ts.NodeFactory, initializer: ts.ForInitializer | undefined): ts.Statement[] {
  if (initializer === undefined) return [];
  const made = ts.isVariableDeclarationList(initializer)
    ? f.createVariableStatement(undefined, initializer)
    : expressionStatement(initializer);
  return [ts.setTextRange(made, initializer)];
}
