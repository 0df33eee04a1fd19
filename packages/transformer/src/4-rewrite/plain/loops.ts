/**
 * Loops of a plain body. Each round is a point.
 *
 * In a loop in which nothing else is suspended, the budget lives in a local variable, and the loop is left by its own
 * condition when that is used up: what runs is the user's loop with one more comparison.
 *
 *   for (let i = 0; i < n; i++) S   ⇒   i = 0;
 *                                     case 1:
 *                                       $end = i + $state.budget;  if ($at !== 0) { $at = 0; $end++; }
 *                                       for (; i < $end && i < n; i++) S
 *                                       if (i >= $end) { $state.budget = $end - i - 1; $at = 1; break $out; }
 *                                       $state.budget = $end - i;
 *
 *   while (a) S                     ⇒   $left = $state.budget;  …   while (--$left >= 0 && a) S   …
 *
 * (in $state itself where the loop calls what might end the budget).
 *
 * Where something else is suspended too, the round begins with the point:
 *
 *   while (a) S                     ⇒   while ($at !== 0 || a) switch ($at) { case 0: --$state.budget …  case 1: S }
 */
import ts from "typescript";
import { calleeText } from "../../2-analyze/callee-text.ts";
import { isCounted } from "../../2-analyze/counted.ts";
import { leafOf } from "../../2-analyze/leaf.ts";
import { targetOf, unwrap } from "../../2-analyze/nodes.ts";
import { numbersIn } from "../../2-analyze/numeric.ts";
import { hasCall } from "../../2-analyze/points.ts";
import { isSpent, isUsedUp } from "../../yield-point.ts";
import { stepPosition, valuePosition } from "../positions.ts";
import type { Unit } from "../unit.ts";
import type { Expressions } from "./expressions.ts";
import type { PlainFrame } from "./frame.ts";
import { assignPattern, refuseNothing } from "./patterns.ts";
import type { PlainCode } from "./plain-code.ts";
import type { Steps } from "./steps.ts";

/** What a loop asks of the statements around it: see statements.ts. */
export interface Surroundings {
  readonly unit: Unit;
  readonly frame: PlainFrame;
  readonly code: PlainCode;
  readonly expressions: Expressions;
  has(node: ts.Node | undefined): boolean;
  add(node: ts.Statement, steps: Steps): void;
  addVariables(list: ts.VariableDeclarationList, steps: Steps): void;
  breakable(node: ts.Node): ts.Identifier | undefined;
  label(statement: ts.Statement, labels: readonly ts.Identifier[]): ts.Statement;
  block(statements: readonly ts.Statement[]): ts.Block;
  nested(steps: Steps, make: (inner: Steps) => void, wrap: (statements: ts.Statement[]) => ts.Statement): void;
}

type Walk = ts.ForOfStatement | ts.ForInStatement;

export function addLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { optimize } = statements.unit;
  if (ts.isForStatement(loop) && loop.initializer !== undefined) {
    if (ts.isVariableDeclarationList(loop.initializer)) statements.addVariables(loop.initializer, steps);
    else statements.expressions.effectStep(loop.initializer, steps);
  }
  const { frame, unit } = statements;
  if (ts.isForOfStatement(loop) || ts.isForInStatement(loop)) {
    walk(statements, loop, labels, steps);
    return;
  }
  const leaf =
    optimize.stripMining && !ts.isDoStatement(loop) ? leafOf(loop, frame.form.points, unit.scopes) : undefined;
  const counter =
    leaf?.isQuiet && optimize.countedLoops && ts.isForStatement(loop)
      ? isCounted(loop, frame.form.locals, unit.scopes)
      : undefined;
  if (counter !== undefined) countedLoop(statements, loop as ts.ForStatement, counter, labels, steps);
  else if (leaf !== undefined) stripLoop(statements, loop, leaf.isQuiet, labels, steps);
  else if (hasPointInHead(statements, loop)) openLoop(statements, loop, labels, steps);
  else plainLoop(statements, loop, labels, steps);
}

function conditionOf(loop: ts.IterationStatement): ts.Expression | undefined {
  if (ts.isForStatement(loop)) return loop.condition;
  return ts.isWhileStatement(loop) || ts.isDoStatement(loop) ? loop.expression : undefined;
}

function hasPointInHead(statements: Surroundings, loop: ts.IterationStatement): boolean {
  return statements.has(conditionOf(loop)) || (ts.isForStatement(loop) && statements.has(loop.incrementor));
}

function countedLoop(
  statements: Surroundings,
  loop: ts.ForStatement,
  counter: ts.Identifier,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const end = frame.get("$end");
  const i = code.expression(counter);
  const budget = frame.state("budget");
  const point = frame.point();
  const giveBack = () => frame.assign(budget, f.createSubtract(end, i));
  steps.label({ first: point, last: point });
  steps.add(frame.assign(end, f.createAdd(i, budget)), ...onReturn(statements, f.createPostfixIncrement(end)));
  steps.add(...numbers(statements, loop));
  const inRange = f.createLessThan(i, end);
  const condition = loop.condition ? f.createLogicalAnd(inRange, code.expression(loop.condition)) : inRange;
  const incrementor = loop.incrementor && code.expression(loop.incrementor);
  const made = f.updateForStatement(loop, undefined, condition, incrementor, code.within(loop, giveBack));
  steps.add(statements.label(made, labels));
  const used = frame.assign(budget, f.createSubtract(f.createSubtract(end, i), f.createNumericLiteral(1)));
  steps.add(frame.leaveIf(f.createGreaterThanEquals(i, end), point, loop, used), giveBack());
}

function stripLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  isQuiet: boolean,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const budget = frame.state("budget");
  const left = isQuiet ? frame.get("$left") : budget;
  const point = frame.point();
  const giveBack = isQuiet ? () => frame.assign(budget, left) : undefined;
  steps.label({ first: point, last: point });
  if (isQuiet) steps.add(frame.assign(left, budget));
  steps.add(...onReturn(statements, f.createPostfixIncrement(left)), ...numbers(statements, loop));
  const inRange = f.createGreaterThanEquals(f.createPrefixDecrement(left), f.createNumericLiteral(0));
  const original = conditionOf(loop);
  const condition = original ? f.createLogicalAnd(inRange, code.expression(original)) : inRange;
  const body = giveBack ? code.within(loop, giveBack) : code.statement(loop.statement);
  const made = ts.isForStatement(loop)
    ? f.updateForStatement(loop, undefined, condition, loop.incrementor && code.expression(loop.incrementor), body)
    : f.updateWhileStatement(loop as ts.WhileStatement, condition, body);
  steps.add(statements.label(made, labels));
  if (giveBack) steps.add(giveBack());
  steps.add(frame.leaveIf(f.createLessThan(left, f.createNumericLiteral(0)), point, loop));
}

/**
 * `for (const x of xs) S`: arrays are walked by index, as their iterator does.
 *
 *   $list = xs; $iteration = $iterate($list, "xs is not iterable"); $i = 0;
 *   for (; $iteration === undefined ? $i < $list.length : $iteration.more(); $i++) {
 *     x = $iteration === undefined ? $list[$i] : $iteration.value;
 *     …
 *   }
 *
 * and `for (const key in object) S`, whose keys the engine walks in a generator of the runtime's:
 *
 *   $keys = $keysOf(object);
 *   for (; $keys.more(); ) { key = $keys.value; … }
 */
function walk(statements: Surroundings, loop: Walk, labels: readonly ts.Identifier[], steps: Steps): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  if (isVar(loop.initializer)) {
    const declared = f.createVariableDeclaration(variable(statements, loop.initializer) as ts.Identifier);
    steps.add(f.createVariableStatement(undefined, [declared]));
  }
  const walked = ts.isForInStatement(loop) ? walkKeys(statements, loop, steps) : walkValues(statements, loop, steps);
  const { more, next } = walked;
  const taken = take(statements, loop, walked.value);
  const leaf = unit.optimize.stripMining ? leafOf(loop, frame.form.points, unit.scopes) : undefined;
  const end = leaf === undefined ? statements.breakable(loop) : undefined;
  if (leaf !== undefined) {
    // Without calls, nothing but the walk of an iterator can end the budget early.
    const budget = frame.state("budget");
    const point = frame.point();
    steps.label({ first: point, last: point });
    steps.add(...onReturn(statements, f.createPostfixIncrement(budget)), ...numbers(statements, loop));
    const inRange = f.createGreaterThanEquals(f.createPrefixDecrement(budget), f.createNumericLiteral(0));
    const body = f.createBlock([...taken, code.statement(loop.statement)], true);
    const made = f.createForStatement(undefined, f.createLogicalAnd(inRange, more), next, body);
    steps.add(statements.label(ts.setTextRange(made, loop), labels));
    steps.add(frame.leaveIf(f.createLessThan(budget, f.createNumericLiteral(0)), point, loop));
    return;
  }
  const entry = frame.entry(loop);
  if (entry !== undefined && frame.part === "rest") {
    finishRound(statements, loop, { entry, end, step: next && f.createExpressionStatement(next) }, steps);
    return;
  }
  if (entry !== undefined) steps.entry(entry);
  statements.nested(
    steps,
    (inner) => {
      inner.add(...taken);
      round(statements, inner, loop);
      statements.add(loop.statement, inner);
    },
    (made) => {
      const condition = frame.goingOnOr(more);
      const rebuilt = f.createForStatement(undefined, condition, next, statements.block(made));
      return statements.label(ts.setTextRange(rebuilt, loop), end === undefined ? labels : [...labels, end]);
    },
  );
}

/**
 * `x = VALUE;`, `[a, b] = $parts(VALUE);`, and
 *
 *   $item = VALUE; if ($item === undefined || $item === null) for (const { a } of $only($item)) ; ({ a, b } = $item);
 *
 * where the loop is for what an engine says of nothing: it does so of a loop's as of no other.
 */
function take(statements: Surroundings, loop: Walk, value: ts.Expression): ts.Statement[] {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const { initializer } = loop;
  const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : undefined;
  if (name === undefined || ts.isIdentifier(name)) return [frame.assign(variable(statements, initializer), value)];
  const pattern = assignPattern(frame, code, name);
  if (ts.isArrayBindingPattern(name)) {
    const parts = ts.setSourceMapRange(unit.callRuntime("parts", [value]), name);
    return [ts.setTextRange(frame.assign(pattern, parts), name)];
  }
  const item = frame.get("$item");
  const refused = refuseNothing(unit, item, name, (declared) =>
    f.createForOfStatement(
      undefined,
      f.createVariableDeclarationList([f.createVariableDeclaration(declared)], ts.NodeFlags.Const),
      unit.callRuntime("only", [item]),
      f.createEmptyStatement(),
    ),
  );
  return [frame.assign(item, value), refused, ts.setTextRange(frame.assign(pattern, item), name)];
}

/** What a `for` … `of` or `for` … `in` loop asks in each round, takes, and does at its end. */
interface Walked {
  readonly more: ts.Expression;
  readonly value: ts.Expression;
  readonly next: ts.Expression | undefined;
}

/** Arrays by index, everything else by its iterator. */
function walkValues({ frame, code, unit, expressions }: Surroundings, loop: ts.ForOfStatement, steps: Steps): Walked {
  const { f } = unit;
  const list = frame.lasting("$list");
  const iteration = frame.lasting("$iteration");
  const i = frame.lasting("$i");
  frame.iterations.push(iteration);
  steps.add(
    frame.assign(list, expressions.value(loop.expression, steps)),
    frame.assign(
      iteration,
      at(
        unit.callRuntime("iterate", [list, f.createStringLiteral(notIterable(loop.expression))]),
        valuePosition(loop.expression),
      ),
    ),
    frame.assign(i, f.createNumericLiteral(0)),
  );
  code.closing.set(loop, (jump) => {
    const call = f.createCallChain(
      f.createPropertyAccessChain(iteration, f.createToken(ts.SyntaxKind.QuestionDotToken), "close"),
      undefined,
      undefined,
      [],
    );
    return f.createExpressionStatement(at(call, jump.getStart()));
  });
  const choose = (byIndex: ts.Expression, otherwise: ts.Expression) => {
    const isList = f.createStrictEquality(iteration, f.createVoidZero());
    return f.createConditionalExpression(isList, undefined, byIndex, undefined, otherwise);
  };
  const isWithin = f.createLessThan(i, f.createPropertyAccessExpression(list, "length"));
  return {
    more: choose(isWithin, askMore(unit, iteration, loop)),
    value: choose(f.createElementAccessExpression(list, i), f.createPropertyAccessExpression(iteration, "value")),
    next: f.createPostfixIncrement(i),
  };
}

/** The engine walks the keys, in a generator of the runtime's. */
function walkKeys({ frame, unit, expressions }: Surroundings, loop: ts.ForInStatement, steps: Steps): Walked {
  const keys = frame.lasting("$keys");
  const object = expressions.value(loop.expression, steps);
  steps.add(frame.assign(keys, at(unit.callRuntime("keysOf", [object]), valuePosition(loop.expression))));
  const value = unit.f.createPropertyAccessExpression(keys, "value");
  return { more: askMore(unit, keys, loop), value, next: undefined };
}

function askMore({ f }: Unit, iteration: ts.Identifier, { initializer }: Walk): ts.Expression {
  const asked = f.createCallExpression(f.createPropertyAccessExpression(iteration, "more"), undefined, []);
  return at(asked, stepPosition(initializer));
}

function at<T extends ts.Node>(node: T, pos: number): T {
  return ts.setSourceMapRange(node, { pos, end: pos });
}

function isVar(initializer: ts.ForInitializer): boolean {
  return ts.isVariableDeclarationList(initializer) && (initializer.flags & ts.NodeFlags.BlockScoped) === 0;
}

/** The variable of the loop. */
function variable({ frame, code, unit }: Surroundings, initializer: ts.ForInitializer): ts.Expression {
  if (!ts.isVariableDeclarationList(initializer)) return code.expression(initializer);
  const declaration = initializer.declarations[0] as ts.VariableDeclaration;
  return (
    frame.renamed(unit.scopes.declaredBy(declaration)) ??
    unit.f.createIdentifier((declaration.name as ts.Identifier).text)
  );
}

function notIterable(e: ts.Expression): string {
  const inner = unwrap(e);
  if (!ts.isCallExpression(inner)) return `${calleeText(inner)} is not iterable`;
  return `${calleeText(inner.expression)} is not a function or its return value is not iterable`;
}

/** A body that goes on in a loop makes its round whatever the budget: else it might never get on. */
function onReturn({ frame, unit }: Surroundings, more: ts.Expression): ts.Statement[] {
  return frame.onArrival(unit.f.createExpressionStatement(more));
}

/**
 * `if (typeof s === "number") s -= 0; else s = $same(s);`: nothing happens, but an engine that has only seen numbers here
 * now counts on it. Otherwise it would put each new value of s into memory, since s may have come back with a frame.
 */
function numbers({ frame, unit }: Surroundings, loop: ts.IterationStatement): ts.Statement[] {
  const { f } = unit;
  if (!unit.optimize.numbers) return [];
  const { hoisted, vars, parameters, shared } = frame.form.locals;
  const own = [...parameters, ...vars, ...hoisted].filter((b) => !shared.has(b));
  return numbersIn(loop, own, unit.scopes).map((binding) => {
    const name = frame.nameOf(binding);
    const isNumber = f.createStrictEquality(f.createTypeOfExpression(name), f.createStringLiteral("number"));
    const same = frame.assign(
      name,
      f.createBinaryExpression(name, ts.SyntaxKind.MinusToken, f.createNumericLiteral(0)),
    );
    return f.createIfStatement(isNumber, same, frame.assign(name, unit.callRuntime("same", [name])));
  });
}

/** A loop whose head is the user's. */
function plainLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { frame, code, unit } = statements;
  const { f } = unit;
  const end = statements.breakable(loop);
  const entry = frame.entry(loop);
  if (entry !== undefined && frame.part === "rest") {
    const incrementor = ts.isForStatement(loop) ? loop.incrementor : undefined;
    const step = incrementor && f.createExpressionStatement(code.expression(incrementor));
    finishRound(statements, loop, { entry, end, step }, steps);
    return;
  }
  if (entry !== undefined) {
    steps.entry(entry);
    steps.add(...numbers(statements, loop));
  }
  statements.nested(
    steps,
    (inner) => {
      round(statements, inner, loop);
      statements.add(loop.statement, inner);
    },
    (made) => {
      const body = statements.block(made);
      const original = conditionOf(loop);
      const test = original && code.expression(original);
      // Where the body goes on inside a round, the condition of that round has been found true.
      const condition = test && frame.goingOnOr(test);
      let rebuilt: ts.Statement;
      if (ts.isForStatement(loop)) {
        rebuilt = f.updateForStatement(
          loop,
          undefined,
          condition,
          loop.incrementor && code.expression(loop.incrementor),
          body,
        );
      } else if (ts.isDoStatement(loop)) rebuilt = f.updateDoStatement(loop, body, test as ts.Expression);
      else rebuilt = f.updateWhileStatement(loop as ts.WhileStatement, condition as ts.Expression, body);
      return statements.label(rebuilt, end === undefined ? labels : [...labels, end]);
    },
  );
}

interface Finish {
  /** Where the body that starts goes on with the next round. */
  readonly entry: number;
  /** The label of what a `break` leaves. */
  readonly end: ts.Identifier | undefined;
  /** What comes between two rounds. */
  readonly step: ts.Statement | undefined;
}

/**
 * What is left of a round that was suspended; the other rounds are those of the body that starts:
 *
 * It has no labels of the user's: a loop with one is no statement of the body itself.
 *
 *   for (; a; b) S   ⇒   $end: { if ($at !== 0) { $next: switch ($at) { case 1: S } b; } $at = -1; break $out; }
 */
function finishRound(
  statements: Surroundings,
  loop: ts.IterationStatement,
  { entry, end, step }: Finish,
  steps: Steps,
): void {
  const { code, frame, unit } = statements;
  const { f } = unit;
  const next = hasContinue(loop) ? unit.freshName("$next") : undefined;
  if (next !== undefined) code.continues.set(loop, next);
  const left = ts.isDoStatement(loop) ? (end ?? unit.freshName("$end")) : end;
  statements.nested(
    steps,
    (inner) => {
      const point = frame.point();
      inner.label({ first: point, last: point });
      inner.add(...frame.arrived());
      statements.add(loop.statement, inner);
    },
    (made) => {
      const round: ts.Statement[] =
        next === undefined ? made : [f.createLabeledStatement(next, statements.block(made))];
      if (step !== undefined) round.push(step);
      if (ts.isDoStatement(loop)) {
        const isOver = f.createLogicalNot(code.expression(loop.expression));
        round.push(f.createIfStatement(isOver, f.createBreakStatement(left)));
      }
      const finished = f.createIfStatement(frame.isGoingOn(), statements.block(round));
      const whole = statements.block([finished, ...frame.return(entry)]);
      return statements.label(whole, left === undefined ? [] : [left]);
    },
  );
}

/** `if (--$state.budget < 0 && $spent()) { $at = 1; break $out; } case 1: $at = 0;`; a loop without calls gives way at once. */
function round({ frame }: Surroundings, steps: Steps, loop: ts.Node): void {
  const point = frame.point();
  const spent = hasCall(loop, frame.form.points, frame.unit.callees) ? isSpent(frame.unit) : isUsedUp(frame.unit);
  steps.add(frame.leaveIf(spent, point, loop));
  steps.label({ first: point, last: point });
  steps.add(...frame.arrived());
}

/** A loop whose condition or increment has points: `for (;;) { point; if (!condition) break; $next: { S } increment; }` */
function openLoop(
  statements: Surroundings,
  loop: ts.IterationStatement,
  labels: readonly ts.Identifier[],
  steps: Steps,
): void {
  const { code, unit, expressions, frame } = statements;
  const { f } = unit;
  const end = unit.freshName("$end");
  code.breaks.set(loop, end);
  const next = hasContinue(loop) ? unit.freshName("$next") : undefined;
  if (next !== undefined) code.continues.set(loop, next);
  const test = (inner: Steps) => {
    const original = conditionOf(loop);
    if (original === undefined) return;
    frame.statement(() => {
      const condition = expressions.value(original, inner);
      inner.add(f.createIfStatement(f.createLogicalNot(condition), f.createBreakStatement(end)));
    });
  };
  const body = (inner: Steps) => {
    if (next === undefined) statements.add(loop.statement, inner);
    else
      statements.nested(
        inner,
        (list) => statements.add(loop.statement, list),
        (made) => f.createLabeledStatement(next, statements.block(made)),
      );
  };
  statements.nested(
    steps,
    (inner) => {
      round(statements, inner, loop);
      if (!ts.isDoStatement(loop)) test(inner);
      body(inner);
      if (ts.isForStatement(loop) && loop.incrementor !== undefined) {
        const { incrementor } = loop;
        frame.statement(() => expressions.effectStep(incrementor, inner));
      }
      if (ts.isDoStatement(loop)) test(inner);
    },
    (made) => {
      const rebuilt = ts.setTextRange(
        f.createForStatement(undefined, undefined, undefined, statements.block(made)),
        loop,
      );
      return statements.label(rebuilt, [...labels, end]);
    },
  );
}

function hasContinue(loop: ts.IterationStatement): boolean {
  let found = false;
  ts.forEachChild(loop.statement, function visit(node): void {
    if (found || ts.isFunctionLike(node)) return;
    if (ts.isContinueStatement(node) && targetOf(node) === loop) found = true;
    ts.forEachChild(node, visit);
  });
  if (ts.isContinueStatement(loop.statement)) found = true;
  return found;
}
