/** A preemptable function calls one that runs long and is not preemptable. */
import * as ts from "typescript";
import { displayName } from "../../1-resolve/display-name.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import { unwrap } from "../../syntax/nodes.ts";
import { askedFor, find, type View } from "./view.ts";

export function findBrokenChains(view: View): Diagnostic[] {
  const findings: Diagnostic[] = [];
  for (const { node } of askedFor(view)) {
    eachOwnNode(node, (inside) => {
      if (ts.isCallExpression(inside)) findings.push(...look(inside, displayName(node)));
    });
  }
  return findings;

  function look(call: ts.CallExpression, name: string): Diagnostic[] {
    for (const callee of view.targets.of(unwrap(call.expression))?.declared ?? []) {
      // What was asked for and refused has a finding of its own.
      if (view.standingOf(callee) !== "plain") continue;
      const why = view.weights.heavy(callee);
      if (why !== undefined) return [find(view, call, "broken_chain", { name, callee: displayName(callee), why })];
    }
    return [];
  }
}
