/**
 * Bundlers leave out what nobody uses, if making it has no effect. Of a call they have to be told, here by `@__PURE__`:
 *
 *   const f = (a) => …   ⇒   const f = (() => $attach({ f: (a) => … }.f, function* f$resumable(a) { … }))()
 *
 * The mark stands before a call without arguments, as those of a call that is left out are looked at one by one, and some stay.
 * A function declaration is attached by a statement of its own, which stays.
 */
import * as ts from "typescript";
import { isStaticMember, outward, type Preemptable } from "../../syntax/nodes.ts";
import * as js from "./build.ts";

/** The value that `attach` makes of the function, to be left out where nobody uses it. */
export function removable(node: Preemptable, attach: ts.Expression): ts.Expression {
  return isMarked(node) ? scoped(node, attach) : attach;
}

/** `(() => { … })()` */
export function scoped(node: Preemptable, body: ts.ConciseBody): ts.Expression {
  const call = js.call(js.parenthesized(js.arrow([], body)));
  return isMarked(node) ? markPure(call) : call;
}

export function markPure<C extends ts.CallExpression>(call: C): C {
  return ts.addSyntheticLeadingComment(call, ts.SyntaxKind.MultiLineCommentTrivia, " @__PURE__ ", false);
}

/** Whether the function is made once, when the file is loaded, and the mark cannot be taken for one of a call around it, as in `function () {}.call()`. */
function isMarked(node: Preemptable): boolean {
  const value = ts.isMethodDeclaration(node) ? node : outward(node);
  const { parent } = value;
  const isValue =
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isExportAssignment(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isCallExpression(parent) && parent.expression !== value);
  return isValue && ts.findAncestor(parent, isRunLater) === undefined;
}

function isRunLater(node: ts.Node): boolean {
  if (ts.isPropertyDeclaration(node)) return !isStaticMember(node);
  return ts.isFunctionLike(node);
}
