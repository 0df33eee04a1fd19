/** Derived classes without a constructor: what they are derived from may have a preemptable one. */
import * as ts from "typescript";
import type { Callees } from "../1-resolve/calls.ts";
import { heritageOf } from "../1-resolve/constructed.ts";
import type { CheckedFile } from "../3-check/checked-file.ts";
import { isDecorated } from "../syntax/decorators.ts";
import { isErased, isToken, type Preemptable } from "../syntax/nodes.ts";

/** Those of a file of which all functions are meant, or some that others reach; else those whose base class the file shows. */
export function heirsIn(sourceFile: ts.SourceFile, { kept, found }: CheckedFile, callees: Callees): Set<ts.Node> {
  const heirs = new Set<ts.Node>();
  const all = [...kept.values()];
  const isWhole = all.some(({ why }) => why === "all" || why === "reached");
  if (isWhole || all.some(({ node }) => mayBeInherited(node))) visit(sourceFile);
  return heirs;

  function visit(node: ts.Node): void {
    if (isToken(node) || isErased(node)) return;
    if (ts.isClassLike(node) && isHeir(node)) heirs.add(node);
    ts.forEachChild(node, visit);
  }

  function isHeir(node: ts.ClassLikeDeclaration): boolean {
    const parent = heritageOf(node);
    if (parent === undefined || node.members.some(ts.isConstructorDeclaration)) return false;
    return !isDecorated(node, found.decorators) && callees.mayConstruct(parent, isWhole);
  }
}

function mayBeInherited(f: Preemptable): boolean {
  return ts.isConstructorDeclaration(f) || ts.isFunctionDeclaration(f) || ts.isFunctionExpression(f);
}
