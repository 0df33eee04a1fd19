/**
 * Initialisers of fields that are preemptable, and the classes whose fields are therefore given their values one by one: see the
 * runtime's fields.ts. Such objects cost more than those that the class makes itself. So where nobody asked for a function, an
 * initialiser is taken only if it leads to one that may run long.
 */
import * as ts from "typescript";
import { constructorLiteral, heritageOf } from "../1-resolve/constructed.ts";
import { dropOrphans } from "../1-resolve/language/builtin-callbacks.ts";
import { eachOwnNode } from "../1-resolve/own-code.ts";
import type { FunctionNode, Targets } from "../1-resolve/target.ts";
import type { Weights } from "../1-resolve/weight.ts";
import { type Candidate, candidate } from "../2-find/candidates.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { problemOfBare } from "../3-check/constructors.ts";
import { refuse } from "../3-check/refusals.ts";
import { isElement, ownConstructor } from "../syntax/fields.ts";
import { initialisedBy, mayRunFields } from "../syntax/initialisers.ts";
import { isGenerator, isSuperCall, type Preemptable, unwrap } from "../syntax/nodes.ts";

type Kept = Map<Preemptable, Candidate>;

/** What is known of the functions that an initialiser leads to. */
export interface Known {
  readonly targets: Targets;
  readonly weights: Weights;
  standingOf(f: FunctionNode): string;
}

/** Takes out the initialisers that are not worth it, and takes the constructors of the others along. */
export function settleInitialisers({ kept, refused, found, check }: CheckedFile, known: () => Known): void {
  const initialisers = initialisersIn(kept);
  if (initialisers.length === 0) return;
  for (const { node, why } of initialisers) if (why === "all" && !isHeavy(node, kept, known())) kept.delete(node);
  for (const { node, why } of initialisersIn(kept)) {
    const own = ownConstructor(classOf(node));
    if (own === undefined || kept.has(own)) continue;
    const made = candidate(own, why);
    if (!refused.has(own) && !found.excluded.has(own) && refuse(made, check) === undefined) kept.set(own, made);
  }
  dropInitialisers(kept);
}

/** Takes out the initialisers of classes whose own constructor is not preemptable. */
export function dropInitialisers(kept: Kept): void {
  for (const { node } of initialisersIn(kept)) {
    const own = ownConstructor(classOf(node));
    if (own !== undefined && !kept.has(own)) kept.delete(node);
  }
  dropOrphans(kept);
}

/**
 * The classes whose fields are given their values one by one: those with such initialisers, those whose constructors could not be told
 * that they are to make an object and no more, and what is derived from them in the file.
 */
export function classesByField(
  kept: ReadonlyMap<Preemptable, Candidate>,
  heirs: ReadonlySet<ts.Node>,
  { scopes, check }: CheckedFile,
): Set<ts.Node> {
  const { compilerOptions, erased } = check;
  const classes = new Set<ts.Node>();
  const others: ts.ClassLikeDeclaration[] = [];
  for (const f of kept.keys()) {
    const field = initialisedBy(f);
    if (field !== undefined) classes.add(field.parent);
    else if (ts.isConstructorDeclaration(f)) {
      if (problemOfBare(f, check) !== undefined) classes.add(f.parent);
      others.push(f.parent);
    }
  }
  for (const heir of heirs) others.push(heir as ts.ClassLikeDeclaration);
  const isNext = (node: ts.ClassLikeDeclaration) => {
    const heritage = heritageOf(node);
    const base = heritage && constructorLiteral(unwrap(heritage), scopes);
    if (base === undefined || !classes.has(base) || classes.has(node)) return false;
    return node.members.some((m) => isElement(m, compilerOptions)) && mayRunFields(node, erased);
  };
  for (let next = others.filter(isNext); next.length > 0; next = others.filter(isNext)) {
    for (const node of next) classes.add(node);
  }
  return classes;
}

function initialisersIn(kept: ReadonlyMap<Preemptable, Candidate>): Candidate[] {
  return [...kept.values()].filter(({ node }) => initialisedBy(node) !== undefined);
}

function classOf(initialiser: Preemptable): ts.ClassLikeDeclaration {
  return initialisedBy(initialiser)?.parent as ts.ClassLikeDeclaration;
}

/** Whether the initialiser leads to a preemptable function that loops or recurses, as far as the source tells. */
function isHeavy(initialiser: Preemptable, kept: Kept, { targets, weights, standingOf }: Known): boolean {
  const isLong = (f: FunctionNode) => standingOf(f) === "kept" && (isGenerator(f) || weights.heavy(f) !== undefined);
  let found = false;
  eachOwnNode(initialiser as FunctionNode, (node) => {
    if (kept.has(node as Preemptable) && isLong(node as FunctionNode)) found = true;
    if (found || !(ts.isCallExpression(node) || ts.isNewExpression(node)) || isSuperCall(node)) return;
    const callee = unwrap(node.expression);
    const called = ts.isNewExpression(node) ? targets.constructed(callee) : (targets.of(callee)?.declared ?? []);
    found = called.some(isLong);
  });
  return found;
}
