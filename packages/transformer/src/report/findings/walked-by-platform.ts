/** Preemptable generators that a function of the platform walks: it asks for one value after the other, and cannot be suspended. */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { isCall, isGenerator, unwrap } from "../../syntax/nodes.ts";
import { askedFor, find, type View } from "./view.ts";

/** They walk their first argument at once. */
const constructors = /^(?:Map|Set|WeakMap|WeakSet|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)$/;
const functions = new Set(["Object.fromEntries", "Promise.all", "Promise.allSettled", "Promise.any", "Promise.race"]);
const streams = new Set(["Readable.from", "Duplex.from", "stream.Readable.from", "pipeline", "stream.pipeline"]);

export function findWalkedByPlatform(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node } of askedFor(view)) eachOwnNode(node, look);
  return findings;

  function look(node: ts.Node): void {
    const [walked] = isCall(node) ? (node.arguments ?? []) : [];
    if (!isCall(node) || walked === undefined || !ts.isCallExpression(unwrap(walked))) return;
    const remedy = remedyFor(node);
    if (remedy === undefined) return;
    const generator = (view.targets.of(unwrap((unwrap(walked) as ts.CallExpression).expression))?.declared ?? []).find(
      (f) => isGenerator(f) && view.standingOf(f) === "kept",
    );
    if (generator === undefined) return;
    const called = unwrap(node.expression).getText();
    const where = `in ${ts.isNewExpression(node) ? "new " : ""}${called}(…)`;
    findings.push(find(view, walked, "called_by_engine", { name: displayName(generator), where, remedy }));
  }

  function remedyFor(call: ts.CallExpression | ts.NewExpression): string | undefined {
    const callee = unwrap(call.expression);
    const name = callee.getText();
    if (streams.has(name)) return "Walk over it in the job, and push each value to the stream";
    const base = ts.isPropertyAccessExpression(callee) ? unwrap(callee.expression) : callee;
    if (!ts.isIdentifier(base) || !view.scopes.isGlobal(base)) return undefined;
    const isWalking = ts.isNewExpression(call) ? constructors.test(name) : functions.has(name);
    return isWalking ? "Make a list of it first, [...g()], or walk over it in a loop" : undefined;
  }
}
