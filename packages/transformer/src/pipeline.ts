/**
 * The phases, in order: find, analyze, check, rewrite. One file at a time; the ts-patch plugin, `transform` and the
 * bundler plugins all come through here.
 */
import type ts from "typescript";
import { findAnnotations } from "./1-find/annotations.ts";
import { findCandidates, findContainers, methodNames } from "./2-analyze/analyze.ts";
import { settleBounded } from "./2-analyze/bounded.ts";
import { builtinFamilies, dropOrphans } from "./2-analyze/builtin-callbacks.ts";
import { analyzeCalls } from "./2-analyze/calls.ts";
import { analyzeScopes } from "./2-analyze/scopes.ts";
import { refuse } from "./3-check/refusals.ts";
import { rewriteFile } from "./4-rewrite/rewrite.ts";
import type { Linkage, Strategy } from "./4-rewrite/unit.ts";
import { type Diagnostic, diagnose, spanOf } from "./diagnostics.ts";

export interface PipelineOptions {
  /** Which functions: those annotated, or all that have preemption points. */
  readonly functions: "annotated" | "all";
  readonly strategy: Strategy;
  readonly linkage: Linkage;
  readonly checker?: { readonly isLibraryCall: (call: ts.CallExpression) => boolean };
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Rewrites `sourceFile` (a parse tree with parent pointers). Returns it unchanged if it holds nothing to rewrite. */
export function rewriteSourceFile(
  sourceFile: ts.SourceFile,
  context: ts.TransformationContext,
  options: PipelineOptions,
): ts.SourceFile {
  if (sourceFile.isDeclarationFile) return sourceFile;

  // 1 find
  const found = findAnnotations(sourceFile);
  for (const { node, what } of found.misplaced) {
    options.report(diagnose(sourceFile, spanOf(node, sourceFile), "not_annotatable", { what }));
  }
  const all = options.functions === "all";
  if (!all && found.annotated.size === 0 && found.decorators.size === 0) return sourceFile;

  // 2 analyze
  const scopes = analyzeScopes(sourceFile);
  const kept = findCandidates(sourceFile, found, scopes, all);

  // 3 check
  const { experimentalDecorators = false } = context.getCompilerOptions();
  const check = { scopes, experimentalDecorators, erased: found.decorators };
  let containers = findContainers(kept);
  for (const candidate of [...kept.values()]) {
    const refusal = refuse(candidate, containers.has(candidate.node), check);
    if (refusal === undefined) continue;
    kept.delete(candidate.node);
    if (candidate.annotated) {
      options.report(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
    }
  }
  dropOrphans(kept);
  const bounded = new Set<ts.Node>();
  const callees = analyzeCalls(scopes, kept, {
    script: options.linkage === "global",
    methodsInFile: methodNames(kept),
    bounded,
    isLibrary: options.checker?.isLibraryCall,
  });
  settleBounded(kept, bounded, callees);
  containers = findContainers(kept);
  for (const decorator of found.decorators) {
    for (let n: ts.Node = decorator.parent; n !== undefined; n = n.parent) containers.add(n);
  }
  if (containers.size === 0) return sourceFile;

  // 4 rewrite
  return rewriteFile({
    context,
    sourceFile,
    strategy: options.strategy,
    linkage: options.linkage,
    kept,
    containers,
    callees,
    erasedDecorators: found.decorators,
    builtins: builtinFamilies(kept, scopes),
  });
}
