/** `const { a, b: [c = 1] } = e` as an assignment: `({ a, b: [c = 1] } = e)`. */
import * as ts from "typescript";
import { unwrap } from "../../syntax/nodes.ts";
import { namedAs } from "../shared/anonymous.ts";
import * as js from "../shared/build.ts";
import { rangeAt, standsFor } from "../shared/positions.ts";
import type { Unit } from "../shared/unit.ts";
import type { PlainFrame } from "./frame.ts";
import type { PlainCode } from "./plain-code.ts";

export function assignPattern(frame: PlainFrame, code: PlainCode, name: ts.BindingName): ts.Expression {
  const { f, scopes } = frame.unit;
  return target(name, undefined);

  function target(node: ts.BindingName, declaration: ts.Node | undefined): ts.Expression {
    if (ts.isIdentifier(node)) {
      const renamed = frame.variables.reference(scopes.declaredBy(declaration ?? node.parent));
      const place = renamed ?? js.word(node.text);
      // What is no part of a pattern has no place of its own: a step of an iterator has.
      return declaration === undefined ? place : standsFor(frame.unit, place, node);
    }
    if (ts.isArrayBindingPattern(node)) return ts.setTextRange(js.list(...node.elements.map(item)), node);
    return ts.setTextRange(js.object(...node.elements.map(property)), node);
  }

  function item(element: ts.ArrayBindingElement): ts.Expression {
    if (!ts.isBindingElement(element)) return element;
    const place = target(element.name, element);
    return element.dotDotDotToken
      ? ts.setTextRange(f.createSpreadElement(place), element)
      : withDefault(place, element);
  }

  function property(element: ts.BindingElement): ts.ObjectLiteralElementLike {
    const place = target(element.name, element);
    if (element.dotDotDotToken) return f.createSpreadAssignment(place);
    const key = element.propertyName ?? (element.name as ts.Identifier);
    const visited = ts.isComputedPropertyName(key) ? (ts.visitNode(key, code.visit) as ts.PropertyName) : key;
    return js.property(ts.isIdentifier(visited) ? js.word(visited.text) : visited, withDefault(place, element));
  }

  function withDefault(place: ts.Expression, element: ts.BindingElement): ts.Expression {
    const { initializer } = element;
    if (initializer === undefined) return place;
    return js.assign(place, namedAsDeclared(frame, element, code.expression(initializer)));
  }
}

/**
 * `[a, b] = $parts(x, "x is not iterable")` for `const [a, b] = x`: an engine says so of what cannot be walked where it is declared,
 * and in other words where it is assigned.
 */
export function toldAsDeclared(
  { unit }: PlainFrame,
  { name, initializer }: ts.VariableDeclaration,
  value: ts.Expression,
): ts.Expression {
  const source = initializer && unwrap(initializer);
  if (source === undefined || !ts.isIdentifier(source) || !ts.isArrayBindingPattern(name)) return value;
  const text = js.text(`${source.text} is not iterable`);
  return ts.setSourceMapRange(unit.callRuntime("parts", [value, text]), rangeAt(source));
}

/** `value` as the declaration gives it: a function is called as its variable was, also where that has another name now. */
export function namedAsDeclared(
  { unit, variables }: PlainFrame,
  declaration: ts.VariableDeclaration | ts.BindingElement,
  value: ts.Expression,
): ts.Expression {
  const isRenamed = variables.renamed(unit.scopes.declaredBy(declaration)) !== undefined;
  return isRenamed && ts.isIdentifier(declaration.name) ? namedAs(unit.f, declaration.name, value) : value;
}

/**
 * `if (value === undefined || value === null) REFUSED`: taking a property from nothing throws an error that tells of the
 * pattern, not of a variable. `refused` is given a pattern that has its first property, if its key is written out; with another
 * name, since its own may be none for a variable. Of a property that has a default value an engine says something else.
 */
export function refuseNothing(
  unit: Unit,
  value: ts.Expression,
  { elements: [first] }: ts.ObjectBindingPattern,
  refused: (pattern: ts.ObjectBindingPattern) => ts.Statement,
): ts.Statement {
  const { f } = unit;
  const isNothing = js.or(js.equal(value, js.nothing()), js.equal(value, f.createNull()));
  const key = first && keyOf(first);
  const initial = first?.initializer && js.number(0);
  const elements = key === undefined ? [] : [f.createBindingElement(undefined, key, unit.name("$first"), initial)];
  return js.when(isNothing, refused(f.createObjectBindingPattern(elements)));
}

/** The key that an engine names where there is nothing to take it from: one that is computed it does not know yet. */
function keyOf({ dotDotDotToken, propertyName, name }: ts.BindingElement): ts.PropertyName | undefined {
  const key = propertyName ?? name;
  if (dotDotDotToken !== undefined) return undefined;
  if (ts.isIdentifier(key)) return js.word(key.text);
  if (ts.isNumericLiteral(key)) return js.number(key.text);
  return ts.isStringLiteral(key) ? js.text(key.text) : undefined;
}
