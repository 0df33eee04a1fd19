/**
 * A preemptable async function is called where it runs as an ordinary one: nothing awaits the call directly, or what
 * awaits it is not preemptable itself.
 */
import ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { functionsAround } from "../../1-resolve/own-code.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { isAsync, isPreemptable, outward, unwrap } from "../../syntax/nodes.ts";
import { find, isKeptAsync, type View } from "./view.ts";

export function findAwaitsOutside(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  visit(view.sourceFile);
  return findings;

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) look(node);
    ts.forEachChild(node, visit);
  }

  function look(call: ts.CallExpression): void {
    const [caller] = functionsAround(call);
    if (caller === undefined || !isPreemptable(caller)) return;
    const standing = view.standingOf(caller);
    if (view.kept.get(caller)?.why === "all") return;
    const why =
      standing === "kept" && !isAwaited(call)
        ? "nothing awaits the call directly"
        : standing === "plain" && isAsync(caller) && caller.name !== undefined && isOperandOfAwait(call)
          ? `${displayName(caller)}, which awaits it, is not preemptable`
          : undefined;
    if (why === undefined) return;
    const callee = view.targets.of(unwrap(call.expression))?.declared.find((f) => isKeptAsync(view, f));
    if (callee !== undefined) findings.push(find(view, call, "await_outside", { callee: displayName(callee), why }));
  }
}

/** `await f()`, `return f()` in an async function, and `void f()`, which says that nobody is to wait. */
function isAwaited(call: ts.CallExpression): boolean {
  const { parent } = outward(call);
  if (ts.isReturnStatement(parent)) return true;
  if (ts.isArrowFunction(parent) && isAsync(parent)) return true;
  return ts.isVoidExpression(parent) || isOperandOfAwait(call);
}

function isOperandOfAwait(call: ts.CallExpression): boolean {
  return ts.isAwaitExpression(outward(call).parent);
}
