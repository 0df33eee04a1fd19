/**
 * `super` in plain bodies. Those stand outside of the method: what they need of `super` is read by small methods of the class (see
 * 5-emit/shared/super-readers.ts), each of one property. This is where that does, and what keeps a method from it elsewhere.
 */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { isMember, type Member } from "../1-resolve/target.ts";
import { isAssigned } from "../syntax/assignments.ts";
import { hasOwnThis, isMethod, isSuperCall, outward, type Preemptable, staticName, unwrap } from "../syntax/nodes.ts";
import { isPointCall, type Points } from "./points.ts";
import { because, type Reason } from "./reason.ts";
import { isShownInErrors } from "./variables/shown-names.ts";

/** `super.x`, `super[x]` */
export type SuperProperty = Member & { readonly expression: ts.SuperExpression };

export function isSuperProperty(node: ts.Node): node is SuperProperty {
  return isMember(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** `super.x.y`: a property of one of `super`, or one of that, and so on. */
export function isBehindSuper(node: ts.Node): node is ts.PropertyAccessExpression {
  return ts.isPropertyAccessExpression(node) && !ts.isOptionalChain(node) && beginsWithSuper(node.expression);
}

function beginsWithSuper(node: ts.Expression): boolean {
  const e = unwrap(node);
  return isSuperProperty(e) || (isMember(e) && beginsWithSuper(e.expression));
}

/** The key of such a property, if it is written out. */
export function superKey(property: SuperProperty): string | undefined {
  if (ts.isPropertyAccessExpression(property)) return property.name.text;
  const key = unwrap(property.argumentExpression);
  return ts.isLiteralExpression(key) ? staticName(key) : undefined;
}

/** Why the plain body of `f`, which uses `super`, could not; undefined if it can. */
export function problemOfSuper(
  f: Preemptable,
  { points, callees, kept }: { points: Points; callees: Callees; kept: ReadonlyMap<Preemptable, unknown> },
): Reason | undefined {
  const isOfClass = (isMethod(f) || ts.isConstructorDeclaration(f)) && ts.isClassLike(f.parent);
  if (!isOfClass) return because("super_outside_class");
  if (f.name !== undefined && ts.isPrivateIdentifier(f.name)) return because("super_in_private_method");
  return inChildren(f, false);

  function inChildren(node: ts.Node, isInside: boolean): Reason | undefined {
    return ts.forEachChild(node, (child) => {
      // The key and the decorators of a function inside belong to the code around it, those of the method itself do not.
      const isOutside = ts.isComputedPropertyName(child) || ts.isDecorator(child);
      const isLexical = node === f ? !isOutside : isOutside || !hasOwnThis(node);
      return isLexical ? visit(child, isInside) : undefined;
    });
  }

  function visit(node: ts.Node, isInside: boolean): Reason | undefined {
    if (node.kind === ts.SyntaxKind.SuperKeyword && isInside) return because("super_in_function_inside");
    if (node.kind === ts.SyntaxKind.SuperKeyword) return problemOfProperty(node.parent);
    return inChildren(node, isInside || kept.has(node as Preemptable));
  }

  function problemOfProperty(node: ts.Node): Reason | undefined {
    // The check has looked where that stands.
    if (isSuperCall(node) && ts.isConstructorDeclaration(f)) return undefined;
    if (!isSuperProperty(node)) return because("super_alone");
    if (superKey(node) === undefined) return because("super_with_computed_key");
    const whole = outward(node);
    const { parent } = whole;
    if (isAssigned(node) || ts.isDeleteExpression(parent)) return because("super_assigned");
    if (!ts.isCallExpression(parent) || parent.expression !== whole) return isShown(node) ? shown : undefined;
    if (whole !== node || parent.questionDotToken !== undefined) return because("super_call_of_engine");
    if (isPointCall(parent, callees) && points.has(parent)) return undefined;
    const isSpreadEarly = !points.has(parent) && parent.arguments.slice(0, -1).some(ts.isSpreadElement);
    return isSpreadEarly || isShown(parent) ? shown : undefined;
  }

  function isShown(node: ts.Node): boolean {
    return isShownInErrors(node, (call) => points.has(call));
  }
}

/** In the words for what is called, constructed, walked or taken apart. */
const shown = because("super_in_errors");
