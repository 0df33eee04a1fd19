/**
 * `try` and `catch` around what is suspended: the way back leads into the block, and what is thrown there is caught as if it had
 * never been left. What comes back to a frame may be an error: the frames of points in such a block say that they take one, and
 * `$thrown` that they have.
 *
 *   try { f(); } catch (e) { S }   ⇒   case 1: try {
 *                                        if ($at !== 0 && $thrown === true) throw $value;
 *                                        switch ($at) { case 0: … case 1: … }
 *                                      } catch (e) { $at = 0; S }
 *
 * What is suspended in the `catch` stands behind it:
 *
 *   try { f(); } catch (e) { g(); }   ⇒   case 1: case 2: $caught: {
 *                                           if ($at <= 1) try { … break $caught; } catch ($error) { $at = 0; e = $error; }
 *                                           switch ($at) { case 0: … case 2: … }
 *                                         }
 *
 * An error that is caught leaves the loops in the block: their iterators are closed then.
 *
 * A `finally` in which nothing is suspended stays where it is, and does nothing where the block is left to be entered again:
 *
 *   try { f(); } finally { S }   ⇒   case 1: try {
 *                                      if ($at !== 0 && $thrown === true) throw $value;
 *                                      if ($at !== 0 && $thrown === false) return;
 *                                      switch ($at) { case 0: … case 1: … }
 *                                    } finally { if ($state.captured === void 0) { $at = 0; S } }
 *
 * where $thrown is false if the job was cancelled: then nothing is done but that.
 */
import ts from "typescript";
import { placedAt } from "../shared/positions.ts";
import type { Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { closingPosition } from "./walks.ts";

export function addTry(statements: Surroundings, node: ts.TryStatement, steps: Steps): void {
  const { finallyBlock } = node;
  if (finallyBlock === undefined) addCaught(statements, node, steps);
  else addFinished(statements, node, finallyBlock, steps);
}

/** The statement without its `finally`. */
function addCaught(statements: Surroundings, node: ts.TryStatement, steps: Steps): void {
  const { catchClause, tryBlock } = node;
  if (catchClause === undefined) for (const statement of tryBlock.statements) statements.add(statement, steps);
  else if (statements.has(catchClause)) addBehind(statements, node, catchClause, steps);
  else addAround(statements, node, catchClause, steps);
}

/** Nothing in the `finally` is suspended. */
function addFinished(statements: Surroundings, node: ts.TryStatement, finallyBlock: ts.Block, steps: Steps): void {
  const { code, frame, unit } = statements;
  const { f } = unit;
  const { made, points } = frame.pointsWithin(() => {
    const inside = frame.steps();
    const first = frame.tried.finished(() => addCaught(statements, node, inside));
    return [...first, ...frame.build(inside)];
  });
  // An error that was given to the frame, or a jump, leads there and beyond.
  frame.arrivals.ask();
  const isLeft = f.createStrictEquality(frame.state("captured"), f.createVoidZero());
  const own = [...frame.arrived(), ...finallyBlock.statements.map((s) => code.statement(s))];
  const finishing = ts.setTextRange(statements.block(own), finallyBlock);
  frame.arrivals.ask();
  steps.label(points);
  const block = ts.setTextRange(statements.block(made), node.tryBlock);
  const attempted = f.createTryStatement(block, undefined, f.createBlock([f.createIfStatement(isLeft, finishing)]));
  steps.add(ts.setTextRange(attempted, node));
}

/** Nothing in the `catch` is suspended. */
function addAround(statements: Surroundings, node: ts.TryStatement, clause: ts.CatchClause, steps: Steps): void {
  const { code, frame, unit } = statements;
  const { f } = unit;
  const { made, points } = frame.pointsWithin(() => attempt(statements, node));
  const declared = ts.visitNode(clause.variableDeclaration, code.visit) as ts.VariableDeclaration | undefined;
  const handling = [...left(statements, node), ...clause.block.statements.map((s) => code.statement(s))];
  const handled = ts.setTextRange(statements.block(handling), clause.block);
  steps.label(points);
  steps.add(ts.setTextRange(f.createTryStatement(made, f.createCatchClause(declared, handled), undefined), node));
}

function addBehind(statements: Surroundings, node: ts.TryStatement, clause: ts.CatchClause, steps: Steps): void {
  const { frame, unit } = statements;
  const { f } = unit;
  const end = unit.freshName("$caught");
  const { isPassed } = frame.way;
  const { made, points } = frame.pointsWithin(() => {
    const tried = frame.pointsOf(() => attempt(statements, node, f.createBreakStatement(end)));
    frame.way.isPassed = isPassed || tried.points.last >= tried.points.first;
    const inClause = frame.steps();
    for (const statement of clause.block.statements) statements.add(statement, inClause);
    return { tried, inClause };
  });
  const { tried, inClause } = made;
  const handling = left(statements, node);
  // Behind it, in the clause.
  frame.arrivals.ask();
  const declared = clause.variableDeclaration;
  const error = declared && unit.name("$error");
  if (error !== undefined) {
    const binding = unit.scopes.declaredBy(declared as ts.Node);
    if (binding === undefined) throw new Error("a `catch` of an unknown variable");
    handling.push(frame.assign(frame.variables.nameOf(binding), error));
  }
  const handled = f.createCatchClause(error, statements.block(handling));
  const attempted = ts.setTextRange(f.createTryStatement(tried.made, handled, undefined), node);
  const isEntered = frame.part !== "start";
  const first = isEntered ? f.createIfStatement(frame.isUpTo(tried.points.last), attempted) : attempted;
  steps.label(points);
  steps.add(statements.label(statements.block([first, ...frame.build(inClause)]), [end]));
}

/** The block, into which the ways back lead. */
function attempt(statements: Surroundings, { tryBlock }: ts.TryStatement, ...last: ts.Statement[]): ts.Block {
  const { frame } = statements;
  const inside = frame.steps();
  const taken = frame.tried.block(() => {
    for (const statement of tryBlock.statements) statements.add(statement, inside);
  });
  return ts.setTextRange(statements.block([...taken, ...frame.build(inside), ...last]), tryBlock);
}

/** What comes first where the block was left by an error. */
function left({ frame, unit }: Surroundings, { tryBlock }: ts.TryStatement): ts.Statement[] {
  const { f } = unit;
  const closing: ts.Statement[] = [];
  visit(tryBlock);
  return [...frame.arrived(), ...closing];

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node)) return;
    // Those inside come first.
    ts.forEachChild(node, visit);
    if (!ts.isForOfStatement(node)) return;
    const call = unit.callRuntime("closeQuietly", [frame.variables.ofLoop(node, "$iteration")]);
    closing.push(f.createExpressionStatement(placedAt(call, closingPosition(node))));
  }
}
