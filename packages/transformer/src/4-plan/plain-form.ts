/**
 * Which functions get a plain body (see 5-emit/plain/), and what keeps the others from it: what has to be suspended
 * stands where a function that is called again cannot go on.
 *
 * The forms of expressions and statements that are accepted here are those that 5-emit/plain/ knows.
 */
import ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { chainLinks, isReferenceNeeded, type Link } from "../1-resolve/chains.ts";
import { inferredName } from "../1-resolve/inferred-name.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import { isMember } from "../1-resolve/target.ts";
import type { Candidate } from "../2-find/candidates.ts";
import { hasLabelledContinue } from "../syntax/continues.ts";
import { functionsInside } from "../syntax/functions-inside.ts";
import { leavesThroughTry } from "../syntax/leaves-through-try.ts";
import {
  isAssignmentOperator,
  isAsync,
  isInDerivedConstructor,
  isLasting,
  isLoop,
  isWalk,
  literalText,
  outward,
  type Preemptable,
  staticName,
  unwrap,
} from "../syntax/nodes.ts";
import { leafOf } from "./loops/leaf.ts";
import { isLightWalk } from "./loops/light-walks.ts";
import { isShortLoop } from "./loops/short-loops.ts";
import { hasNamedStart, isDefaultTold, isToldAlike, problemOfParameters } from "./plain-parameters.ts";
import { findPoints, type Points } from "./points.ts";
import { because, type Reason } from "./reason.ts";
import type { ExclusiveUnit } from "./shared-state/exclusive-unit.ts";
import { type EntryPoint, entryPointOf } from "./starts/entry-point.ts";
import { problemOfSuper } from "./super-properties.ts";
import { type Locals, localsOf } from "./variables/locals.ts";

export interface PlainForm {
  readonly points: Points;
  readonly locals: Locals;
  readonly entryPoint: EntryPoint | undefined;
  /**
   * Whether there are two bodies: one that starts, straight code close to the original, and one that goes on. Worth its length
   * where the function calls others or has loops: where its variables may come from the start or from a frame, an engine knows less.
   */
  readonly isSplit: boolean;
  /** Whether it has an outermost loop with others in it or with calls: the body that goes on returns to the one that starts there. */
  readonly isReturned: boolean;
}

interface Analyzed {
  readonly scopes: Scopes;
  readonly callees: Callees;
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  /** Whether short loops are part of the rounds around them. */
  readonly hasNests: boolean;
  /** In which functions one job at a time may be. */
  readonly exclusive: ExclusiveUnit | undefined;
}

/** Whether one of `functions`, which stand in `around`, is the node or around it. */
function isInOne(node: ts.Node, functions: ReadonlySet<ts.Node>, around: ts.Node): boolean {
  if (functions.size === 0) return false;
  for (let n = node; n !== around; n = n.parent) if (functions.has(n)) return true;
  return false;
}

/** The function's plain form, or why it has none. */
export function plainFormOf(
  { node, facts }: Candidate,
  { scopes, callees, kept, hasNests, exclusive }: Analyzed,
): PlainForm | Reason {
  if (isAsync(node)) return because("async");
  // The preemptable functions inside are emitted once, so that they see the variables of the plain body.
  const inner = functionsInside(node, kept);
  const isDeclared = (n: ts.Node) => ts.isFunctionDeclaration(n) && n.parent === node.body;
  const declared = new Set<ts.Node>(inner.filter(isDeclared));
  const own = inner.filter((n) => !isInOne(n, declared, node));
  const unfitInside = first(own, (n) => (isDeclared(n) ? undefined : problemOfInner(n, kept)));
  if (unfitInside !== undefined) return unfitInside;
  if (facts.usesArguments) return because("uses_arguments");
  if (facts.usesNewTarget) return because("uses_new_target");
  if (facts.directEval) return because("uses_eval");
  if (facts.hasUsing) return because("uses_using");
  if (facts.showsCallee) return because("uses_arguments");
  if (ts.isArrowFunction(node) && facts.usesThis && isInDerivedConstructor(node)) return because("this_may_be_missing");
  if (leavesThroughTry(node)) return because("jump_through_try");
  const unfit = problemOfParameters(node, scopes);
  if (unfit !== undefined) return unfit;
  const isPartOfRound = (loop: ts.IterationStatement) => isLightWalk(loop, scopes) || isShortLoop(loop, node, scopes);
  const points = findPoints(node, callees, (loop) => hasNests && isPartOfRound(loop));
  const unfitSuper = facts.usesSuper ? problemOfSuper(node, { points, callees, kept }) : undefined;
  if (unfitSuper !== undefined) return unfitSuper;
  const body = node.body as ts.ConciseBody;
  if (nestingOf(body, points) > mostNested) return because("nested_too_deep");
  const problem = ts.isBlock(body) ? inStatement(body) : inExpression(body);
  if (problem !== undefined) return problem;
  const locals = localsOf(node, scopes, points);
  if (locals.problem !== undefined) return locals.problem;
  // Functions made again and again would make both again and again.
  const isMadeOnce = inner.length === 0 && isLasting(node) && !(ts.isArrowFunction(node) && facts.usesThis);
  const isReturned =
    ts.isBlock(body) && outermostLoops(body).some((loop) => leafOf(loop, points, scopes) === undefined);
  const entryPoint = entryPointOf(node, points, callees, exclusive?.holding.has(node) === true);
  return {
    points,
    locals,
    // What stands around the body would be made once more.
    entryPoint: locals.isSurrounded ? entryPoint && { ...entryPoint, isFirst: false, isOnly: false } : entryPoint,
    isReturned,
    isSplit:
      isMadeOnce && !locals.isSurrounded && entryPoint?.isOnly !== true && (facts.hasLoop || entryPoint !== undefined),
  };

  function inStatement(node: ts.Statement): Reason | undefined {
    if (!points.has(node)) return undefined;
    if (ts.isBlock(node)) return first(node.statements, inStatement);
    if (ts.isVariableStatement(node)) return first(node.declarationList.declarations, inDeclaration);
    if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) return inExpression(node.expression);
    if (ts.isReturnStatement(node)) return inExpression(node.expression);
    if (ts.isIfStatement(node)) {
      return (
        inExpression(node.expression) ??
        inStatement(node.thenStatement) ??
        (node.elseStatement && inStatement(node.elseStatement))
      );
    }
    if (ts.isLabeledStatement(node)) return inStatement(node.statement);
    if (isWalk(node)) return inWalk(node);
    if (ts.isForStatement(node)) {
      const { initializer } = node;
      const head =
        initializer && ts.isVariableDeclarationList(initializer)
          ? first(initializer.declarations, inDeclaration)
          : inExpression(initializer);
      return head ?? inExpression(node.condition) ?? inExpression(node.incrementor) ?? inStatement(node.statement);
    }
    if (ts.isWhileStatement(node) || ts.isDoStatement(node)) {
      return inExpression(node.expression) ?? inStatement(node.statement);
    }
    if (ts.isSwitchStatement(node)) return inSwitch(node);
    if (ts.isTryStatement(node)) return inTry(node);
    return because("suspends_in_statement", ts.SyntaxKind[node.kind]);
  }

  function inTry({ tryBlock, catchClause, finallyBlock }: ts.TryStatement): Reason | undefined {
    if (finallyBlock !== undefined && points.has(finallyBlock)) return because("finally_suspends");
    const isWalking = [tryBlock, catchClause].some((part) => part !== undefined && holdsWalk(part, points));
    if (finallyBlock !== undefined && isWalking) return because("finally_around_walk");
    if (catchClause === undefined) return inStatement(tryBlock);
    const { variableDeclaration: error, block } = catchClause;
    if (error !== undefined && points.has(catchClause) && !ts.isIdentifier(error.name))
      return because("catch_takes_apart");
    return inStatement(tryBlock) ?? inStatement(block);
  }

  function inWalk(node: ts.ForOfStatement | ts.ForInStatement): Reason | undefined {
    const { initializer } = node;
    if (ts.isForOfStatement(node) && node.awaitModifier) return because("for_await");
    const name = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : unwrap(initializer);
    if (name !== undefined && isTaken(node, name)) return inExpression(node.expression) ?? inStatement(node.statement);
    if (name === undefined || !ts.isIdentifier(name))
      return because("walk_with_pattern", ts.isForInStatement(node) ? "in" : "of");
    // `for (var i = 0 in o)`
    if (ts.isVariableDeclarationList(initializer) && initializer.declarations[0]?.initializer)
      return because("value_before_keys");
    return inExpression(node.expression) ?? inStatement(node.statement);
  }

  /** Whether the loop takes its values apart by a pattern that declares variables of its rounds. */
  function isTaken({ initializer }: ts.ForOfStatement | ts.ForInStatement, name: ts.Node): boolean {
    const isPattern = ts.isArrayBindingPattern(name) || ts.isObjectBindingPattern(name);
    const isOfRounds = (initializer.flags & ts.NodeFlags.BlockScoped) !== 0;
    if (!isPattern || !isOfRounds || !ts.isForOfStatement(initializer.parent) || points.has(name)) return false;
    if (ts.isArrayBindingPattern(name)) return true;
    return hasNamedStart(name) && !isDefaultTold(name) && name.elements.every(isToldAlike);
  }

  function inDeclaration(node: ts.VariableDeclaration): Reason | undefined {
    if (points.has(node.name)) return because("pattern_suspends");
    return inExpression(node.initializer);
  }

  function inSwitch(node: ts.SwitchStatement): Reason | undefined {
    const { clauses } = node.caseBlock;
    const inClauses = first(clauses, (clause) => first(clause.statements, inStatement));
    if (clauses.some((c) => ts.isCaseClause(c) && points.has(c.expression))) return because("case_suspends");
    return inExpression(node.expression) ?? inClauses;
  }

  function inExpression(node: ts.Node | undefined): Reason | undefined {
    if (node === undefined || !points.has(node)) return undefined;
    const e = unwrap(node as ts.Expression);
    if (e !== node) return inExpression(e);
    if (ts.isOptionalChain(e)) return inChain(e);
    if (ts.isCallExpression(e)) return inCall(e);
    if (ts.isNewExpression(e)) {
      return inExpression(e.expression) ?? inOperands(e.arguments ?? [], isPlainName(e.expression));
    }
    if (ts.isPropertyAccessExpression(e)) return inExpression(e.expression);
    if (ts.isElementAccessExpression(e)) return inOperands([e.expression, e.argumentExpression]);
    if (ts.isBinaryExpression(e)) return inBinary(e);
    if (ts.isConditionalExpression(e)) {
      return inExpression(e.condition) ?? inExpression(e.whenTrue) ?? inExpression(e.whenFalse);
    }
    if (ts.isPrefixUnaryExpression(e) || ts.isPostfixUnaryExpression(e)) return inExpression(e.operand);
    if (ts.isTypeOfExpression(e) || ts.isVoidExpression(e)) return inExpression(e.expression);
    if (ts.isArrayLiteralExpression(e)) return inOperands(e.elements);
    if (ts.isObjectLiteralExpression(e)) return inObject(e);
    if (ts.isTemplateExpression(e)) return first(e.templateSpans, (span) => inExpression(span.expression));
    if (ts.isDeleteExpression(e)) return because("delete_suspends");
    return because("suspends_in_expression", ts.SyntaxKind[e.kind]);
  }

  function inChain(e: ts.Expression): Reason | undefined {
    const links = isReferenceNeeded(e) ? undefined : chainLinks(e);
    if (links === undefined) return because("chain_of_engine");
    const inLink = ({ node }: Link) => {
      if (ts.isCallExpression(node)) return inOperands(node.arguments);
      return ts.isElementAccessExpression(node) ? inExpression(node.argumentExpression) : undefined;
    };
    return inExpression(links.base) ?? first(links.items, inLink);
  }

  function inCall(call: ts.CallExpression): Reason | undefined {
    const callee = unwrap(call.expression);
    const isBroken = points.has(callee) || ts.isOptionalChain(callee);
    if (callee !== call.expression && isBroken) return because("callee_in_parentheses");
    const target = isMember(callee)
      ? inOperands(
          ts.isElementAccessExpression(callee) ? [callee.expression, callee.argumentExpression] : [callee.expression],
        )
      : inExpression(callee);
    if (target !== undefined) return target;
    if (callee.kind === ts.SyntaxKind.ImportKeyword) return because("import_suspends");
    return inOperands(call.arguments);
  }

  /** Operands that are evaluated in turn; `isFirst`: what comes before them can be put off. */
  function inOperands(operands: readonly ts.Node[], isFirst = true): Reason | undefined {
    if (!isFirst && operands.some((o) => points.has(o))) return because("computed_constructor");
    return first(operands, (operand) => inExpression(ts.isSpreadElement(operand) ? operand.expression : operand));
  }

  function inObject(e: ts.ObjectLiteralExpression): Reason | undefined {
    const last = e.properties.findLastIndex((p) => points.has(p));
    return first(e.properties.slice(0, last + 1), (p) => {
      if (ts.isSpreadAssignment(p)) return inExpression(p.expression);
      const isComputed = p.name !== undefined && ts.isComputedPropertyName(p.name);
      const key = isComputed ? inExpression((p.name as ts.ComputedPropertyName).expression) : undefined;
      if (key !== undefined || !ts.isPropertyAssignment(p)) return key;
      const value = unwrap(p.initializer);
      if (isComputed && ts.isClassExpression(value) && value.name === undefined) return because("class_named_by_key");
      return inExpression(p.initializer);
    });
  }

  function inBinary(e: ts.BinaryExpression): Reason | undefined {
    const { left, right, operatorToken } = e;
    if (isAssignmentOperator(operatorToken.kind)) {
      const target = unwrap(left);
      if (ts.isArrayLiteralExpression(target) || ts.isObjectLiteralExpression(target)) {
        if (points.has(target)) return because("pattern_suspends");
        return inExpression(right);
      }
      if (ts.isIdentifier(target)) return inExpression(right);
      if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target))
        return because("call_assigned");
      // The key is made a property key once, before the right side is evaluated.
      const isCompound = operatorToken.kind !== ts.SyntaxKind.EqualsToken;
      if (isCompound && ts.isElementAccessExpression(target) && literalText(target.argumentExpression) === undefined) {
        return because("compound_with_computed_key");
      }
      return inExpression(target) ?? inExpression(right);
    }
    if (ts.isPrivateIdentifier(left)) return inExpression(right);
    return inExpression(left) ?? inExpression(right);
  }
}

/** What keeps a preemptable function from standing inside, among the expressions. */
function problemOfInner(node: Preemptable, kept: ReadonlyMap<Preemptable, Candidate>): Reason | undefined {
  const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  if (!isValue && !ts.isObjectLiteralExpression(node.parent)) return because("method_inside");
  if (!isValue && kept.get(node)?.facts.usesSuper) return because("method_with_super_inside");
  const isNamed = isValue ? inferredName(node) !== undefined : staticName(node.name as ts.Node) !== undefined;
  const { name } = (isValue ? outward(node).parent : node) as ts.PropertyAssignment | ts.MethodDeclaration;
  // The key is evaluated in a call of its own.
  return isNamed || isPath((name as ts.ComputedPropertyName).expression) ? undefined : because("computed_name_inside");
}

/** `Symbol.iterator`, `key` */
function isPath(e: ts.Expression): boolean {
  return ts.isIdentifier(e) || (ts.isPropertyAccessExpression(e) && isPath(e.expression));
}

/** Whether a `for` … `of` loop among the points of `node` has an iterator that is to be closed. */
function holdsWalk(node: ts.Node, points: Points): boolean {
  if (!points.has(node)) return false;
  if (ts.isForOfStatement(node)) return true;
  return ts.forEachChild(node, (child) => holdsWalk(child, points) || undefined) ?? false;
}

function isPlainName(e: ts.Expression): boolean {
  return ts.isIdentifier(unwrap(e));
}

function first<T>(items: readonly T[], find: (item: T) => Reason | undefined): Reason | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * How many branches, loops and `switch` statements with points may stand in each other: the ways back into them are switches in
 * switches, and at some hundred TypeScript's printer runs out of stack. A chain of `else if` is such a nest.
 */
export const mostNested = 50;

/** How deep they do, at most one more than that. */
function nestingOf(body: ts.Node, points: Points): number {
  let most = 0;
  visit(body, 0);
  return most;

  function visit(node: ts.Node, around: number): void {
    const depth = around + (isFork(node) ? 1 : 0);
    most = Math.max(most, depth);
    if (most <= mostNested) ts.forEachChild(node, (child) => (points.has(child) ? visit(child, depth) : undefined));
  }
}

function isFork(node: ts.Node): boolean {
  return (
    ts.isIfStatement(node) ||
    ts.isConditionalExpression(node) ||
    ts.isSwitchStatement(node) ||
    ts.isTryStatement(node) ||
    isLoop(node)
  );
}

/** The loops of a body that stand in nothing but blocks and `if` statements, and that no label continues. */
function outermostLoops(node: ts.Statement): ts.IterationStatement[] {
  if (ts.isBlock(node)) return node.statements.flatMap(outermostLoops);
  if (ts.isLabeledStatement(node)) {
    const { statement } = node;
    return isLoop(statement) || ts.isLabeledStatement(statement) ? outermostLoops(statement) : [];
  }
  if (!ts.isIfStatement(node)) return isLoop(node) && !hasLabelledContinue(node) ? [node] : [];
  return [node.thenStatement, node.elseStatement].flatMap((s) => (s === undefined ? [] : outermostLoops(s)));
}

/** Whether that is so of `loop` in `body`. */
export function isOutermost(loop: ts.IterationStatement, body: ts.ConciseBody | undefined): boolean {
  if (hasLabelledContinue(loop)) return false;
  let around = loop.parent;
  while (ts.isLabeledStatement(around)) around = around.parent;
  while (around !== body && (ts.isBlock(around) || ts.isIfStatement(around))) around = around.parent;
  return around === body;
}
