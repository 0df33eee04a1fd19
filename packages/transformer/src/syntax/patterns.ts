/** Patterns, of declarations and of assignments alike: `{ a, b: [c] = d }` after `const`, as a parameter, or left of `=`. */
import * as ts from "typescript";
import { unwrap } from "./nodes.ts";

export type ObjectPattern = ts.ObjectBindingPattern | ts.ObjectLiteralExpression;
export type ListPattern = ts.ArrayBindingPattern | ts.ArrayLiteralExpression;

/** What one key of an object pattern, or one place of a list pattern, says. */
export interface PatternPart {
  readonly node: ts.Node;
  /** Undefined in a list, and of `...rest`. */
  readonly key: ts.PropertyName | undefined;
  readonly isRest: boolean;
  /** A name, another pattern, or what else can be assigned. Undefined where a list leaves a value out. */
  readonly target: ts.Node | undefined;
  readonly initializer: ts.Expression | undefined;
}

export function isObjectPattern(node: ts.Node): node is ObjectPattern {
  return ts.isObjectBindingPattern(node) || ts.isObjectLiteralExpression(node);
}

export function isListPattern(node: ts.Node): node is ListPattern {
  return ts.isArrayBindingPattern(node) || ts.isArrayLiteralExpression(node);
}

export function partsOf(pattern: ObjectPattern | ListPattern): PatternPart[] {
  if (ts.isObjectLiteralExpression(pattern)) return pattern.properties.map(propertyPart);
  if (ts.isArrayLiteralExpression(pattern)) return pattern.elements.map(elementPart);
  return [...pattern.elements].map((node) => {
    if (!ts.isBindingElement(node)) return omitted(node);
    const isRest = node.dotDotDotToken !== undefined;
    const isKeyed = !isRest && ts.isObjectBindingPattern(pattern);
    const key = isKeyed ? (node.propertyName ?? (node.name as ts.Identifier)) : undefined;
    return { node, key, isRest, target: node.name, initializer: node.initializer };
  });
}

function omitted(node: ts.Node): PatternPart {
  return { node, key: undefined, isRest: false, target: undefined, initializer: undefined };
}

function propertyPart(node: ts.ObjectLiteralElementLike): PatternPart {
  if (ts.isSpreadAssignment(node))
    return { node, key: undefined, isRest: true, target: unwrap(node.expression), initializer: undefined };
  if (ts.isShorthandPropertyAssignment(node)) {
    const { name, objectAssignmentInitializer: initializer } = node;
    return { node, key: name, isRest: false, target: name, initializer };
  }
  const { name, initializer } = node as ts.PropertyAssignment;
  return { ...placePart(node, initializer), key: name };
}

function elementPart(node: ts.Expression): PatternPart {
  if (ts.isOmittedExpression(node)) return omitted(node);
  if (!ts.isSpreadElement(node)) return placePart(node, node);
  return { node, key: undefined, isRest: true, target: unwrap(node.expression), initializer: undefined };
}

/** `a` or `a = 1` */
function placePart(node: ts.Node, place: ts.Expression): PatternPart {
  const isDefault = ts.isBinaryExpression(place) && place.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return {
    node,
    key: undefined,
    isRest: false,
    target: unwrap(isDefault ? place.left : place),
    initializer: isDefault ? place.right : undefined,
  };
}

/** The names that the pattern declares. */
export function namesIn(name: ts.BindingName): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (node: ts.BindingName): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    else for (const element of node.elements) if (ts.isBindingElement(element)) add(element.name);
  };
  add(name);
  return names;
}

/** Whether one of the names stands somewhere in the node, whatever it means there. */
export function mentionsAny(node: ts.Node, names: ReadonlySet<string>): boolean {
  if (ts.isIdentifier(node)) return names.has(node.text);
  if (ts.isTypeNode(node)) return false;
  return ts.forEachChild(node, (child) => mentionsAny(child, names) || undefined) ?? false;
}
