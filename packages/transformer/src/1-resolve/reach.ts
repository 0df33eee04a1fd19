/**
 * `propagate`: which functions does an annotated one reach? Through calls, callbacks that it hands on, closures that it
 * makes, and methods with whatever may override or implement them: every function that its code mentions, and what
 * those mention in turn.
 *
 * More than what is called, then; a body that is never run costs only its bytes.
 */
import * as ts from "typescript";
import { initialisersOf } from "../syntax/initialisers.ts";
import { isErased, isPreemptable, isSuperCall, type Preemptable } from "../syntax/nodes.ts";
import { unlessTooDeep } from "../syntax/too-deep.ts";
import { constructorAround, heritageOf } from "./constructed.ts";
import { isReference } from "./scopes.ts";
import { allOf, isMember, type Targets } from "./target.ts";

/** Each function reached, with the annotated one that it is reached from. The roots are not among them. */
export type Reached = ReadonlyMap<Preemptable, Preemptable>;

const nothing: ReadonlySet<Preemptable> = new Set();

export function reach(
  roots: Iterable<Preemptable>,
  targets: Targets,
  /** Whether a function may be made preemptable at all; its code is not followed otherwise. */
  isOpen: (f: Preemptable) => boolean,
): Reached {
  const reached = new Map<Preemptable, Preemptable>();
  const from = new Map<Preemptable, Preemptable>();
  for (const root of roots) from.set(root, root);
  // Breadth first: the nearest root is the one that is named.
  for (const [f, root] of from) {
    for (const next of unlessTooDeep(() => mentioned(f, targets), nothing)) {
      if (from.has(next) || !isOpen(next)) continue;
      from.set(next, root);
      reached.set(next, root);
    }
  }
  return reached;
}

function mentioned(f: Preemptable, targets: Targets): Set<Preemptable> {
  const found = new Set<Preemptable>();
  if (ts.isConstructorDeclaration(f)) for (const initialiser of initialisersOf(f.parent)) found.add(initialiser);
  for (const p of f.parameters) visit(p);
  if (f.body) visit(f.body);
  return found;

  function visit(node: ts.Node): void {
    if (isErased(node) || isJsxTag(node)) return;
    if (ts.isIdentifier(node) && isReference(node)) note(node);
    else if (isMember(node)) note(node);
    else if (ts.isNewExpression(node)) noteConstructor(node.expression);
    else if (isSuperCall(node)) {
      const heritage = constructorAround(node)?.parent;
      const parent = heritage && heritageOf(heritage);
      if (parent !== undefined) noteConstructor(parent);
    } else if (ts.isFunctionLike(node)) {
      if (!isPreemptable(node)) return;
      // Reached, and so are those inside it, in its own turn.
      found.add(node);
      return;
    }
    ts.forEachChild(node, visit);
  }

  function noteConstructor(expression: ts.Expression): void {
    for (const target of targets.constructed(expression)) {
      if (isPreemptable(target)) found.add(target);
    }
  }

  function note(expression: ts.Expression): void {
    for (const target of allOf(targets.of(expression))) {
      if (isPreemptable(target)) found.add(target);
    }
  }
}

/** A component: the renderer calls it, plainly. */
function isJsxTag(node: ts.Node): boolean {
  const { parent } = node;
  return (
    (ts.isJsxOpeningElement(parent) || ts.isJsxSelfClosingElement(parent) || ts.isJsxClosingElement(parent)) &&
    parent.tagName === node
  );
}
