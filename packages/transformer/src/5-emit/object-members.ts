/** Object literals: which properties, and which methods, need more than a rewrite of their own. See objects.ts. */
import ts from "typescript";
import { inferredName } from "../1-resolve/inferred-name.ts";
import { isAsync, isGenerator, staticName, unwrap } from "../syntax/nodes.ts";
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

/** Attaches the bodies that stand beside the methods of `original` that use `super`. */
export function attachOwnMethods(
  unit: Unit,
  original: ts.ObjectLiteralExpression,
  visited: ts.Expression,
): ts.Expression {
  let object = visited;
  for (const p of original.properties) {
    if (!ts.isMethodDeclaration(p) || !unit.kept.get(p)?.facts.usesSuper) continue;
    object = unit.callRuntime("attachOwn", [object, keyOf(p.name), bodyKeyOf(unit, p), kindOf(unit, p)]);
  }
  return object;
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
export function bodyKeyOf(unit: Unit, method: ts.MethodDeclaration): ts.Expression {
  return unit.callRuntime("bodyKey", [js.text(`${staticName(method.name) ?? "symbol"}$resumable`)]);
}
