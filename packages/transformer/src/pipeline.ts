/**
 * The phases, in order: find, analyze, check, rewrite. One file at a time; the ts-patch plugin, `transform` and the
 * bundler plugins all come through here.
 */
import type ts from "typescript";
import { findAnnotations } from "./1-find/annotations.ts";
import { findContainers, methodNames } from "./2-analyze/analyze.ts";
import { settleBounded } from "./2-analyze/bounded.ts";
import { analyzeCalls } from "./2-analyze/calls.ts";
import { rewriteFile } from "./4-rewrite/rewrite.ts";
import type { Linkage, Strategy } from "./4-rewrite/unit.ts";
import { type Diagnostic, diagnose, spanOf } from "./diagnostics.ts";
import { planAlone } from "./plan.ts";
import type { Project } from "./project.ts";

export interface PipelineOptions {
  /** Which functions: those annotated, or all that have preemption points. */
  readonly functions: "annotated" | "all";
  /** Also those that annotated functions of the file reach. */
  readonly propagate?: boolean | undefined;
  /** Start offsets of the functions that are reached from any file, where that is known; instead of `propagate`. */
  readonly reached?: readonly number[] | undefined;
  readonly strategy: Strategy;
  readonly linkage: Linkage;
  /** The program that the file belongs to; it knows better than `functions` and `propagate`. */
  readonly project?: Project | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
}

/** Rewrites `sourceFile` (a parse tree with parent pointers). Returns it unchanged if it holds nothing to rewrite. */
export function rewriteSourceFile(
  sourceFile: ts.SourceFile,
  context: ts.TransformationContext,
  options: PipelineOptions,
): ts.SourceFile {
  if (sourceFile.isDeclarationFile) return sourceFile;
  const project = options.project?.owns(sourceFile) ? options.project : undefined;

  // 1 find
  const found = project?.found(sourceFile) ?? findAnnotations(sourceFile);
  for (const { node, what } of found.misplaced) {
    options.report(diagnose(sourceFile, spanOf(node, sourceFile), "not_annotatable", { what }));
  }

  // 2 analyze, 3 check
  const { functions, propagate = false, reached } = options;
  const plan = project
    ? project.plan(sourceFile)
    : planAlone(sourceFile, found, { all: functions === "all", propagate, reached }, context.getCompilerOptions());
  if (plan === undefined) return sourceFile;
  const { scopes, kept } = plan;
  for (const { candidate, refusal } of plan.refused.values()) {
    if (!candidate.annotated) continue;
    options.report(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
  const bounded = new Set<ts.Node>();
  const callees = analyzeCalls(scopes, kept, {
    script: options.linkage === "global",
    methodsInFile: methodNames(kept),
    bounded,
    program: project,
  });
  settleBounded(kept, bounded, callees);
  const containers = findContainers(kept);
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
  });
}
