/** Derived classes without a constructor: what they are derived from may have a preemptable one. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { heritageOf } from "../1-resolve/constructed.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { isDecorated } from "../syntax/decorators.ts";
import type { Preemptable } from "../syntax/nodes.ts";
import { nodesOf } from "../syntax/nodes-of.ts";

/** Those of a file of which all functions are meant, or some that others reach; else those whose base class the file shows. */
export function heirsIn(sourceFile: ts.SourceFile, { kept, found }: CheckedFile, callees: Callees): Set<ts.Node> {
  const heirs = new Set<ts.Node>();
  const all = [...kept.values()];
  const isWhole = all.some(({ why }) => why === "all" || why === "reached");
  if (!isWhole && !all.some(({ node }) => mayBeInherited(node))) return heirs;
  for (const node of nodesOf(sourceFile)) if (ts.isClassLike(node) && isHeir(node)) heirs.add(node);
  return heirs;

  function isHeir(node: ts.ClassLikeDeclaration): boolean {
    const parent = heritageOf(node);
    if (parent === undefined || node.members.some(ts.isConstructorDeclaration)) return false;
    return !isDecorated(node, found.decorators) && callees.mayConstruct(parent, isWhole);
  }
}

function mayBeInherited(f: Preemptable): boolean {
  return ts.isConstructorDeclaration(f) || ts.isFunctionDeclaration(f) || ts.isFunctionExpression(f);
}
