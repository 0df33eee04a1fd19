/**
 * Loops inside a resumable body: a preemption point at the start of every loop body.
 *
 *   for (…) S                    ⇒  for (…) { if (--$state.budget < 0) yield; S }
 *   for await (const x of e) S   ⇒  the loop over an iteration object whose steps are awaited (generators have
 *                                   no `for await`); it is closed on every exit, as the language does
 */
import type { SharedAsyncIteration } from "@preempt/abi";
import * as ts from "typescript";
import { isUsingList } from "../../syntax/nodes.ts";
import { notIterable } from "../plain/walks.ts";
import { withoutName } from "../shared/anonymous.ts";
import * as js from "../shared/build.ts";
import { assignment } from "../shared/expression-statement.ts";
import { stepPosition, valuePosition } from "../shared/positions.ts";
import type { Unit } from "../shared/unit.ts";
import { isAwaitUsingList, withDisposal } from "./disposal.ts";
import { preemptionPoint, waited } from "./yield-point.ts";

type VisitStatement = (node: ts.Statement) => ts.Statement;

/** Declares the variables of a round, of what that takes apart step by step. */
type Bind = (value: ts.Expression) => ts.Statement;

/** Puts a preemption point in front of the (visited) body of a loop. */
export function withPreemptionPoint(unit: Unit, body: ts.Statement): ts.Block {
  const { f } = unit;
  const point = preemptionPoint(unit);
  if (ts.isBlock(body)) {
    return f.updateBlock(body, ts.setTextRange(f.createNodeArray([point, ...body.statements]), body.statements));
  }
  return ts.setTextRange(js.lines(...(ts.isEmptyStatement(body) ? [point] : [point, body])), body);
}

/** @param isPartOfRound Whether it is part of what stands around it: then its rounds are no points */
export function rewriteLoop(
  unit: Unit,
  loop: ts.IterationStatement,
  visitBody: VisitStatement,
  visit: ts.Visitor,
  isPartOfRound = false,
  bind?: Bind,
): ts.Statement {
  const { f, context } = unit;
  const body = () => {
    const visited = visitBody(loop.statement);
    return isPartOfRound ? visited : withPreemptionPoint(unit, visited);
  };
  const expression = <E extends ts.Expression | undefined>(e: E): E => ts.visitNode(e, visit) as E;
  const head = <I extends ts.ForInitializer | undefined>(i: I): I => ts.visitNode(i, visit) as I;
  if (ts.isForStatement(loop)) {
    return f.updateForStatement(
      loop,
      head(loop.initializer),
      expression(loop.condition),
      expression(loop.incrementor),
      body(),
    );
  }
  if (ts.isForInStatement(loop))
    return f.updateForInStatement(loop, head(loop.initializer), expression(loop.expression), body());
  if (ts.isForOfStatement(loop) && isAwaitUsingList(loop.initializer)) {
    const item = unit.freshName("$item");
    const declared = f.createVariableDeclarationList([js.declaration(item)], ts.NodeFlags.Const);
    const block = js.lines(...disposingBody(unit, loop.initializer, item, body()));
    return f.updateForOfStatement(loop, undefined, declared, expression(loop.expression), block);
  }
  if (ts.isForOfStatement(loop) && bind !== undefined) {
    const item = unit.freshName("$item");
    const declared = f.createVariableDeclarationList([js.declaration(item)], ts.NodeFlags.Const);
    const round = withPreemptionPoint(unit, js.lines(bind(item), visitBody(loop.statement)));
    return f.updateForOfStatement(loop, undefined, declared, expression(loop.expression), round);
  }
  if (ts.isForOfStatement(loop)) {
    return f.updateForOfStatement(
      loop,
      loop.awaitModifier,
      head(loop.initializer),
      expression(loop.expression),
      body(),
    );
  }
  if (ts.isWhileStatement(loop)) return f.updateWhileStatement(loop, expression(loop.expression), body());
  if (ts.isDoStatement(loop)) return f.updateDoStatement(loop, body(), expression(loop.expression));
  return ts.visitEachChild(loop, visit, context);
}

/**
 * `for await`, and `for` … `of` over what a preemptable generator may give; there each `yield $wait(…)` is a call that may be captured.
 *
 *   {
 *     const $it = $iterateAsync(e);
 *     try {
 *       while ($it.more(yield $wait($it.next()))) { const x = $it.value; S }
 *     } catch ($error) {
 *       if ($it.open) { try { $it.closed(yield $wait($it.close())); } catch {} }
 *       throw $error;
 *     } finally {
 *       if ($it.open) $it.closed(yield $wait($it.close()));
 *     }
 *   }
 */
export function rewriteSteps(
  unit: Unit,
  loop: ts.ForOfStatement,
  labels: readonly ts.Identifier[],
  visitBody: VisitStatement,
  visit: ts.Visitor,
  captured: (call: ts.Expression) => ts.Expression,
  bind: Bind = (value) => bindLoopVariable(loop.initializer, value, visit),
): ts.Statement {
  const { f } = unit;
  const isAwaited = loop.awaitModifier !== undefined;
  const suspended = (call: ts.Expression) => (isAwaited ? waited(unit, call) : captured(call));
  const it = unit.name("$it");
  const error = unit.name("$error");
  const member = (name: keyof SharedAsyncIteration) => js.member(it, name);
  const invoke = (name: keyof SharedAsyncIteration, ...args: ts.Expression[]) => js.call(member(name), ...args);
  const [loopStart, step, iterableStart] = [
    loop.getStart(),
    stepPosition(loop.initializer),
    valuePosition(loop.expression),
  ];
  const at = <T extends ts.Node>(node: T, pos: number): T => ts.setSourceMapRange(node, { pos, end: pos });
  const close = () => js.statement(at(invoke("closed", suspended(invoke("close"))), loopStart));

  const value = member("value");
  const statement = visitBody(loop.statement);
  let body: ts.Block;
  if (isUsingList(loop.initializer)) {
    // A job that is cancelled at the point has to have the variable, or nobody would dispose of its value.
    const pointed = withPreemptionPoint(unit, statement);
    const round = isAwaitUsingList(loop.initializer)
      ? disposingBody(unit, loop.initializer, value, pointed)
      : [bind(value), pointed];
    body = js.lines(...round);
  } else {
    const round = [bind(value), statement];
    body = withPreemptionPoint(unit, js.lines(...round));
  }
  let steps: ts.Statement = f.createWhileStatement(at(invoke("more", suspended(at(invoke("next"), step))), step), body);
  for (const label of labels) steps = f.createLabeledStatement(label, steps);

  const closeQuietly = f.createTryStatement(js.block(close()), f.createCatchClause(undefined, js.block()), undefined);
  const guarded = f.createTryStatement(
    js.lines(steps),
    f.createCatchClause(
      error,
      js.lines(js.when(member("open"), js.block(closeQuietly)), f.createThrowStatement(error)),
    ),
    js.lines(js.when(member("open"), close())),
  );
  const iterable = ts.visitNode(loop.expression, visit) as ts.Expression;
  const hidden = namesHiddenFromHead(loop);
  const held = unit.name("$iterable");
  const walked = hidden.length > 0 ? held : iterable;
  const iteration = isAwaited
    ? unit.callRuntime("iterateAsync", [walked])
    : unit.callRuntime("iterateSteps", [walked, js.text(notIterable(loop.expression))]);
  const iterated = at(iteration, iterableStart);
  const declaration = js.constant(it, iterated);
  const head = hidden.length > 0 ? evaluateHead(unit, held, iterable, hidden) : [];
  return ts.setTextRange(js.lines(...head, declaration, guarded), loop);
}

/** The loop's own variables that its iterable mentions: there they are uninitialised. */
function namesHiddenFromHead(loop: ts.ForOfStatement): string[] {
  const { initializer } = loop;
  if (!ts.isVariableDeclarationList(initializer) || !(initializer.flags & ts.NodeFlags.BlockScoped)) return [];
  const names: string[] = [];
  const collect = (name: ts.BindingName): void => {
    if (ts.isIdentifier(name)) names.push(name.text);
    else for (const e of name.elements) if (ts.isBindingElement(e)) collect(e.name);
  };
  for (const d of initializer.declarations) collect(d.name);
  const mentioned = new Set<string>();
  const look = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) mentioned.add(node.text);
    ts.forEachChild(node, look);
  };
  look(loop.expression);
  return names.filter((n) => mentioned.has(n));
}

/** `let $iterable; $head: { $iterable = e; break $head; let x; }`: x is never initialised. */
function evaluateHead(unit: Unit, held: ts.Identifier, iterable: ts.Expression, hidden: string[]): ts.Statement[] {
  const { f } = unit;
  const label = unit.name("$head");
  const variables = (names: (string | ts.Identifier)[]) =>
    js.declarations(ts.NodeFlags.Let, ...names.map((n) => js.declaration(n)));
  const evaluate = assignment(held, withoutName(f, iterable));
  ts.setSourceMapRange(evaluate, iterable);
  const block = js.lines(evaluate, f.createBreakStatement(label), variables(hidden));
  return [variables([held]), f.createLabeledStatement(label, block)];
}

/** The round of a loop whose variable is declared with `await using`. */
function disposingBody(
  unit: Unit,
  initializer: ts.VariableDeclarationList,
  value: ts.Expression,
  body: ts.Statement,
): ts.Statement[] {
  const { f } = unit;
  const [declaration] = initializer.declarations;
  const declared = f.createVariableDeclarationList(
    [js.declaration((declaration as ts.VariableDeclaration).name, value)],
    ts.NodeFlags.AwaitUsing,
  );
  return withDisposal(unit, [f.createVariableStatement(undefined, declared), body]);
}

function bindLoopVariable(initializer: ts.ForInitializer, value: ts.Expression, visit: ts.Visitor): ts.Statement {
  if (!ts.isVariableDeclarationList(initializer)) {
    return assignment(ts.visitNode(initializer, visit) as ts.Expression, value);
  }
  const declaration = initializer.declarations[0] as ts.VariableDeclaration;
  const name = ts.visitNode(declaration.name, visit) as ts.BindingName;
  const flags = initializer.flags & ts.NodeFlags.BlockScoped;
  const bound = js.declaration(name, value);
  const statement = js.declarations(flags, bound);
  return ts.setSourceMapRange(statement, initializer);
}
