/** The files of a whole TypeScript program, transformed before TypeScript's own transformers: for ts-patch, and for `preempt build`. */
import * as ts from "typescript";
import type { Linkage } from "../5-emit/shared/unit.ts";
import { rewriteSourceFile } from "../pipeline/pipeline.ts";
import type { FunctionSummary } from "../pipeline/transform.ts";
import type { Project } from "../project/project.ts";
import { isScript, type Settings } from "../project/settings.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import { aboutProblem } from "../syntax/too-deep.ts";

export interface ProgramTransform extends Settings {
  readonly strategy?: Strategy;
  readonly optimize?: Optimize;
}

/** Receives what happens to each file. */
export interface ProgramListener {
  report(diagnostic: Diagnostic, sourceFile: ts.SourceFile): void;
  /** The file is done. */
  finished(sourceFile: ts.SourceFile, functions: FunctionSummary): void;
}

export function transformProgram(
  project: Project,
  { functions = "annotated", strategy = "capture", optimize }: ProgramTransform,
  listener: ProgramListener,
): ts.TransformerFactory<ts.SourceFile> {
  return (context) => (sourceFile) => {
    const summary: FunctionSummary = { preemptable: 0, refused: [] };
    const report = (diagnostic: Diagnostic) => listener.report(diagnostic, sourceFile);
    const linkage = linkageOf(sourceFile, context.getCompilerOptions());
    try {
      const options = { summary, functions, strategy, optimize, linkage, project, report };
      return rewriteSourceFile(sourceFile, context, options);
    } catch (error) {
      report(aboutProblem(sourceFile.fileName, error));
      return sourceFile;
    } finally {
      listener.finished(sourceFile, summary);
    }
  };
}

function linkageOf(sourceFile: ts.SourceFile, options: ts.CompilerOptions): Linkage {
  if (isScript(sourceFile)) return "global";
  const kind = options.module ?? ts.ModuleKind.CommonJS;
  if (kind >= ts.ModuleKind.Node16 && kind <= ts.ModuleKind.NodeNext) {
    return sourceFile.impliedNodeFormat === ts.ModuleKind.ESNext ? "named" : "require";
  }
  return kind >= ts.ModuleKind.ES2015 ? "named" : "require";
}
