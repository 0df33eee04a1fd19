/**
 * Parameters of functions with plain bodies. What is called again must not run patterns and default values again, so those
 * become the body's first statements: as far as they do and say the same there.
 */
import * as ts from "typescript";
import { isReference, type Scopes } from "../1-resolve/scopes.ts";
import { type Preemptable, unwrap } from "../syntax/nodes.ts";
import { because, type Reason } from "./reason.ts";

/** What keeps the parameters from that. */
export function problemOfParameters(f: Preemptable, scopes: Scopes): Reason | undefined {
  const isSimple = f.parameters.every(isHarmless);
  let isOtherTold = false;
  for (const p of f.parameters) {
    isOtherTold ||= p.initializer !== undefined && isToldForList(p.initializer);
    if (isOtherTold && ts.isArrayBindingPattern(p.name)) return because("list_behind_call");
    isOtherTold ||= isToldForList(p.name) || (p.initializer !== undefined && hasRest(p.name));
    if (!isSimple && isDeclaredAgain(p.name, p, scopes)) return because("variable_named_as_parameter");
    if (p.initializer === undefined && ts.isIdentifier(p.name)) continue;
    if (ts.isObjectBindingPattern(p.name) && !p.name.elements.every(isToldAlike))
      return because("pattern_inside_parameter");
    if (ts.isObjectBindingPattern(p.name) && isDefaultTold(p.name)) return because("parameter_begins_with_default");
    if (usesLater(p, scopes)) return because("parameter_used_early");
  }
  return undefined;
}

/** Whether evaluating the parameter again would do and give the same, to anybody who looks. */
export function isHarmless(p: ts.ParameterDeclaration): boolean {
  return ts.isIdentifier(p.name) && (p.initializer === undefined || isConstant(p.initializer));
}

/** An engine names the first property where there is nothing to take it from. */
export function hasNamedStart({ elements: [first] }: ts.ObjectBindingPattern): boolean {
  if (first === undefined) return true;
  const key = first.propertyName ?? first.name;
  return first.dotDotDotToken === undefined && ts.isIdentifier(key);
}

/** Whether the body declares a variable of that name: another one, which begins with the parameter's value. */
function isDeclaredAgain(name: ts.BindingName, declaration: ts.Node, scopes: Scopes): boolean {
  if (ts.isIdentifier(name)) return (scopes.declaredBy(declaration)?.declarations.length ?? 1) > 1;
  return name.elements.some((e) => ts.isBindingElement(e) && isDeclaredAgain(e.name, e, scopes));
}

/**
 * Whether an engine says the same of what cannot be taken apart there, wherever the pattern stands: deeper inside it always does,
 * but here, in an assignment, V8 names what is assigned where a list, or an object whose keys it does not know, finds nothing.
 */
export function isToldAlike({ name }: ts.BindingElement): boolean {
  if (ts.isIdentifier(name)) return true;
  const [first] = name.elements;
  if (ts.isArrayBindingPattern(name) || first === undefined || !ts.isBindingElement(first)) return false;
  return first.propertyName === undefined || !ts.isComputedPropertyName(first.propertyName);
}

/** Whether V8 tells of a default value inside where there is nothing to take the object apart from. */
export function isDefaultTold({ elements: [first] }: ts.ObjectBindingPattern): boolean {
  return first?.initializer !== undefined && !ts.isIdentifier(first.name);
}

/**
 * Whether V8 may tell of what stands there, a call for one, where a list behind it cannot be walked: it looks for the place among all
 * parameters.
 */
function isToldForList(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  if (ts.isCallOrNewExpression(node) || ts.isTaggedTemplateExpression(node)) return true;
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return true;
  return ts.forEachChild(node, (child) => isToldForList(child) || undefined) ?? false;
}

function hasRest(name: ts.BindingName): boolean {
  return !ts.isIdentifier(name) && name.elements.some((e) => ts.isBindingElement(e) && e.dotDotDotToken !== undefined);
}

function isConstant(e: ts.Expression): boolean {
  const inner = unwrap(e);
  if (ts.isPrefixUnaryExpression(inner)) return ts.isNumericLiteral(inner.operand);
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.length === 0;
  if (ts.isObjectLiteralExpression(inner)) return inner.properties.length === 0;
  return (
    ts.isStringLiteralLike(inner) ||
    ts.isNumericLiteral(inner) ||
    inner.kind === ts.SyntaxKind.NullKeyword ||
    inner.kind === ts.SyntaxKind.TrueKeyword ||
    inner.kind === ts.SyntaxKind.FalseKeyword ||
    (ts.isIdentifier(inner) && inner.text === "undefined")
  );
}

/** Whether a default value mentions a parameter that is declared no earlier. */
function usesLater(p: ts.ParameterDeclaration, scopes: Scopes): boolean {
  let found = false;
  visit(p);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && isReference(node)) {
      const declaration = scopes.resolve(node)?.declarations[0];
      if (declaration !== undefined && parameterOf(declaration) && declaration.end > node.pos) found = true;
    }
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  }
}

/** The parameter that the declaration is, or a part of. */
export function parameterOf(declaration: ts.Node): ts.ParameterDeclaration | undefined {
  let n = declaration;
  while (ts.isBindingElement(n) || ts.isObjectBindingPattern(n) || ts.isArrayBindingPattern(n)) n = n.parent;
  return ts.isParameter(n) ? n : undefined;
}
