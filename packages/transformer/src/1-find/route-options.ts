/** Fastify's way to say something of a route: `{ config: { preempt: { class: "bulk" } }, handler() { … } }`. */
import ts from "typescript";
import { unwrap } from "../2-analyze/nodes.ts";

type Member = ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration;

/** The member of this name. */
export function memberOf(object: ts.ObjectLiteralExpression, name: string): Member | undefined {
  return object.properties.find((member): member is Member => {
    if (ts.isSpreadAssignment(member) || ts.isAccessor(member)) return false;
    return (ts.isIdentifier(member.name) || ts.isStringLiteralLike(member.name)) && member.name.text === name;
  });
}

/** The value of `config.preempt`, if `object` has one. */
export function routeOptionsIn(object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  const config = memberOf(object, "config");
  const written = config !== undefined && ts.isPropertyAssignment(config) ? unwrap(config.initializer) : undefined;
  if (written === undefined || !ts.isObjectLiteralExpression(written)) return undefined;
  const preempt = memberOf(written, "preempt");
  if (preempt === undefined || ts.isMethodDeclaration(preempt)) return undefined;
  return ts.isShorthandPropertyAssignment(preempt) ? preempt.name : preempt.initializer;
}
