/**
 * Functions without a preemption point: no loop, no await, and no call that could be suspended. They are called
 * plainly, and swept up by `functions: "all"` they are not worth a second body.
 */
import ts from "typescript";
import type { Candidate } from "./analyze.ts";
import type { Callees } from "./calls.ts";
import type { Preemptable } from "./nodes.ts";

/** Marks the bounded candidates, and takes out those that nobody annotated. */
export function settleBounded(kept: Map<Preemptable, Candidate>, bounded: Set<ts.Node>, callees: Callees): void {
  // A call of a bounded function is plain, which may make its caller bounded.
  for (let changed = true; changed; ) {
    changed = false;
    for (const { node, facts, annotated, why } of [...kept.values()]) {
      if (bounded.has(node) || facts.hasLoop || facts.hasAwait || mayBeSuspended(node, callees)) continue;
      bounded.add(node);
      // Between the calls of a callback there is something to gain.
      if (!annotated && why !== "callback") kept.delete(node);
      changed = true;
    }
  }
}

/** Whether a call in the function's own code may be suspended. */
export function mayBeSuspended(f: Preemptable, callees: Callees): boolean {
  let found = false;
  if (f.body) visit(f.body);
  return found;

  function visit(node: ts.Node): void {
    if (found) return;
    if (ts.isCallExpression(node) && callees.of(node, true).kind !== "no") found = true;
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  }
}
