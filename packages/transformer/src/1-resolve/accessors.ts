/**
 * Which reads and assignments may reach a preemptable accessor. Not each read of a property can ask: those do whose property has the
 * name of one. A private name says which accessor it is.
 */
import * as ts from "typescript";
import { memo } from "../shared/memo.ts";
import { type Access, type AccessorKind, accessCall, markAccess } from "../syntax/accesses.ts";
import { isAssigned, isAssignmentOperator } from "../syntax/assignments.ts";
import { isErased, outward, type Preemptable, staticName, unwrap } from "../syntax/nodes.ts";
import { isMember, type Member, memberName } from "./target.ts";

/** Preemptable accessors by their names. A private one begins with `#`. */
export type AccessorsByName = Readonly<Record<AccessorKind, ReadonlyMap<string, readonly Preemptable[]>>>;

export function accessorsByName(functions: Iterable<Preemptable>): AccessorsByName {
  const byName = { get: new Map<string, Preemptable[]>(), set: new Map<string, Preemptable[]>() };
  for (const f of functions) {
    const name = ts.isAccessor(f) ? staticName(f.name) : undefined;
    if (name !== undefined) memo(byName[ts.isGetAccessor(f) ? "get" : "set"], name, () => []).push(f);
  }
  return byName;
}

/** Names of preemptable accessors. */
export type AccessorNames = Readonly<Record<AccessorKind, { has(name: string): boolean; readonly size: number }>>;

/** Marks those in the bodies of `functions`, functions inside included, that have one of the names of the file or of other files. */
export function markAccesses(functions: Iterable<Preemptable>, ...ofFiles: readonly AccessorNames[]): void {
  const lists = ofFiles.flatMap(({ get, set }) => [get, set]).filter((names) => names.size > 0);
  if (lists.length === 0) return;
  for (const f of functions) if (f.body) visit(f.body);

  function visit(node: ts.Node): void {
    if (isErased(node) || ts.isEnumDeclaration(node) || accessCall(node) !== undefined) return;
    if (isMember(node)) markIf(node, node, "get");
    else if (ts.isBinaryExpression(node) && isAssignmentOperator(node.operatorToken.kind)) {
      const target = unwrap(node.left);
      const kind = node.operatorToken.kind === ts.SyntaxKind.EqualsToken ? "set" : "both";
      // In a pattern `o.total = x` is a place with a default value.
      if (isMember(target) && !isAssigned(node)) markIf(node, target, kind);
    } else if (isUpdate(node)) {
      const target = unwrap(node.operand);
      if (isMember(target)) markIf(node, target, "both");
    }
    ts.forEachChild(node, visit);
  }

  function markIf(node: ts.Expression, member: Member, kind: Access["kind"]): void {
    const name = memberName(member);
    if (name === undefined || member.expression.kind === ts.SyntaxKind.SuperKeyword) return;
    if (!lists.some((names) => names.has(name))) return;
    if (kind === "get" && !isRead(member)) return;
    markAccess(node, { kind, member, name });
  }
}

/** Whether the value is asked for, by other code than a call of it. */
function isRead(member: Member): boolean {
  if (isAssigned(member)) return false;
  const whole = outward(member);
  const { parent } = whole;
  if (ts.isDeleteExpression(parent) || ts.isJsxOpeningLikeElement(parent) || ts.isJsxClosingElement(parent))
    return false;
  // What ends an optional chain in parentheses gives a call its `this`.
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression !== whole;
  return !(ts.isTaggedTemplateExpression(parent) && parent.tag === whole);
}

/** `++x`, `x--` */
function isUpdate(node: ts.Node): node is ts.PrefixUnaryExpression | ts.PostfixUnaryExpression {
  if (ts.isPostfixUnaryExpression(node)) return true;
  if (!ts.isPrefixUnaryExpression(node)) return false;
  return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
}

/** The accessor that a private name means. */
export function privateAccessor({ member }: Access, kind: AccessorKind): ts.AccessorDeclaration | undefined {
  if (!ts.isPropertyAccessExpression(member) || !ts.isPrivateIdentifier(member.name)) return undefined;
  const { text } = member.name;
  const isIt = kind === "get" ? ts.isGetAccessor : ts.isSetAccessor;
  for (let node: ts.Node = member; node !== undefined; node = node.parent) {
    if (!ts.isClassLike(node)) continue;
    const named = node.members.filter((m) => m.name && ts.isPrivateIdentifier(m.name) && m.name.text === text);
    if (named.length > 0) return named.find(isIt) as ts.AccessorDeclaration | undefined;
  }
  return undefined;
}
