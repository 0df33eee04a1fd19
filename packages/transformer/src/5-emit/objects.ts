/**
 * Object literals with preemptable methods.
 *
 *   { m(a) { … } }        ⇒   { m: $attach({ m(a) { … } }.m, function* m$resumable(a) { … }) }
 *   { [k](a) { … } }      ⇒   { ...(($key) => ({ [$key]: $attach({ [$key](a) { … } }[$key], function* …) }))($propertyKey(k)) }
 *   { [k]: (a) => … }     ⇒   likewise: the function takes its name from the key
 *   { m() { super.m() } } ⇒   $attachOwn({ m() { super.m() }, *[$bodyKey("m$resumable")]() { … } }, "m", $bodyKey("m$resumable"), false)
 */
import * as ts from "typescript";
import { type Method, type Preemptable, staticName, unwrap } from "../syntax/nodes.ts";
import { entryBody, entryParameters } from "./entries.ts";
import {
  accessMember,
  attached,
  declareFunction,
  identifierLike,
  isEmittedOnce,
  originalOf,
  parameters,
  resumableExpression,
  rewriteFunctionValue,
} from "./functions.ts";
import { rewriteBody } from "./generator/body.ts";
import { withoutMoved } from "./generator/patterns.ts";
import { bodyKeyOf } from "./object-members.ts";
import { saysHit } from "./shared/accessor-sites.ts";
import * as js from "./shared/build.ts";
import { generatorToken, rangeAt } from "./shared/positions.ts";
import type { Unit } from "./shared/unit.ts";
import { removable, scoped } from "./shared/unused.ts";

/** A method of an object literal, as the property that holds it. */
export function rewriteObjectMethod(
  unit: Unit,
  node: ts.MethodDeclaration,
): ts.ObjectLiteralElementLike | ts.ObjectLiteralElementLike[] {
  const { f } = unit;
  if (unit.kept.get(node)?.facts.usesSuper) return [originalOf(unit, node), sibling(unit, node)];
  const { name } = node;
  if (!ts.isComputedPropertyName(name)) {
    // `__proto__: f` would set the prototype.
    const isProto = staticName(name) === "__proto__";
    const key = isProto ? f.createComputedPropertyName(js.text("__proto__")) : name;
    return ts.setTextRange(js.property(key, methodValue(unit, node, key)), node);
  }
  return withKeyOf(unit, name, (key) => {
    const named = f.createComputedPropertyName(key);
    return js.property(named, methodValue(unit, node, named));
  });
}

/** An accessor of an object literal: its body is attached to the whole, see object-members.ts, or stands beside it. */
export function rewriteObjectAccessor(
  unit: Unit,
  node: ts.AccessorDeclaration,
): ts.ObjectLiteralElementLike | ts.ObjectLiteralElementLike[] {
  const original = saysHit(unit, originalOf(unit, node));
  return unit.kept.get(node)?.facts.usesSuper ? [original, sibling(unit, node)] : original;
}

export function rewriteNamedProperty(unit: Unit, node: ts.PropertyAssignment): ts.ObjectLiteralElementLike {
  const { f } = unit;
  const value = unwrap(node.initializer) as ts.FunctionExpression | ts.ArrowFunction;
  return withKeyOf(unit, node.name as ts.ComputedPropertyName, (key) =>
    js.property(f.createComputedPropertyName(key), rewriteFunctionValue(unit, value, key)),
  );
}

function sibling(unit: Unit, node: Method): ts.MethodDeclaration {
  const { f } = unit;
  const made = f.createMethodDeclaration(
    undefined,
    generatorToken(unit, node),
    f.createComputedPropertyName(bodyKeyOf(unit, node)),
    undefined,
    undefined,
    withoutMoved(unit, node, parameters(unit, node)),
    undefined,
    rewriteBody(unit, node, (inner) => declareFunction(unit, inner)),
  );
  return ts.setSourceMapRange(made, node);
}

/** `...(($key) => ({ PROPERTY }))($propertyKey(k))`: both as a method or property of a literal would define it. */
function withKeyOf(
  unit: Unit,
  name: ts.ComputedPropertyName,
  property: (key: ts.Identifier) => ts.ObjectLiteralElementLike,
): ts.SpreadAssignment {
  const { f } = unit;
  const key = unit.freshName("$key");
  const object = js.parenthesized(f.createObjectLiteralExpression([property(key)], true));
  const scope = js.arrow([js.parameter(key)], object);
  const value = ts.setSourceMapRange(
    unit.callRuntime("propertyKey", [unit.keyExpression(name)]),
    rangeAt(name.expression),
  );
  return f.createSpreadAssignment(js.call(js.parenthesized(scope), value));
}

/** The method as a function value: taken from an object of its own, where the engine makes it and names it. */
function methodValue(unit: Unit, node: ts.MethodDeclaration, name: ts.PropertyName): ts.Expression {
  const { f } = unit;
  const access = (object: ts.Expression) => accessMember(js.parenthesized(object), name);
  const resumable = resumableExpression(unit, node);
  if (!isEmittedOnce(unit, node)) {
    const method = withMethodName(unit, originalOf(unit, node), name);
    const value = access(f.createObjectLiteralExpression([method], true));
    return removable(node, attached(unit, node, value, resumable, false));
  }
  const bodyName = unit.freshName(`${identifierLike(staticName(name) ?? "method")}$body`);
  const entry = f.updateMethodDeclaration(
    node,
    node.modifiers,
    undefined,
    name,
    undefined,
    undefined,
    entryParameters(unit, node),
    undefined,
    entryBody(unit, node, bodyName),
  );
  const value = access(js.object(entry));
  const statements = [js.constant(bodyName, resumable), js.returned(attached(unit, node, value, bodyName, false))];
  return scoped(node, js.lines(...statements));
}

function withMethodName<M extends Preemptable & ts.MethodDeclaration>(
  unit: Unit,
  node: M,
  name: ts.PropertyName,
): ts.MethodDeclaration {
  if (node.name === name) return node;
  return ts.visitEachChild(node, (child) => (child === node.name ? name : child), unit.context);
}
