/**
 * Parameters of functions with plain bodies. What is called again must not run patterns and default values again, so those
 * become the body's first statements: as far as they do and say the same there.
 */
import ts from "typescript";
import { isToken, type Preemptable, unwrap } from "./nodes.ts";
import { isReference, type Scopes } from "./scopes.ts";

/** What keeps the parameters from that, as the end of "…, because". */
export function problemOfParameters(f: Preemptable, scopes: Scopes): string | undefined {
  const isSimple = f.parameters.every(isHarmless);
  for (const p of f.parameters) {
    if (!isSimple && isDeclaredAgain(p.name, p, scopes)) return "a variable has the name of a parameter";
    if (p.initializer === undefined && ts.isIdentifier(p.name)) continue;
    if (p.dotDotDotToken !== undefined || ts.isArrayBindingPattern(p.name)) return "a parameter is a list pattern";
    if (ts.isObjectBindingPattern(p.name) && !isFlat(p.name)) return "a parameter is a pattern of patterns";
    if (hasFunction(p)) return "a parameter's default value is a function";
    if (usesLater(p, scopes)) return "a parameter may be used before it has a value";
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

function isFlat(pattern: ts.ObjectBindingPattern): boolean {
  const [first] = pattern.elements;
  // An engine names the first property where there is nothing to take it from.
  if (first === undefined || first.dotDotDotToken !== undefined) return false;
  return pattern.elements.every(
    (e) => ts.isIdentifier(e.name) && (e.propertyName === undefined || ts.isIdentifier(e.propertyName)),
  );
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

function hasFunction(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return true;
  return !isToken(node) && (ts.forEachChild(node, (child) => hasFunction(child) || undefined) ?? false);
}

/** Whether a default value mentions a parameter that is declared no earlier. */
function usesLater(p: ts.ParameterDeclaration, scopes: Scopes): boolean {
  let found = false;
  visit(p);
  return found;

  function visit(node: ts.Node): void {
    if (ts.isIdentifier(node) && isReference(node)) {
      const declaration = scopes.resolve(node)?.declarations[0];
      if (declaration !== undefined && isParameter(declaration) && declaration.end > node.pos) found = true;
    }
    if (!ts.isTypeNode(node)) ts.forEachChild(node, visit);
  }
}

function isParameter(declaration: ts.Node): boolean {
  let n = declaration;
  while (ts.isBindingElement(n) || ts.isObjectBindingPattern(n) || ts.isArrayBindingPattern(n)) n = n.parent;
  return ts.isParameter(n);
}
