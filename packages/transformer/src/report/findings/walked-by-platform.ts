/**
 * Preemptable generators that a function of the platform walks, or a pattern that stays the engine's: it asks for one value after the
 * other, and cannot be suspended.
 */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import { takenApart } from "../../4-plan/taken-apart.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { isCall, isGenerator, unwrap } from "../../syntax/nodes.ts";
import { isListPattern } from "../../syntax/patterns.ts";
import { askedFor, find, type View } from "./view.ts";

/** They walk their first argument at once. */
const constructors = /^(?:Map|Set|WeakMap|WeakSet|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array)$/;
const functions = new Set(["Object.fromEntries", "Promise.all", "Promise.allSettled", "Promise.any", "Promise.race"]);
const streams = new Set(["Readable.from", "Duplex.from", "stream.Readable.from", "pipeline", "stream.pipeline"]);

/** As if every value came from a preemptable generator. */
const ofGenerators = { mayBeGetter: () => false, givesGenerator: () => true, isGivenGenerator: () => false };

export function findWalkedByPlatform(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node } of askedFor(view)) eachOwnNode(node, look);
  return findings;

  function look(node: ts.Node): void {
    if (isCall(node)) {
      const remedy = remedyFor(node);
      const called = `${ts.isNewExpression(node) ? "new " : ""}${unwrap(node.expression).getText()}(…)`;
      if (remedy !== undefined) note(node.arguments?.[0], `in ${called}`, remedy);
    } else if (
      ts.isBinaryExpression(node) &&
      isListPattern(node.left) &&
      takenApart(node, ofGenerators) === undefined
    ) {
      note(node.right, "in a pattern", "Make a list of it first, [...g()], or assign to variables");
    }
  }

  function note(walked: ts.Expression | undefined, where: string, remedy: string): void {
    const made = walked && unwrap(walked);
    if (made === undefined || !ts.isCallExpression(made)) return;
    const declared = view.targets.of(unwrap(made.expression))?.declared ?? [];
    const generator = declared.find((f) => isGenerator(f) && view.standingOf(f) === "kept");
    if (generator === undefined) return;
    findings.push(find(view, made, "called_by_engine", { name: displayName(generator), where, remedy }));
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
