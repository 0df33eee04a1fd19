/**
 * Where the code that a rewrite makes stands in the source, so that stack traces and breakpoints lead there.
 *
 * An engine reports a call at the name before its parenthesis (`m` in `o.m(a)`), else at the parenthesis. What is
 * called in its place has to be mapped to exactly that position.
 */
import * as ts from "typescript";
import { privateMember } from "../../1-resolve/target.ts";
import type { SuperProperty } from "../../4-plan/super-properties.ts";
import { type Call, isCall, isImportCall, type Preemptable } from "../../syntax/nodes.ts";
import { templateOf } from "../../syntax/template-calls.ts";
import type { Unit } from "./unit.ts";

/** The position that a stack trace gives for `call`. */
export function callPosition(call: Call): number {
  if (ts.isNewExpression(call)) return call.getStart();
  // A tagged template is reported at its template.
  const tagged = templateOf(call);
  if (tagged !== undefined) return tagged.template.getStart();
  if (call.questionDotToken !== undefined) return call.questionDotToken.end;
  const callee = withoutTypes(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && !isReservedWord(name) ? name.getStart() : callee.end;
}

/** The position that a stack trace gives for what the value of `node` is asked. */
export function valuePosition(node: ts.Expression): number {
  const value = withoutTypes(node);
  return isCall(value) ? callPosition(value) : value.getStart();
}

/** The position that a stack trace gives for the iterator that a loop asks the value of `node` for. */
export function walkedPosition(node: ts.Expression): number {
  const value = withoutTypes(node);
  if (ts.isPropertyAccessExpression(value)) return value.name.getStart();
  return ts.isElementAccessExpression(value) ? value.expression.end : valuePosition(value);
}

/** Maps `node`, which the original has not, to one position. */
export function placedAt<T extends ts.Node>(node: T, pos: number): T {
  return ts.setSourceMapRange(node, { pos, end: pos });
}

/** Where what the value of `node` does is reported while it is asked for something. */
export function rangeAt(node: ts.Expression): ts.SourceMapRange {
  return { pos: valuePosition(node), end: node.end };
}

/** The same where it is asked by what stands before it. */
export function pointAt(node: ts.Expression): ts.SourceMapRange {
  const pos = valuePosition(node);
  return { pos, end: pos };
}

/** The variable of the loop, where a stack trace sees the iterator asked for its next value. */
export function stepPosition(initializer: ts.ForInitializer): number {
  const variable = ts.isVariableDeclarationList(initializer) ? initializer.declarations[0]?.name : initializer;
  return (variable ?? initializer).getStart();
}

/** Makes `made` stand for `call`: a frame in it, or in what is made of its value, is reported where the original's is. */
export function atCall<T extends ts.Node>(made: T, call: Call): T {
  return ts.setSourceMapRange(made, { pos: callPosition(call), end: call.end });
}

/** As {@link atCall} for a part of what stands for `call`: nothing of the rest is reported behind the call. */
export function insideCall<T extends ts.Node>(made: T, call: Call): T {
  const pos = callPosition(call);
  return ts.setSourceMapRange(made, { pos, end: pos });
}

/** For the callee `made` of `made(a)`, where the engine reports the parenthesis. */
export function calledAt<T extends ts.Node>(made: T, call: Call): T {
  const pos = call.expression.getStart();
  return ts.setSourceMapRange(made, { pos, end: Math.max(pos, callPosition(call)) });
}

/** `made` with the place of `original`; `made` itself, which may be a name used elsewhere, is left alone. */
export function standsFor(unit: Unit, made: ts.Expression, original: ts.Node): ts.Expression {
  if (ts.getSourceMapRange(made).pos >= 0) return made;
  const located = unit.f.createPartiallyEmittedExpression(made);
  return ts.setSourceMapRange(located, { pos: original.getStart(), end: original.end });
}

/** `made` in the place of `original`, whose values are asked for: see {@link valuePosition}. */
export function askedAt(unit: Unit, made: ts.Expression, original: ts.Expression): ts.Expression {
  const located = unit.f.createPartiallyEmittedExpression(made);
  return ts.setSourceMapRange(located, rangeAt(original));
}

/** `base` of `base?.[k]`, which is reported at the bracket. */
export function behindPoint(unit: Unit, base: ts.Expression, node: ts.Expression): ts.Expression {
  if (!ts.isElementAccessExpression(node) || node.questionDotToken === undefined) return base;
  const located = unit.f.createPartiallyEmittedExpression(base);
  return ts.setSourceMapRange(located, { pos: ts.getSourceMapRange(base).pos, end: node.questionDotToken.end });
}

/**
 * The name in `MADE.name`, which stands for `node`. A failing access is reported at the name, but behind a call and
 * in an optional chain at the dot: there, a name of our own is mapped to the dot.
 */
export function memberName(unit: Unit, node: ts.PropertyAccessExpression): ts.MemberName {
  const attached = attachedName(unit, node.name);
  if (!isBehindCall(node)) return attached ? ts.setSourceMapRange(attached, node.name) : node.name;
  const { f } = unit;
  const name =
    attached ??
    (ts.isPrivateIdentifier(node.name)
      ? f.createPrivateIdentifier(node.name.text)
      : f.createIdentifier(node.name.text));
  return ts.setSourceMapRange(name, { pos: node.expression.end, end: node.name.end });
}

/** `#g$attached` for the name of a preemptable generator method. */
function attachedName(unit: Unit, name: ts.MemberName): ts.PrivateIdentifier | undefined {
  const member = ts.isPrivateIdentifier(name) ? privateMember(name) : undefined;
  const text = member && unit.attachedNames.get(member);
  return text === undefined ? undefined : unit.f.createPrivateIdentifier(text);
}

/** For a call in the place of `super.x`, which is reported at the name. */
export function superRange(property: SuperProperty): ts.SourceMapRange {
  const name = ts.isPropertyAccessExpression(property) ? property.name : property.argumentExpression;
  return { pos: name.getStart(), end: property.end };
}

/**
 * `made` for `super.x.y`, of which `super.x` has become a call: behind that a failing access is reported at the dot, and it was at the
 * name. The dot is mapped to that.
 */
export function behindSuper(made: ts.PropertyAccessExpression, node: ts.PropertyAccessExpression): ts.Expression {
  const { pos } = ts.getSourceMapRange(made.expression);
  ts.setSourceMapRange(made.expression, { pos, end: node.name.getStart() });
  return made;
}

/** The `*` of a resumable body, mapped to the name, so that its parenthesis is mapped to the original's. */
export function generatorToken(unit: Unit, node: Preemptable): ts.AsteriskToken {
  const token = unit.f.createToken(ts.SyntaxKind.AsteriskToken);
  return ts.setSourceMapRange(token, { pos: node.name?.getStart() ?? node.getStart(), end: openingOf(node) });
}

/** The parenthesis of the parameters, where an engine has a function begin; or of an arrow function its start. */
export function openingOf(node: Preemptable): number {
  return ts.isArrowFunction(node) ? node.getStart() : node.parameters.pos - 1;
}

function isBehindCall(node: ts.PropertyAccessExpression): boolean {
  if (ts.isOptionalChain(node)) return true;
  let base = withoutTypes(node.expression);
  while (
    ts.isPropertyAccessExpression(base) ||
    ts.isElementAccessExpression(base) ||
    ts.isTaggedTemplateExpression(base)
  ) {
    base = withoutTypes(ts.isTaggedTemplateExpression(base) ? base.tag : base.expression);
  }
  return ts.isCallExpression(base) && !isImportCall(base);
}

/** `return` in `o.return()`, which engines do not take for the name of a call. */
function isReservedWord(name: ts.Identifier): boolean {
  const kind = ts.identifierToKeywordKind(name);
  if (kind === undefined || kind === ts.SyntaxKind.SuperKeyword) return false;
  return kind >= ts.SyntaxKind.FirstReservedWord && kind <= ts.SyntaxKind.LastReservedWord;
}

/** `e as T`, `e!`, `e satisfies T`, `e<T>` and their parentheses, which leave no code. */
function withoutTypes(node: ts.Expression): ts.Expression {
  let inner = node;
  for (;;) {
    if (isTyped(inner)) inner = inner.expression;
    else if (ts.isParenthesizedExpression(inner) && isTyped(inner.expression)) inner = inner.expression;
    else return inner;
  }
}

function isTyped(
  node: ts.Expression,
): node is
  | ts.AsExpression
  | ts.NonNullExpression
  | ts.SatisfiesExpression
  | ts.TypeAssertion
  | ts.ExpressionWithTypeArguments {
  return (
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}
