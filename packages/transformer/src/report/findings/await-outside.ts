/**
 * A preemptable async function is called where it runs as an ordinary one: nothing awaits the call directly, or what
 * awaits it is not preemptable itself.
 */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { functionsAround } from "../../1-resolve/own-code.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { isAsync, isPreemptable, outward, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { find, isKeptAsync, type Standing, type View } from "./view.ts";

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
    const why = reason(call, caller, standing);
    if (why === undefined) return;
    const callee = view.targets.of(unwrap(call.expression))?.declared.find((f) => isKeptAsync(view, f));
    if (callee === undefined) return;
    const finding = find(view, call, "await_outside", { callee: displayName(callee), why });
    // Other calls may be meant so: several at a time, say. This one most often is not.
    findings.push(why === returned ? { ...finding, severity: "warning" } : finding);
  }
}

const returned = "the function that returns its promise is not async";

function reason(call: ts.CallExpression, caller: Preemptable, standing: Standing): string | undefined {
  if (standing === "kept" && !isAwaited(call, caller)) {
    return isReturned(call, caller) ? returned : "nothing awaits the call directly";
  }
  if (standing !== "plain" || !isAsync(caller) || caller.name === undefined || !isOperandOfAwait(call))
    return undefined;
  return `${displayName(caller)}, which awaits it, is not preemptable`;
}

/** `await f()`, `return f()` in an async function, and `void f()`, which says that nobody is to wait. */
function isAwaited(call: ts.CallExpression, caller: Preemptable): boolean {
  if (isReturned(call, caller)) return isAsync(caller);
  return ts.isVoidExpression(outward(call).parent) || isOperandOfAwait(call);
}

function isReturned(call: ts.CallExpression, caller: Preemptable): boolean {
  const { parent } = outward(call);
  return ts.isReturnStatement(parent) || parent === caller;
}

function isOperandOfAwait(call: ts.CallExpression): boolean {
  return ts.isAwaitExpression(outward(call).parent);
}
