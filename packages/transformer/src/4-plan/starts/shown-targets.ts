/**
 * What a call may reach, for all that its file shows: a function that its name can only mean, and for a method of `this` whatever the
 * file has by that name.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import { membersOf, type NamedMember } from "../../1-resolve/members.ts";
import { type FunctionNode, functionLiteral, isMember, type Member, memberName } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { type Call, unwrap } from "../../syntax/nodes.ts";
import { isSuperProperty } from "../super-properties.ts";

export type Shown = readonly FunctionNode[] | "anything";

/** @returns what tells of calls, none of which is surely plain */
export function shownTargets(callees: Callees): (call: Call) => Shown {
  const answers = new Map<Call, Shown>();
  return (call) => memo(answers, call, () => targetsOf(call));

  function targetsOf(call: Call): Shown {
    const told = callees.of(call, false);
    if (told.kind === "yes") return [told.target];
    const callee = unwrap(call.expression);
    if (ts.isNewExpression(call)) return "anything";
    if (!isMember(callee) || !isThis(callee.expression)) return "anything";
    return all(namedLike(callee).map(functionsOf));
  }
}

/** Those that the file has by that name. */
function namedLike(access: Member): readonly NamedMember[] {
  const name = memberName(access);
  return (name !== undefined && membersOf(access.getSourceFile()).get(name)) || [];
}

/** Those of `o.m`, too, in `o.n = o.m`. */
function functionsOf(member: NamedMember): Shown {
  const last = member.value && assigned(member.value);
  return last && isMember(last) ? all(namedLike(last).map(writtenIn)) : writtenIn(member);
}

/** Also in `o.n = o.m = function …`. */
function writtenIn({ function: f, value }: NamedMember): Shown {
  const literal = f ?? functionLiteral(value && assigned(value));
  return literal ? [literal] : "anything";
}

/** `this.m()`, `super.m()` */
export function isOfThis(call: Call): boolean {
  const callee = unwrap(call.expression);
  return isMember(callee) && (isThis(callee.expression) || isSuperProperty(callee));
}

function isThis(e: ts.Expression): boolean {
  return e.kind === ts.SyntaxKind.ThisKeyword;
}

/** What is assigned in the end. */
function assigned(value: ts.Expression): ts.Expression {
  const e = unwrap(value);
  const isAssignment = ts.isBinaryExpression(e) && e.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isAssignment ? assigned(e.right) : e;
}

/** Anything if there are none, too: then something is there that the file does not show. */
function all(lists: readonly Shown[]): Shown {
  const functions = lists.flatMap((list) => (list === "anything" ? [] : list));
  return functions.length > 0 && !lists.includes("anything") ? functions : "anything";
}
