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
import * as ts from "typescript";
import { eachRegion, isWalkOfValues, type Sequence, type Try } from "../../4-plan/regions/regions.ts";
import { placedAt } from "../shared/positions.ts";
import { Later, madeOf, type Step, type Steps } from "./steps.ts";
import type { Surroundings } from "./surroundings.ts";
import { closingPosition } from "./walks.ts";

export function addTry(statements: Surroundings, region: Try, steps: Steps): void {
  const { finallyBlock } = region.node;
  if (finallyBlock === undefined) addCaught(statements, region, steps);
  else addFinished(statements, region, finallyBlock, steps);
}

/** The statement without its `finally`. */
function addCaught(statements: Surroundings, region: Try, steps: Steps): void {
  const { catchClause } = region.node;
  if (catchClause === undefined) addEach(statements, region.block, steps);
  else if (region.handler?.hasPoints === true) addBehind(statements, region, catchClause, region.handler, steps);
  else addAround(statements, region, catchClause, steps);
}

function addEach(statements: Surroundings, { items }: Sequence, steps: Steps): void {
  for (const { node } of items) statements.add(node, steps);
}

/** Nothing in the `finally` is suspended. */
function addFinished(statements: Surroundings, region: Try, finallyBlock: ts.Block, steps: Steps): void {
  const { node } = region;
  const { code, frame, unit } = statements;
  const { f } = unit;
  const { made, points } = frame.pointsWithin(() => {
    const inside = frame.steps();
    const first = frame.tried.finished(() => addCaught(statements, region, inside));
    const building = frame.building(inside);
    return () => [...first, ...building()];
  });
  // An error that was given to the frame, or a jump, leads there and beyond.
  frame.arrivals.ask();
  const isLeft = f.createStrictEquality(frame.state("captured"), f.createVoidZero());
  const own = [...frame.arrived(), ...finallyBlock.statements.map((s) => code.statement(s))];
  frame.arrivals.ask();
  steps.label(points);
  steps.add(
    new Later(() => {
      const finishing = ts.setTextRange(statements.block(madeOf(own)), finallyBlock);
      const block = ts.setTextRange(statements.block(made()), node.tryBlock);
      const finished = f.createBlock([f.createIfStatement(isLeft, finishing)]);
      return [ts.setTextRange(f.createTryStatement(block, undefined, finished), node)];
    }),
  );
}

/** Nothing in the `catch` is suspended. */
function addAround(statements: Surroundings, region: Try, clause: ts.CatchClause, steps: Steps): void {
  const { node } = region;
  const { code, frame, unit } = statements;
  const { f } = unit;
  const { made, points } = frame.pointsWithin(() => attempt(statements, region));
  const declared = ts.visitNode(clause.variableDeclaration, code.visit) as ts.VariableDeclaration | undefined;
  const handling = [...left(statements, region), ...clause.block.statements.map((s) => code.statement(s))];
  steps.label(points);
  steps.add(
    new Later(() => {
      const handled = ts.setTextRange(statements.block(madeOf(handling)), clause.block);
      return [ts.setTextRange(f.createTryStatement(made(), f.createCatchClause(declared, handled), undefined), node)];
    }),
  );
}

function addBehind(
  statements: Surroundings,
  region: Try,
  clause: ts.CatchClause,
  handler: Sequence,
  steps: Steps,
): void {
  const { frame, unit } = statements;
  const { f } = unit;
  const end = unit.freshName("$caught");
  const { isPassed } = frame.way;
  const { made, points } = frame.pointsWithin(() => {
    const tried = frame.pointsOf(() => attempt(statements, region, f.createBreakStatement(end)));
    frame.way.isPassed = isPassed || tried.points.last >= tried.points.first;
    const inClause = frame.steps();
    addEach(statements, handler, inClause);
    return { tried, inClause };
  });
  const { tried, inClause } = made;
  const handling = left(statements, region);
  // Behind it, in the clause.
  frame.arrivals.ask();
  const declared = clause.variableDeclaration;
  const error = declared && unit.name("$error");
  if (error !== undefined) {
    const binding = unit.scopes.declaredBy(declared as ts.Node);
    if (binding === undefined) throw new Error("a `catch` of an unknown variable");
    handling.push(frame.assign(frame.variables.nameOf(binding), error));
  }
  const isTried = frame.part === "start" ? undefined : frame.isUpTo(tried.points.last);
  const building = frame.building(inClause);
  steps.label(points);
  steps.add(
    new Later(() => {
      const handled = f.createCatchClause(error, statements.block(madeOf(handling)));
      const attempted = ts.setTextRange(f.createTryStatement(tried.made(), handled, undefined), region.node);
      const first = isTried === undefined ? attempted : f.createIfStatement(isTried, attempted);
      return [statements.label(statements.block([first, ...building()]), [end])];
    }),
  );
}

/** The block, into which the ways back lead. */
function attempt(statements: Surroundings, { block }: Try, ...last: ts.Statement[]): () => ts.Block {
  const { frame } = statements;
  const inside = frame.steps();
  const taken = frame.tried.block(() => addEach(statements, block, inside));
  const building = frame.building(inside);
  return () => ts.setTextRange(statements.block([...taken, ...building(), ...last]), block.node);
}

/** What comes first where the block was left by an error: the loops in it are closed, the inner ones first. */
function left({ frame, unit }: Surroundings, { block }: Try): Step[] {
  const { f } = unit;
  const closing: ts.Statement[] = [];
  eachRegion(block, (region) => {
    if (!isWalkOfValues(region)) return;
    const call = unit.callRuntime("closeQuietly", [frame.variables.ofLoop(region.node, "$iteration")]);
    closing.push(f.createExpressionStatement(placedAt(call, closingPosition(region.node))));
  });
  return [...frame.arrived(), ...closing];
}
