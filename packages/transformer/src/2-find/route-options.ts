/** Fastify's way to say something of a route: `{ config: { preempt: { class: "bulk" } }, handler() { … } }`. */
import * as ts from "typescript";
import { unwrap } from "../syntax/nodes.ts";

type Member = ts.PropertyAssignment | ts.ShorthandPropertyAssignment | ts.MethodDeclaration;

/** The member of this name. */
export function memberOf(object: ts.ObjectLiteralExpression, name: string): Member | undefined {
  return object.properties.find((member): member is Member => {
    if (ts.isSpreadAssignment(member) || ts.isAccessor(member)) return false;
    return (ts.isIdentifier(member.name) || ts.isStringLiteralLike(member.name)) && member.name.text === name;
  });
}

export function isRouteOptions(object: ts.ObjectLiteralExpression | undefined): boolean {
  const config = object && memberOf(object, "config");
  const written = config !== undefined && ts.isPropertyAssignment(config) ? unwrap(config.initializer) : undefined;
  return written !== undefined && ts.isObjectLiteralExpression(written) && memberOf(written, "preempt") !== undefined;
}
