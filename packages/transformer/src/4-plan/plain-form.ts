/**
 * Which functions get a plain body (see 5-emit/plain/), and what keeps the others from it: what has to be suspended
 * stands where a function that is called again cannot go on, or in a form for which there is no region (see regions/).
 */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { inferredName } from "../1-resolve/inferred-name.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import type { Candidate } from "../2-find/candidates.ts";
import { returnsTooEarly } from "../3-check/constructors.ts";
import { functionsInside } from "../syntax/functions-inside.ts";
import { isLasting } from "../syntax/lasting.ts";
import { leavesThroughTry } from "../syntax/leaves-through-try.ts";
import {
  isAsync,
  isGenerator,
  isInDerivedConstructor,
  isLoop,
  outward,
  type Preemptable,
  staticName,
} from "../syntax/nodes.ts";
import { walksGenerator } from "./generator-walks.ts";
import { leafOf } from "./loops/leaf.ts";
import { isLightWalk } from "./loops/light-walks.ts";
import { isShortLoop } from "./loops/short-loops.ts";
import { problemOfParameters } from "./plain-parameters.ts";
import { findPoints, type Points } from "./points.ts";
import { because, isReason, type Reason } from "./reason.ts";
import { regionsOf } from "./regions/lower-statements.ts";
import { outermostLoops } from "./regions/outermost-loops.ts";
import type { Regions } from "./regions/regions.ts";
import type { ExclusiveUnit } from "./shared-state/exclusive-unit.ts";
import { type EntryPoint, entryPointOf } from "./starts/entry-point.ts";
import { problemOfSuper } from "./super-properties.ts";
import { type Locals, localsOf } from "./variables/locals.ts";

export interface PlainForm {
  readonly points: Points;
  readonly regions: Regions;
  readonly locals: Locals;
  readonly entryPoint: EntryPoint | undefined;
  /**
   * Whether there are two bodies: one that starts, straight code close to the original, and one that goes on. Worth its length
   * where the function calls others or has loops: where its variables may come from the start or from a frame, an engine knows less.
   */
  readonly isSplit: boolean;
  /** The loops at whose heads the body that goes on may return to the one that starts: see regions/outermost-loops.ts. */
  readonly outermost: ReadonlySet<ts.IterationStatement>;
  /** Whether one of them has others in it, or calls: then it does. */
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
  if (isGenerator(node)) return because("generator");
  if (walksGenerator(node, callees)) return because("walks_generator");
  // The preemptable functions inside are emitted once, so that they see the variables of the plain body.
  const inner = functionsInside(node, kept);
  const isDeclared = (n: ts.Node) => ts.isFunctionDeclaration(n) && n.parent === node.body;
  const declared = new Set<ts.Node>(inner.filter(isDeclared));
  const own = inner.filter((n) => !isInOne(n, declared, node));
  const unfitInside = first(own, (n) => (isDeclared(n) ? undefined : problemOfInner(n, kept)));
  if (unfitInside !== undefined) return unfitInside;
  if (facts.usesArguments) return because("uses_arguments");
  // That of a constructor is in a box.
  if (facts.usesNewTarget && !ts.isConstructorDeclaration(node)) return because("uses_new_target");
  if (facts.directEval) return because("uses_eval");
  if (facts.hasUsing) return because("uses_using");
  if (facts.showsCallee) return because("uses_arguments");
  if (ts.isArrowFunction(node) && facts.usesThis && isInDerivedConstructor(node)) return because("this_may_be_missing");
  if (ts.isConstructorDeclaration(node) && returnsTooEarly(node)) return because("constructor_returns");
  if (leavesThroughTry(node)) return because("jump_through_try");
  const unfit = problemOfParameters(node, scopes);
  if (unfit !== undefined) return unfit;
  const isPartOfRound = (loop: ts.IterationStatement) => isLightWalk(loop, scopes) || isShortLoop(loop, node, scopes);
  const points = findPoints(node, callees, (loop) => hasNests && isPartOfRound(loop));
  const unfitSuper = facts.usesSuper ? problemOfSuper(node, { points, callees, kept }) : undefined;
  if (unfitSuper !== undefined) return unfitSuper;
  const body = node.body as ts.ConciseBody;
  if (nestingOf(body, points) > mostNested) return because("nested_too_deep");
  const regions = regionsOf(node, points, callees);
  if (isReason(regions)) return regions;
  const locals = localsOf(node, scopes, points, regions);
  if (locals.problem !== undefined) return locals.problem;
  const { hoisted, vars, parameters } = locals;
  if (hoisted.length + vars.length + parameters.length > mostVariables) return because("too_many_variables");
  // Functions made again and again would make both again and again.
  const isMadeOnce = inner.length === 0 && isLasting(node) && !(ts.isArrowFunction(node) && facts.usesThis);
  const outermost = outermostLoops(regions).map((loop) => loop.node);
  const entryPoint = entryPointOf(node, points, callees, exclusive?.holding.has(node) === true);
  return {
    points,
    regions,
    locals,
    // What stands around the body would be made once more.
    entryPoint: locals.isSurrounded ? entryPoint && { ...entryPoint, isFirst: false, isOnly: false } : entryPoint,
    outermost: new Set(outermost),
    isReturned: outermost.some((loop) => leafOf(loop, points, scopes) === undefined),
    isSplit:
      isMadeOnce && !locals.isSurrounded && entryPoint?.isOnly !== true && (facts.hasLoop || entryPoint !== undefined),
  };
}

/** What keeps a preemptable function from standing inside, among the expressions. */
function problemOfInner(node: Preemptable, kept: ReadonlyMap<Preemptable, Candidate>): Reason | undefined {
  const isValue = ts.isArrowFunction(node) || ts.isFunctionExpression(node);
  if (!isValue && (ts.isAccessor(node) || !ts.isObjectLiteralExpression(node.parent))) return because("method_inside");
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

function first<T>(items: readonly T[], find: (item: T) => Reason | undefined): Reason | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * How many variables a function may have. Each place where it is suspended names all of them, so that the output grows with the square,
 * and an engine takes no more than 65,535 arguments.
 */
export const mostVariables = 4000;

/**
 * How many branches, loops and `switch` statements with points may stand in each other. A chain of `else if` is such a nest. The ways
 * back into them are switches in switches, so that the output grows with the square of the depth, and with the cube in loops, of which
 * a body that resumes has two copies: 100 `if` statements in each other make 0.7 MB, 100 loops 24 MB in half a minute, and at 200
 * TypeScript's printer runs out of stack.
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
