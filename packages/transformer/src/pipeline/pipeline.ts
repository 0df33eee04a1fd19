/**
 * The phases, in order: find, resolve, check (inspect.ts), plan (4-plan/plan-file.ts), emit. One file at a time; the ts-patch plugin, `transform`
 * and the bundler plugins all come through here.
 */
import type ts from "typescript";
import type { FilePlan } from "../4-plan/function-plan.ts";
import { planFile } from "../4-plan/plan-file.ts";
import { emitFile } from "../5-emit/rewrite.ts";
import { RewriteFailure } from "../5-emit/shared/rewrite-failure.ts";
import type { Linkage } from "../5-emit/shared/unit.ts";
import { type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import { release } from "../syntax/initialisers.ts";
import { type Inspection, type InspectOptions, inspectFile } from "./inspect.ts";

/** What was found in a file, and what is made of it. */
export interface Planned {
  readonly sourceFile: ts.SourceFile;
  readonly result: NonNullable<Inspection["result"]>;
  readonly plan: FilePlan;
}

export interface PipelineOptions extends Omit<InspectOptions, "script"> {
  readonly strategy: Strategy;
  readonly linkage: Linkage;
  readonly optimize?: Optimize | undefined;
  readonly report: (diagnostic: Diagnostic) => void;
  /** Called with what was found, and what is planned of it: `preempt check` shows that. */
  readonly onPlanned?: ((planned: Planned) => void) | undefined;
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
  const { linkage } = options;
  const script = linkage === "global";
  const failed = new Map<ts.Node, string>();
  for (;;) {
    const inspection = inspectFile(sourceFile, context.getCompilerOptions(), { ...options, script, failed });
    const initialisers = [...(inspection.result?.checked.kept.keys() ?? [])];
    try {
      const plan = inspection.result && planFile(inspection.result, options);
      const isEdited = plan !== undefined && (plan.containers.size > 0 || plan.makers.size > 0);
      const made = isEdited ? emitFile({ plan, context, linkage }) : sourceFile;
      tell(sourceFile, options, inspection);
      const { result } = inspection;
      if (plan !== undefined && result !== undefined) options.onPlanned?.({ sourceFile, result, plan });
      return made;
    } catch (problem) {
      if (!(problem instanceof RewriteFailure) || failed.has(problem.node)) throw problem;
      failed.set(problem.node, problem.message);
    } finally {
      release(initialisers);
    }
  }
}

/** Reports the findings, and counts what became of the functions. */
function tell(sourceFile: ts.SourceFile, { report, summary }: PipelineOptions, inspection: Inspection): void {
  for (const diagnostic of inspection.diagnostics) report(diagnostic);
  if (summary === undefined || inspection.result === undefined) return;
  const { kept, refused, found } = inspection.result.checked;
  summary.preemptable += kept.size;
  // What cannot be annotated at all was asked for by name, too.
  for (const { node, what } of found.misplaced) {
    summary.refused.push(diagnose(sourceFile, spanOf(node, sourceFile), "not_annotatable", { what }));
  }
  for (const { candidate, refusal } of refused.values()) {
    summary.refused.push(diagnose(sourceFile, spanOf(candidate.node, sourceFile), refusal.name, refusal.holes));
  }
}
