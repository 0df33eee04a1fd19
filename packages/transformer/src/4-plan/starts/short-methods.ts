/**
 * Short methods that preemptable code calls, though they hold no preemption point. Such a call asks the method at run time
 * whether it is preemptable, and then calls it as it is, with its `this`: in a way that an engine does not look into. With a
 * body of their own, which takes `this` as a parameter, they are called as the others are, and engines put them into their
 * callers. Nothing else changes: that body is the method's code.
 *
 *   while (…) s += this.at(i)     at(i) { return this.items[i] }   ⇒   also   function at$resumable($depth, $this, i) { … }
 */
import * as ts from "typescript";
import type { Callees } from "../../1-resolve/calls.ts";
import type { Facts } from "../../1-resolve/facts.ts";
import { membersOf } from "../../1-resolve/members.ts";
import { eachOwnNode } from "../../1-resolve/own-code.ts";
import { isMember, memberName } from "../../1-resolve/target.ts";
import { type Candidate, candidate } from "../../2-find/candidates.ts";
import { functionsInside } from "../../syntax/functions-inside.ts";
import { isAsync, isGenerator, isPreemptable, type Preemptable } from "../../syntax/nodes.ts";
import { mayBeSuspended } from "./bounded.ts";

/** Characters of source. An engine's limit is one of bytecode, which longer ones come near to. */
const longest = 600;

/** Those of the file that are called by name in the functions of `kept`, where no other is surely meant. */
export function findShortMethods(
  sourceFile: ts.SourceFile,
  { kept, callees, excluded }: ShortMethodOptions,
): Candidate[] {
  const names = calledNames(kept, callees);
  if (names.size === 0) return [];
  const found: Candidate[] = [];
  for (const [name, members] of membersOf(sourceFile)) {
    if (!names.has(name)) continue;
    for (const { function: f } of members) {
      if (f === undefined || !isPreemptable(f) || kept.has(f) || excluded.has(f)) continue;
      const made = candidate(f, "short");
      if (isShort(f, made.facts, callees) && !isEntangled(f, kept)) found.push(made);
    }
  }
  return found;
}

export interface ShortMethodOptions {
  readonly kept: ReadonlyMap<Preemptable, Candidate>;
  readonly callees: Callees;
  /** Functions that are to stay as they are. */
  readonly excluded: ReadonlySet<Preemptable>;
}

function calledNames(kept: ReadonlyMap<Preemptable, Candidate>, callees: Callees): Set<string> {
  const names = new Set<string>();
  for (const f of kept.keys()) {
    eachOwnNode(f, (node) => {
      if (!ts.isCallExpression(node) || !isMember(node.expression) || callees.of(node, false).kind !== "maybe") return;
      const name = memberName(node.expression);
      if (name !== undefined) names.add(name);
    });
  }
  return names;
}

function isShort(f: Preemptable, facts: Facts, callees: Callees): boolean {
  if (isAsync(f) || isGenerator(f) || f.body === undefined || f.end - f.body.pos > longest) return false;
  if (!facts.usesThis || ts.isArrowFunction(f)) return false;
  if (facts.hasLoop || facts.hasUsing || facts.usesArguments || facts.usesSuper || facts.usesNewTarget) return false;
  return !facts.directEval && !mayBeSuspended(f, callees);
}

/** Whether another one stands inside or around it: then that would have to be emitted in another way. */
function isEntangled(f: Preemptable, kept: ReadonlyMap<Preemptable, Candidate>): boolean {
  for (let n: ts.Node = f; n !== undefined; n = n.parent) if (kept.has(n as Preemptable)) return true;
  return functionsInside(f, kept).length > 0;
}
