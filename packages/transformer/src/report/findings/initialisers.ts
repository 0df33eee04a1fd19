/**
 * Calls of preemptable functions in the initialisers of fields, and in static blocks of classes that a job defines. The engine runs
 * these while it makes an object or the class: nothing can be saved there.
 */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { madeInitialiser } from "../../syntax/initialisers.ts";
import { isErased, isStaticMember, type Preemptable, unwrap } from "../../syntax/nodes.ts";
import { find, type View } from "./view.ts";

export function findInInitialisers(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  visit(view.sourceFile, false);
  return findings;

  /** @param isInJob Whether a preemptable function is around */
  function visit(node: ts.Node, isInJob: boolean): void {
    if (isErased(node)) return;
    const inside = isInJob || view.kept.has(node as Preemptable);
    if (ts.isPropertyDeclaration(node) && node.initializer !== undefined) {
      if (!isStaticMember(node)) {
        if (view.kept.has(madeInitialiser(node) as Preemptable)) return;
        look(node.initializer, "while it makes an object, for a field", "Call it in the constructor");
      } else if (isInJob) lookInStatic(node.initializer);
    } else if (ts.isClassStaticBlockDeclaration(node) && isInJob) lookInStatic(node.body);
    ts.forEachChild(node, (child) => visit(child, inside));
  }

  function lookInStatic(node: ts.Node): void {
    look(node, "while it defines the class", "Call it before the class, in a statement of its own");
  }

  function look(node: ts.Node, where: string, remedy: string): void {
    if (ts.isFunctionLike(node) || ts.isClassLike(node) || isErased(node)) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const called = (view.targets.of(unwrap(node.expression))?.declared ?? []).find(
        (f) => view.standingOf(f) === "kept" && view.weights.heavy(f) !== undefined,
      );
      if (called !== undefined)
        findings.push(find(view, node, "called_by_engine", { name: displayName(called), where, remedy }));
    }
    ts.forEachChild(node, (child) => look(child, where, remedy));
  }
}
