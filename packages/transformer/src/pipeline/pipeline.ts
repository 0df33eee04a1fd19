/**
 * The phases, in order: find, analyze, check (inspect.ts), rewrite. One file at a time; the ts-patch plugin, `transform`
 * and the bundler plugins all come through here.
 */
import type ts from "typescript";
import { builtinFamilies } from "../1-resolve/language/builtin-callbacks.ts";
import { type Candidate, candidate, findContainers } from "../2-find/candidates.ts";
import { refuse } from "../3-check/refusals.ts";
import { findShortMethods } from "../4-plan/starts/short-methods.ts";
import { rewriteFile } from "../5-emit/rewrite.ts";
import { RewriteFailure } from "../5-emit/shared/rewrite-failure.ts";
import type { Linkage, Strategy } from "../5-emit/shared/unit.ts";
import { type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import { type Optimize, optimizationsOf } from "../shared/optimize.ts";
import { functionsInside } from "../syntax/functions-inside.ts";
import { isAsync, isGenerator, isLasting, isPreemptable, type Preemptable } from "../syntax/nodes.ts";
import { type Inspection, type InspectOptions, inspectFile } from "./inspect.ts";

export interface PipelineOptions extends Omit<InspectOptions, "script"> {
  readonly strategy: Strategy;
  readonly linkage: Linkage;
  readonly optimize?: Optimize | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Counts what becomes of the functions, those that nobody annotated included. */
  readonly summary?: { preemptable: number; readonly refused: Diagnostic[] };
}

/** Rewrites `sourceFile` (a parse tree with parent pointers). Returns it unchanged if it holds nothing to rewrite. */
export function rewriteSourceFile(
  sourceFile: ts.SourceFile,
  context: ts.TransformationContext,
  options: PipelineOptions,
): ts.SourceFile {
  if (sourceFile.isDeclarationFile) return sourceFile;
  const script = options.linkage === "global";
  const failed = new Map<ts.Node, string>();
  for (;;) {
    const inspection = inspectFile(sourceFile, context.getCompilerOptions(), { ...options, script, failed });
    try {
      const made = rewritten(sourceFile, context, options, inspection);
      tell(sourceFile, options, inspection);
      return made;
    } catch (problem) {
      if (!(problem instanceof RewriteFailure) || failed.has(problem.node)) throw problem;
      failed.set(problem.node, problem.message);
    }
  }
}

/** Reports the findings, and counts what became of the functions. */
function tell(sourceFile: ts.SourceFile, { report, summary }: PipelineOptions, inspection: Inspection): void {
  for (const diagnostic of inspection.diagnostics) report(diagnostic);
  if (summary === undefined || inspection.result === undefined) return;
  const { kept, refused } = inspection.result.plan;
  summary.preemptable += kept.size;
  for (const { candidate, refusal } of refused.values()) {
    summary.refused.push(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
}

function rewritten(
  sourceFile: ts.SourceFile,
  context: ts.TransformationContext,
  options: PipelineOptions,
  { result }: Inspection,
): ts.SourceFile {
  if (result === undefined) return sourceFile;
  const { strategy, linkage } = options;
  const { callees, plan, exclusive } = result;
  const { found, scopes } = plan;
  const kept = withAskers(withShortMethods(sourceFile, options, result), result);
  const containers = findContainers(kept);
  for (const decorator of found.decorators) {
    for (let n: ts.Node = decorator.parent; n !== undefined; n = n.parent) containers.add(n);
  }
  if (containers.size === 0) return sourceFile;
  const erasedDecorators = found.decorators;
  const builtins = builtinFamilies(kept, scopes);
  return rewriteFile({
    context,
    sourceFile,
    strategy,
    linkage,
    optimize: options.optimize,
    kept,
    containers,
    callees,
    scopes,
    erasedDecorators,
    builtins,
    exclusive,
  });
}

/**
 * Functions that ask who is in an exclusive unit, in files of which all functions are meant, get a body though nothing in them takes
 * long: in it they can be suspended until the unit is free.
 */
function withAskers(
  kept: ReadonlyMap<Preemptable, Candidate>,
  { plan, exclusive }: NonNullable<Inspection["result"]>,
): ReadonlyMap<Preemptable, Candidate> {
  const isWhole = [...plan.kept.values()].some(({ why }) => why === "all");
  if (exclusive === undefined || !isWhole) return kept;
  const added = [...exclusive.asking].flatMap((f) => {
    if (!isPreemptable(f) || kept.has(f) || plan.refused.has(f) || plan.found.excluded.has(f)) return [];
    // Others are made again and again, with their bodies; and what contains preemptable functions would be emitted once.
    if (isGenerator(f) || isAsync(f) || !isLasting(f) || functionsInside(f, kept).length > 0) return [];
    const made = candidate(f, "short");
    return refuse(made, plan.check) === undefined ? [[f, made] as const] : [];
  });
  return new Map([...kept, ...added]);
}

/** What is preemptable, and the short methods that it calls. */
function withShortMethods(
  sourceFile: ts.SourceFile,
  { strategy, optimize }: PipelineOptions,
  { plan, callees }: NonNullable<Inspection["result"]>,
): ReadonlyMap<Preemptable, Candidate> {
  const { kept, found, check } = plan;
  const { plainBodies, shortMethods } = optimizationsOf(optimize);
  if (strategy !== "capture" || !plainBodies || !shortMethods) return kept;
  const short = findShortMethods(sourceFile, { kept, callees, excluded: found.excluded });
  const added = short.filter((c) => refuse(c, check) === undefined);
  return new Map([...kept, ...added.map((c) => [c.node, c] as const)]);
}
