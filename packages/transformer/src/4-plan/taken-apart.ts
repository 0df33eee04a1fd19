/**
 * Patterns that are taken apart step by step, each of which may be suspended: those that take what a preemptable generator gives, and
 * those of objects in which a key may be a preemptable getter's. The engine still binds the names, one after the other, and evaluates
 * the default values: see 5-emit/generator/patterns.ts. What an engine would tell in other words then stays the engine's:
 *
 *   { total, rows: [row] }    a list without a default value, of which V8 names what stands around it
 *   { rows: {} = {}, total }  where there is nothing to take apart, V8 names the default value
 */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { isAssigned } from "../syntax/assignments.ts";
import { calleeText } from "../syntax/callee-text.ts";
import { isUsingList, isWalk, staticName, unwrap } from "../syntax/nodes.ts";
import {
  isListPattern,
  isObjectPattern,
  mentionsAny,
  namesIn,
  type ObjectPattern,
  type PatternPart,
  partsOf,
} from "../syntax/patterns.ts";

/** What of the callees decides it. */
export type Steps = Pick<Callees, "mayBeGetter" | "givesGenerator" | "isGivenGenerator">;

/** Keys: of an object. Values: of a generator. */
export type TakenApart = "keys" | "values";

/**
 * How the declaration or assignment takes its value apart, if it does so step by step; undefined for any other node. The head of a loop
 * declares what takes each value apart. For parameters, see moved-parameters.ts.
 */
export function takenApart(node: ts.Node, callees: Steps): TakenApart | undefined {
  const taking = takingOf(node);
  if (taking === undefined || !hasNames(taking.pattern)) return undefined;
  const { pattern, source } = taking;
  if (isObjectPattern(pattern))
    return readsGetter(pattern, callees) && isTold(pattern, source, callees) ? "keys" : undefined;
  return !isWalk(source) && !ts.isParameter(source) && callees.givesGenerator(source) ? "values" : undefined;
}

/** Whether the parameter is a pattern that reads a getter, or takes apart a generator. */
export function parameterReads(parameter: ts.ParameterDeclaration, callees: Steps): boolean {
  const { name, dotDotDotToken } = parameter;
  if (dotDotDotToken !== undefined) return false;
  return isListPattern(name) ? callees.isGivenGenerator(parameter) : readsGetter(name, callees);
}

/** Whether an engine says the same of what cannot be taken apart. */
export function isTold(pattern: ObjectPattern, source: Source, callees: Steps): boolean {
  return isToldAlike(pattern, callees) && wordsOf(pattern, source) !== undefined;
}

/** Whether the object pattern, or one inside of it, has a key that may be a preemptable getter's. */
export function readsGetter(pattern: ts.Node, callees: Steps): pattern is ObjectPattern {
  if (!isObjectPattern(pattern)) return false;
  return partsOf(pattern).some(({ key, target }) => {
    const name = key && staticName(key);
    return (name !== undefined && callees.mayBeGetter(name)) || (target !== undefined && readsGetter(target, callees));
  });
}

/** Whether the node takes something apart, by whatever steps. */
export function isTaking(node: ts.Node): boolean {
  return takingOf(node) !== undefined;
}

/** What is taken apart: a value, the values that a loop walks, or what a parameter is given. */
export type Source = ts.Expression | ts.ForOfStatement | ts.ParameterDeclaration;

interface Taking {
  readonly pattern: ts.Node;
  readonly source: Source;
}

function takingOf(node: ts.Node): Taking | undefined {
  if (ts.isVariableDeclaration(node)) {
    const { name, initializer, parent } = node;
    if (ts.isIdentifier(name) || isUsingList(parent)) return undefined;
    const source =
      initializer ?? (ts.isForOfStatement(parent.parent) && !isHidden(name, parent.parent) ? parent.parent : undefined);
    return source && { pattern: name, source };
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const { left, right } = node;
  // In a pattern it is a place with a default value.
  return (isObjectPattern(left) || isListPattern(left)) && !isAssigned(node)
    ? { pattern: left, source: right }
    : undefined;
}

/** Whether what the loop walks mentions a name of the pattern, which has no value there. */
function isHidden(pattern: ts.BindingPattern, { expression }: ts.ForOfStatement): boolean {
  return mentionsAny(expression, namesIn(pattern));
}

/** Whether what is assigned are names: of `o.x` the object is evaluated before the value is taken. */
function hasNames(pattern: ts.Node): boolean {
  if (ts.isObjectBindingPattern(pattern) || ts.isArrayBindingPattern(pattern)) return true;
  if (!isObjectPattern(pattern) && !isListPattern(pattern)) return true;
  return partsOf(pattern).every(({ target }) => {
    if (target === undefined || ts.isIdentifier(target)) return true;
    return (isObjectPattern(target) || isListPattern(target)) && hasNames(target);
  });
}

/** Whether an engine says the same of what cannot be taken apart inside. */
function isToldAlike(pattern: ObjectPattern, callees: Steps): boolean {
  return partsOf(pattern).every(({ isRest, target, initializer }) => {
    if (isRest || target === undefined || ts.isIdentifier(target)) return true;
    if (!isObjectPattern(target)) return !isListPattern(target) || initializer !== undefined;
    const [first] = partsOf(target);
    if (!readsGetter(target, callees)) return initializer !== undefined || (first !== undefined && !isComputed(first));
    // What is read first of nothing is told as it is of a variable.
    const isRead = first !== undefined && !isComputed(first) && !isDefaultTold(first);
    return isRead && (initializer === undefined || first.initializer !== undefined) && isToldAlike(target, callees);
  });
}

function isComputed({ key }: PatternPart): boolean {
  return key !== undefined && ts.isComputedPropertyName(key);
}

/** Whether V8 names the default value where there is nothing to take the object apart from. */
function isDefaultTold({ target, initializer }: PatternPart): boolean {
  return initializer !== undefined && target !== undefined && !ts.isIdentifier(target);
}

/**
 * How an engine is made to tell that there is nothing to take apart, in the words for the source. Read: by reading the first key, of
 * which it tells alone. Never: the source is always an object.
 */
export type SourceWords = "never" | "read" | "itself" | "chain" | "unnamed" | "three unnamed" | "parameter" | "round";

export function wordsOf(pattern: ObjectPattern, source: Source): SourceWords | undefined {
  const [first] = partsOf(pattern);
  if (first === undefined || isDefaultTold(first)) return undefined;
  if (first.initializer !== undefined && !isComputed(first)) return "read";
  if (ts.isParameter(source)) return "parameter";
  if (ts.isForOfStatement(source)) return "round";
  const e = unwrap(source);
  if (ts.isObjectLiteralExpression(e) || ts.isNewExpression(e) || ts.isArrayLiteralExpression(e)) return "never";
  if (e.kind === ts.SyntaxKind.ThisKeyword) return "itself";
  if (ts.isIdentifier(e) || chainOf(e) !== undefined) return "chain";
  const text = calleeText(e);
  if (text === unnamed) return "unnamed";
  return text === unnamed.repeat(3) ? "three unnamed" : undefined;
}

const unnamed = "(intermediate value)";

/** A variable or `this`, and its members and calls: `o.rows(1).first` as `o`, `rows`, a call, and `first`. */
export interface Chain {
  readonly base: ts.Identifier | ts.ThisExpression;
  /** The names of members; undefined for a call. */
  readonly links: readonly (string | undefined)[];
}

export function chainOf(e: ts.Expression): Chain | undefined {
  const inner = unwrap(e);
  // Nothing else may have these names in strict code.
  if (ts.isIdentifier(inner) && (inner.text === "arguments" || inner.text === "eval")) return undefined;
  if (ts.isIdentifier(inner) || inner.kind === ts.SyntaxKind.ThisKeyword)
    return { base: inner as ts.Identifier | ts.ThisExpression, links: [] };
  if (ts.isOptionalChain(inner)) return undefined;
  const isCall = ts.isCallExpression(inner);
  if (!isCall && !(ts.isPropertyAccessExpression(inner) && ts.isIdentifier(inner.name))) return undefined;
  const before = chainOf(inner.expression);
  const link = ts.isPropertyAccessExpression(inner) ? inner.name.text : undefined;
  return before && { base: before.base, links: [...before.links, link] };
}
