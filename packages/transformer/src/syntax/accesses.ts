/**
 * Reads and assignments of properties that may be preemptable accessors, as the calls that they are. The phases see one call for each,
 * whose arguments are nodes of the source. They are marked once it is known which names such accessors have (1-resolve/accessors.ts).
 *
 *   o.total       ⇒   GET(o)
 *   o.total = x   ⇒   SET(o, x)
 *   o.total += x  ⇒   BOTH(o, x)
 */
import * as ts from "typescript";

export type AccessorKind = "get" | "set";

export interface Access {
  /** Both: `o.total += x`, `o.total++`, `o.total ||= x`. */
  readonly kind: AccessorKind | "both";
  readonly member: ts.PropertyAccessExpression | ts.ElementAccessExpression;
  readonly name: string;
}

const calls = new WeakMap<ts.Node, ts.CallExpression>();
const accesses = new WeakMap<ts.Node, Access>();

/** The access that such a call stands for. */
export function accessOf(call: ts.Node): Access | undefined {
  return accesses.get(call);
}

/** The call that a marked read or assignment is. */
export function accessCall(node: ts.Node): ts.CallExpression | undefined {
  return calls.get(node);
}

/** Marks `node`, a member that is read, or what assigns one. */
export function markAccess(node: ts.Expression, access: Access): void {
  if (calls.has(node)) return;
  const object = access.member.expression;
  const args = ts.isBinaryExpression(node) ? [object, node.right] : [object];
  const callee = ts.setTextRange(ts.factory.createIdentifier(access.kind), access.member);
  const call = ts.setTextRange(ts.factory.createCallExpression(callee, undefined, args), node);
  Object.assign(call, { parent: node, arguments: ts.factory.createNodeArray(args) });
  Object.assign(callee, { parent: call });
  accesses.set(call, access);
  calls.set(node, call);
}
