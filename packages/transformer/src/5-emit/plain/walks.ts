/**
 * What loops over values and keys walk, and how each round takes its own.
 *
 * `for (const x of xs) S`: arrays are walked by index, as their iterator does.
 *
 *   $list = xs; $iteration = $iterate($list, "xs is not iterable"); $i = 0;
 *   for (; $iteration === undefined ? $i + 1 <= +$list.length : $iteration.more(); $i++) {
 *     x = $iteration === undefined ? $list[$i] : $iteration.value;
 *     …
 *   }
 *
 * (a proxy of an array may give any length, which the iterator makes an integer). Where the loop counts in `$left` what is left of
 * the budget, iterators have it in its place, `$state.budget`, while they are asked or closed: they may be somebody's code.
 *
 * `for (const key in object) S`: the engine walks the keys in a generator of the runtime's.
 *
 *   $keys = $keysOf(object);
 *   for (; $keys.more(); ) { key = $keys.value; … }
 */
import type { SharedIteration, SharedSteps } from "@preempt/abi";
import * as ts from "typescript";
import { calleeText } from "../../syntax/callee-text.ts";
import { hasContinue } from "../../syntax/continues.ts";
import { unwrap, type Walk } from "../../syntax/nodes.ts";
import * as js from "../shared/build.ts";
import { hasItem, itemOf } from "../shared/list-rounds.ts";
import { placedAt, stepPosition, valuePosition, walkedPosition } from "../shared/positions.ts";
import type { PlainFrame } from "./frame.ts";
import { assignPattern, refuseNothing } from "./patterns.ts";
import type { Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";

export interface Walking {
  /** Whether there is another round. */
  readonly more: ts.Expression;
  /** At its start. */
  readonly taken: readonly ts.Statement[];
  /** At its end. */
  readonly next: ts.Expression | undefined;
}

/**
 * Adds what comes before the first round.
 *
 * @param left Where the loop counts what is left of the budget, unless that is in `$state`, where iterators may take it away
 */
export function startWalk(
  statements: Surroundings,
  loop: Walk,
  left: ts.Identifier | undefined,
  steps: Steps,
): Walking {
  const { f } = statements.unit;
  if (isVar(loop.initializer)) {
    const declared = js.declaration(variable(statements, loop.initializer) as ts.Identifier);
    steps.add(f.createVariableStatement(undefined, [declared]));
  }
  const walked = ts.isForInStatement(loop)
    ? walkKeys(statements, loop, steps)
    : walkValues(statements, loop, left, steps);
  return { more: walked.more, taken: take(statements, loop, walked.value), next: walked.next };
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
  const item = frame.variables.get("$item");
  const refused = refuseNothing(unit, item, name, (declared) =>
    f.createForOfStatement(
      undefined,
      f.createVariableDeclarationList([js.declaration(declared)], ts.NodeFlags.Const),
      unit.callRuntime("only", [item]),
      f.createEmptyStatement(),
    ),
  );
  return [frame.assign(item, value), refused, ts.setTextRange(frame.assign(pattern, item), name)];
}

/** What a loop asks in each round, takes, and does at its end. */
interface Walked {
  readonly more: ts.Expression;
  readonly value: ts.Expression;
  readonly next: ts.Expression | undefined;
}

/** Arrays by index, everything else by its iterator. */
function walkValues(
  { frame, code, unit, expressions }: Surroundings,
  loop: ts.ForOfStatement,
  left: ts.Identifier | undefined,
  steps: Steps,
): Walked {
  const { f } = unit;
  const budget = frame.state("budget");
  const list = frame.variables.ofLoop(loop, "$list");
  const iteration = frame.variables.ofLoop(loop, "$iteration");
  const i = frame.variables.ofLoop(loop, "$i");
  if (!frame.iterations.includes(iteration)) frame.iterations.push(iteration);
  steps.add(
    frame.keep(list, expressions.value(loop.expression, steps)),
    frame.assign(
      iteration,
      placedAt(
        unit.callRuntime("iterate", [list, js.text(notIterable(loop.expression))]),
        walkedPosition(loop.expression),
      ),
    ),
    frame.assign(i, js.number(0)),
  );
  code.closing.set(loop, (jump) => {
    const call = f.createCallChain(
      f.createPropertyAccessChain(
        iteration,
        f.createToken(ts.SyntaxKind.QuestionDotToken),
        "close" satisfies keyof SharedIteration,
      ),
      undefined,
      undefined,
      [],
    );
    const closed = placedAt(call, (hasNextRound(loop) ? loop : jump).getStart());
    return left ? frame.assign(left, js.comma(closed, budget)) : js.statement(closed);
  });
  const choose = (byIndex: ts.Expression, otherwise: ts.Expression) => {
    const isList = js.equal(iteration, js.nothing());
    return js.choice(isList, byIndex, otherwise);
  };
  const step = stepPosition(loop.initializer);
  const isWithin = hasItem(list, i, step);
  const asked = askMore(iteration, loop);
  return {
    more: choose(isWithin, left ? lending(frame, left, asked) : asked),
    value: choose(itemOf(list, i, step), js.member(iteration, "value" satisfies keyof SharedSteps)),
    next: f.createPostfixIncrement(i),
  };
}

/** The engine walks the keys, in a generator of the runtime's. */
function walkKeys({ frame, unit, expressions }: Surroundings, loop: ts.ForInStatement, steps: Steps): Walked {
  const keys = frame.variables.ofLoop(loop, "$keys");
  const object = expressions.value(loop.expression, steps);
  steps.add(frame.assign(keys, placedAt(unit.callRuntime("keysOf", [object]), valuePosition(loop.expression))));
  const value = js.member(keys, "value" satisfies keyof SharedSteps);
  return { more: askMore(keys, loop), value, next: undefined };
}

/** `$state.budget = $left, $more = ASKED, $left = $state.budget, $more` */
function lending(frame: PlainFrame, left: ts.Identifier, asked: ts.Expression): ts.Expression {
  const { f } = frame.unit;
  const budget = frame.state("budget");
  const more = frame.variables.get("$more");
  const parts = [js.assign(budget, left), js.assign(more, asked), js.assign(left, budget), more];
  return f.createCommaListExpression(parts);
}

function askMore(iteration: ts.Identifier, { initializer }: Walk): ts.Expression {
  const asked = js.call(js.member(iteration, "more" satisfies keyof SharedSteps));
  return placedAt(asked, stepPosition(initializer));
}

/** Where an engine closes the iterator of a loop that is left by an error. */
export function closingPosition(loop: ts.ForOfStatement): number {
  const last = lastOf(loop);
  const isThrown = ts.isThrowStatement(last) && !hasContinue(loop);
  return (isThrown || !hasNextRound(loop) ? last : loop).getStart();
}

/** Whether the end of a round leads to another one: then an engine closes the iterator where the loop stands, else where it was. */
function hasNextRound(loop: ts.ForOfStatement): boolean {
  const last = lastOf(loop);
  return !(ts.isBreakStatement(last) || ts.isReturnStatement(last)) || hasContinue(loop);
}

function lastOf({ statement }: ts.ForOfStatement): ts.Statement {
  return (ts.isBlock(statement) ? statement.statements.at(-1) : undefined) ?? statement;
}

function isVar(initializer: ts.ForInitializer): boolean {
  return ts.isVariableDeclarationList(initializer) && (initializer.flags & ts.NodeFlags.BlockScoped) === 0;
}

/** The variable of the loop. */
function variable({ frame, code, unit }: Surroundings, initializer: ts.ForInitializer): ts.Expression {
  if (!ts.isVariableDeclarationList(initializer)) return code.expression(initializer);
  const declaration = initializer.declarations[0] as ts.VariableDeclaration;
  return (
    frame.variables.renamed(unit.scopes.declaredBy(declaration)) ?? js.word((declaration.name as ts.Identifier).text)
  );
}

/** What an engine says of what cannot be walked. */
export function notIterable(e: ts.Expression): string {
  const inner = unwrap(e);
  if (!ts.isCallExpression(inner)) return `${calleeText(inner)} is not iterable`;
  return `${calleeText(inner.expression)} is not a function or its return value is not iterable`;
}
