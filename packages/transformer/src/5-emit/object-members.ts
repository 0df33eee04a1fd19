/** Object literals: which properties, and which methods, need more than a rewrite of their own. See objects.ts. */
import * as ts from "typescript";
import { inferredName } from "../1-resolve/inferred-name.ts";

import { isAsync, isGenerator, type Method, staticName, unwrap } from "../syntax/nodes.ts";

import * as js from "./shared/build.ts";
import type { Unit } from "./shared/unit.ts";

/** Whether the property's function takes its name from a computed key. */
export function namesByKey(unit: Unit, node: ts.PropertyAssignment): boolean {
  const value = unwrap(node.initializer);
  return (
    (ts.isFunctionExpression(value) || ts.isArrowFunction(value)) &&
    unit.kept.has(value) &&
    inferredName(value) === undefined
  );
}

/** Attaches the bodies of the accessors of `original`, and those that stand beside its methods that use `super`. */
export function attachOwnMethods(
  unit: Unit,
  original: ts.ObjectLiteralExpression,
  visited: ts.Expression,
): ts.Expression {
  let object = visited;
  for (const p of original.properties) {
    if (ts.isAccessor(p) && unit.kept.has(p)) object = attachAccessor(unit, p, object);
    if (!ts.isMethodDeclaration(p) || !unit.kept.get(p)?.facts.usesSuper) continue;
    object = unit.callRuntime("attachOwn", [object, keyOf(p.name), bodyKeyOf(unit, p), kindOf(unit, p)]);
  }
  return object;
}

/** `$attachAccessor({ get total() { … } }, "total", "get", function total$resumable($depth, $this) { … }, true)` */
function attachAccessor(unit: Unit, node: ts.AccessorDeclaration, object: ts.Expression): ts.Expression {
  const besides = unit.kept.get(node)?.facts.usesSuper;
  const body = besides ? bodyKeyOf(unit, node) : unit.bodyOf(node);
  return attachedAccessor(unit, node, object, keyOf(node.name), body);
}

export function attachedAccessor(
  unit: Unit,
  node: ts.AccessorDeclaration,
  owner: ts.Expression,
  key: ts.Expression,
  body: ts.Expression,
): ts.Expression {
  const kind = js.text(ts.isGetAccessor(node) ? "get" : "set");
  return unit.callRuntime("attachAccessor", [owner, key, kind, body, js.truth(unit.isPlain(node))]);
}

/** What a method's body is attached by: whether it is async, or the function that does it. */
export function kindOf(unit: Unit, method: ts.MethodDeclaration): ts.Expression {
  if (!isGenerator(method)) return js.truth(isAsync(method));
  return unit.runtime(isAsync(method) ? "attachAsyncGenerator" : "attachGenerator");
}

function keyOf(name: ts.PropertyName): ts.Expression {
  const text = staticName(name);
  return text === undefined ? (name as ts.ComputedPropertyName).expression : js.text(text);
}

/** The key of the body that stands beside the method; methods of one literal have different names. */
export function bodyKeyOf(unit: Unit, method: Method): ts.Expression {
  const kind = ts.isAccessor(method) ? (ts.isGetAccessor(method) ? "$get" : "$set") : "";
  return unit.callRuntime("bodyKey", [js.text(`${staticName(method.name) ?? "symbol"}${kind}$resumable`)]);
}
