/** The bodies of constructors. One that is a generator has no `super.m`. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import type { Candidate } from "../2-find/candidates.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { hasOwnThis } from "../syntax/nodes.ts";
import { plainFormOf } from "./plain-form.ts";
import { isReason, type Reason } from "./reason.ts";
import { isSuperProperty } from "./super-properties.ts";

/** Takes out the constructors that can have neither form of body. */
export function withoutBody(
  { scopes, kept }: CheckedFile,
  callees: Callees,
): { readonly candidate: Candidate; readonly reason: Reason }[] {
  const known = { scopes, callees, kept, hasNests: true, exclusive: undefined };
  const out: { readonly candidate: Candidate; readonly reason: Reason }[] = [];
  for (const candidate of [...kept.values()]) {
    if (!ts.isConstructorDeclaration(candidate.node)) continue;
    if (mayBeGenerator(candidate)) continue;
    const reason = plainFormOf(candidate, known);
    if (!isReason(reason)) continue;
    kept.delete(candidate.node);
    out.push({ candidate, reason });
  }
  return out;
}

/** Whether its body may be a generator. */
export function mayBeGenerator({ node }: Candidate): boolean {
  const visit = (child: ts.Node): boolean => {
    if (isSuperProperty(child)) return true;
    const isOutside = (part: ts.Node) => ts.isComputedPropertyName(part) || ts.isDecorator(part);
    const own = hasOwnThis(child) && child !== node;
    return ts.forEachChild(child, (part) => ((!own || isOutside(part)) && visit(part)) || undefined) ?? false;
  };
  return !visit(node);
}
