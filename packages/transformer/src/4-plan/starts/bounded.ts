/**
 * Functions without a preemption point: no loop, no await, and no call that could be suspended. They are called
 * plainly, and swept up by `functions: "all"` they are not worth a second body.
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import type { Candidate } from "../../2-find/candidates.ts";
import { memo } from "../../shared/memo.ts";
import type { Call, Preemptable } from "../../syntax/nodes.ts";
import { linkOrNewOf } from "../../syntax/template-calls.ts";
import { movedParameters } from "../moved-parameters.ts";
import { isTaking, takenApart } from "../taken-apart.ts";

/** A function all of whose calls so far are plain. */
interface Open {
  readonly candidate: Candidate;
  readonly calls: readonly Call[];
  /** What may be a pattern whose steps may be suspended. */
  readonly patterns: readonly ts.Node[];
  /** Calls before this one are plain. */
  next: number;
}

/**
 * Marks the bounded candidates, and takes out those that nobody annotated. A call of a bounded function is plain, which may make
 * its caller bounded: each caller waits for the first callee that is not, so that chains of any length are settled in one go.
 */
export function settleBounded(kept: Map<Preemptable, Candidate>, bounded: Set<ts.Node>, callees: Callees): void {
  const waiting = new Map<Preemptable, Open[]>();
  /** They wait for callees that are not known by name. */
  let unsure: Open[] = [];
  let changed = false;
  for (const candidate of [...kept.values()]) {
    const { node, facts } = candidate;
    if (bounded.has(node) || facts.hasLoop || facts.hasAwait) continue;
    settle({ candidate, ...partsOf(node), next: 0 });
  }
  do {
    changed = false;
    const again = unsure.reverse();
    unsure = [];
    for (const open of again) settle(open);
  } while (changed);

  function settle(first: Open): void {
    const settling = [first];
    for (let open = settling.pop(); open !== undefined; open = settling.pop()) {
      if (isWaiting(open)) continue;
      const { node, annotated, why } = open.candidate;
      bounded.add(node);
      // Between the calls of a callback there is something to gain.
      if (!annotated && why !== "callback") kept.delete(node);
      changed = true;
      settling.push(...(waiting.get(node) ?? []));
      waiting.delete(node);
    }
  }

  function isWaiting(open: Open): boolean {
    for (; open.next < open.calls.length; open.next++) {
      const callee = callees.of(open.calls[open.next] as Call, true);
      if (callee.kind === "yes") memo(waiting, callee.target, () => []).push(open);
      else if (callee.kind === "maybe") unsure.push(open);
      else continue;
      return true;
    }
    const isTaking = open.patterns.some((node) => takenApart(node, callees) !== undefined);
    if (!isTaking && movedParameters(open.candidate.node, callees).length === 0) return false;
    unsure.push(open);
    return true;
  }
}

/** Calls in the function's own code, and what takes something apart. */
function partsOf(f: Preemptable): Pick<Open, "calls" | "patterns"> {
  const calls: Call[] = [];
  const patterns: ts.Node[] = [];
  if (f.body) visit(f.body);
  return { calls, patterns };

  function visit(node: ts.Node): void {
    const call = linkOrNewOf(node);
    if (call !== undefined) calls.push(call);
    if (isTaking(node)) patterns.push(node);
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  }
}

/** Whether a call in the function's own code may be suspended, or a pattern. */
export function mayBeSuspended(f: Preemptable, callees: Callees): boolean {
  let found = movedParameters(f, callees).length > 0;
  if (f.body) visit(f.body);
  return found;

  function visit(node: ts.Node): void {
    if (found) return;
    const call = linkOrNewOf(node);
    if (call !== undefined && callees.of(call, true).kind !== "no") found = true;
    if (isTaking(node) && takenApart(node, callees) !== undefined) found = true;
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  }
}
