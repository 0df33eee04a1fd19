/**
 * The ts-patch door: `"plugins": [{ "transform": "@preempt/transformer" }]` in tsconfig.json, compiled with `tspc`.
 */
import ts from "typescript";
import type { Linkage, Strategy } from "./4-rewrite/unit.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { rewriteSourceFile } from "./pipeline.ts";
import { isScript, openProject, type Settings } from "./settings.ts";

/** The plugin's entry in tsconfig.json. */
export interface PluginConfig extends Settings {
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
}

interface PluginExtras {
  readonly addDiagnostic?: (diagnostic: ts.Diagnostic) => number | undefined;
}

/** A program transformer for ts-patch: runs before TypeScript's own, file by file. */
export default function preemptPlugin(
  program: ts.Program,
  config: PluginConfig = {},
  extras: PluginExtras = {},
): ts.TransformerFactory<ts.SourceFile> {
  const project = openProject(program, config);
  return (context) => (sourceFile) =>
    rewriteSourceFile(sourceFile, context, {
      functions: config.functions ?? "annotated",
      strategy: config.strategy ?? "capture",
      linkage: linkageOf(sourceFile, context.getCompilerOptions()),
      project,
      report: (d) => extras.addDiagnostic?.(asTypeScript(d, sourceFile)),
    });
}

function linkageOf(sourceFile: ts.SourceFile, options: ts.CompilerOptions): Linkage {
  if (isScript(sourceFile)) return "global";
  const kind = options.module ?? ts.ModuleKind.CommonJS;
  if (kind >= ts.ModuleKind.Node16 && kind <= ts.ModuleKind.NodeNext) {
    return sourceFile.impliedNodeFormat === ts.ModuleKind.ESNext ? "named" : "require";
  }
  return kind >= ts.ModuleKind.ES2015 ? "named" : "require";
}

const categories = {
  error: ts.DiagnosticCategory.Error,
  warning: ts.DiagnosticCategory.Warning,
  info: ts.DiagnosticCategory.Message,
} as const;

function asTypeScript(d: Diagnostic, file: ts.SourceFile): ts.Diagnostic {
  return {
    file,
    start: d.start,
    length: d.length,
    code: Number(d.code.slice(2)),
    source: "preempt",
    category: categories[d.severity],
    messageText: `${d.code} ${d.name}: ${d.message} ${d.hint}`,
  };
}
