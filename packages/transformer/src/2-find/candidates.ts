/**
 * From what the user asked for to what will be made preemptable: candidates, their facts, and who contains whom.
 * Edits nothing.
 */
import * as ts from "typescript";
import { heritageOf, isPlatformClass } from "../1-resolve/constructed.ts";
import { type Facts, factsOf } from "../1-resolve/facts.ts";
import { inlineCallbacks } from "../1-resolve/language/builtin-callbacks.ts";
import { isBuiltin } from "../1-resolve/language/builtins.ts";
import type { Scopes } from "../1-resolve/scopes.ts";
import { ownConstructor } from "../syntax/fields.ts";
import { initialisedBy, initialisersOf, mayRunFields } from "../syntax/initialisers.ts";
import { isPreemptable, isSuperCall, outward, type Preemptable, staticName, unwrap } from "../syntax/nodes.ts";
import { nodesOf } from "../syntax/nodes-of.ts";
import { callOf } from "../syntax/template-calls.ts";
import type { Found } from "./annotations.ts";
import { type FileProfile, isShortIn } from "./profiled.ts";

/** A function that is to become preemptable unless a check refuses it. */
export interface Candidate {
  readonly node: Preemptable;
  readonly facts: Facts;
  /** Asked for by name, rather than swept in by `propagate` or `functions: "all"`. */
  readonly annotated: boolean;
  readonly why: Why;
}

/**
 * Why a function is to be preemptable. A callback: inline, of a built-in function, called by preemptable code. Short: a
 * method that holds no preemption point, see short-methods.ts.
 */
export type Why = "annotated" | "reached" | "all" | "callback" | "short";

export function candidate(node: Preemptable, why: Why, facts: Facts = factsOf(node)): Candidate {
  return { node, facts, annotated: why === "annotated", why };
}

export function findCandidates(
  sourceFile: ts.SourceFile,
  found: Found,
  scopes: Scopes,
  all: boolean,
  /** Functions that an annotated one reaches, to be made preemptable with it. */
  reached: ReadonlySet<ts.Node> = new Set(),
  profile?: FileProfile,
): Map<Preemptable, Candidate> {
  const candidates = new Map<Preemptable, Candidate>();
  for (const node of found.annotated) {
    add(node, "annotated");
    if (ts.isConstructorDeclaration(node)) addInitialisers(node.parent, () => "reached");
  }
  if (all || reached.size > 0) {
    for (const node of nodesOf(sourceFile)) {
      if (
        isPreemptable(node) &&
        (all || reached.has(node)) &&
        node.body &&
        !found.excluded.has(node) &&
        !(profile && isShortIn(profile, node)) &&
        !runsOnce(node) &&
        !isBuiltinCallback(node)
      ) {
        add(node, reached.has(node) ? "reached" : "all");
      }
      if (ts.isClassLike(node)) {
        addInitialisers(node, (f) => (reached.has(f) ? "reached" : all && !isExcluded(node) ? "all" : undefined));
      }
    }
  }
  // The walk comes to what it adds, too: callbacks inside callbacks.
  for (const { node } of candidates.values()) {
    for (const inner of inlineCallbacks(node, scopes)) {
      if (candidates.has(inner) || found.excluded.has(inner)) continue;
      candidates.set(inner, candidate(inner, "callback"));
    }
  }
  return candidates;

  function add(node: Preemptable, why: Why): void {
    if (candidates.has(node)) return;
    const facts = factsOf(node);
    // Where all functions are meant: each read of a property of its name asks for an accessor.
    if (why === "all" && ts.isAccessor(node) && !facts.hasLoop) return;
    if (why === "annotated" || facts.hasLoop || facts.hasAwait || callsSomething(node)) {
      candidates.set(node, candidate(node, why, facts));
    }
  }

  function isExcluded(node: ts.ClassLikeDeclaration): boolean {
    const own = ownConstructor(node);
    return own !== undefined && found.excluded.has(own);
  }

  function addInitialisers(node: ts.ClassLikeDeclaration, whyOf: (f: Preemptable) => Why | undefined): void {
    if (!mayRunFields(node, found.decorators)) return;
    for (const f of initialisersOf(node)) {
      const why = whyOf(f);
      if (why !== undefined && !candidates.has(f) && !found.excluded.has(f)) candidates.set(f, candidate(f, why));
    }
  }

  /** A function without loops and without calls of others has no preemption point. `rows.filter((row) => distance(row) < 3)` has some. */
  function callsSomething(f: Preemptable): boolean {
    let calls = false;
    visitOwn(f.body as ts.Node);
    return calls || inlineCallbacks(f, scopes).length > 0;

    function visitOwn(node: ts.Node): void {
      if (calls) return;
      const call = callOf(node);
      if (call !== undefined && !isSuperCall(call) && !isBuiltin(call, scopes, new Set())) calls = true;
      if (ts.isNewExpression(node) && !isPlatformClass(unwrap(node.expression), scopes, true)) calls = true;
      if (isSuperCall(node)) calls = calls || isDerivedFromOthers(f);
      if (!ts.isFunctionLike(node)) ts.forEachChild(node, visitOwn);
    }
  }

  /** Whether `super(…)` may construct something that is preemptable. */
  function isDerivedFromOthers({ parent }: Preemptable): boolean {
    const heritage = ts.isClassLike(parent) ? heritageOf(parent) : undefined;
    return heritage !== undefined && !isPlatformClass(unwrap(heritage), scopes, true);
  }

  /** `(function () { … })()` around a file: preempting it would gain nothing. */
  function runsOnce(node: Preemptable): boolean {
    const outer = outward(node);
    const call = outer.parent;
    if (!call || !ts.isCallExpression(call) || call.expression !== outer) return false;
    for (let n: ts.Node = call.parent; n; n = n.parent) if (isPreemptable(n) && !runsOnce(n)) return false;
    return true;
  }

  /** `xs.map(x => …)`: the built-in calls the original body. */
  function isBuiltinCallback(node: Preemptable): boolean {
    const outer = outward(node);
    const call = outer.parent;
    if (!call || !(ts.isCallExpression(call) || ts.isNewExpression(call))) return false;
    if (!call.arguments?.includes(outer as ts.Expression)) return false;
    return ts.isCallExpression(call) && isBuiltin(call, scopes, new Set());
  }
}

/** The candidates that contain another one: they are emitted once. */
export function findContainers(kept: ReadonlyMap<Preemptable, Candidate>): Set<ts.Node> {
  const containers = new Set<ts.Node>();
  for (const node of kept.keys()) {
    for (let n: ts.Node | undefined = node.parent; n !== undefined; n = n.parent) {
      if (containers.has(n)) break;
      containers.add(n);
    }
  }
  return containers;
}

/** The names of the methods that are kept: calls by these names are not taken for built-in ones. */
export function methodNames(kept: ReadonlyMap<Preemptable, Candidate>): Set<string> {
  const names = new Set<string>();
  for (const node of kept.keys()) {
    if (initialisedBy(node) !== undefined) continue;
    const owner = ts.isMethodDeclaration(node) ? node : outward(node).parent;
    const isMember =
      owner &&
      (ts.isMethodDeclaration(owner) ||
        ts.isPropertyAssignment(owner) ||
        ts.isPropertyDeclaration(owner) ||
        ts.isShorthandPropertyAssignment(owner));
    const name = isMember ? staticName(owner.name) : undefined;
    if (name !== undefined) names.add(name);
    if (owner && ts.isBinaryExpression(owner) && ts.isPropertyAccessExpression(owner.left))
      names.add(owner.left.name.text);
    if (ts.isFunctionDeclaration(node) && node.name) names.add(node.name.text);
  }
  return names;
}
