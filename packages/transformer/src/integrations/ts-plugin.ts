/**
 * The integration for ts-patch: `"plugins": [{ "transform": "@preempt/transformer" }]` in tsconfig.json, compiled with `tspc`.
 */
import ts from "typescript";
import type { Linkage } from "../5-emit/shared/unit.ts";
import { rewriteSourceFile } from "../pipeline/pipeline.ts";
import { isScript, openProject, type Settings } from "../project/settings.ts";
import type { Diagnostic, Severity } from "../shared/diagnostics.ts";
import { refuseOldEngine } from "../shared/engine.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import { aboutProblem } from "../syntax/too-deep.ts";

/** The plugin's entry in tsconfig.json. */
export interface PluginConfig extends Settings {
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
  /** "speed" (default), or "size": shorter output, which is slower. */
  optimize?: Optimize;
  /**
   * Which findings TypeScript prints. Default: "warnings", and with them errors; "all" adds suggestions. The compiler
   * ends with exit code 2 if it prints any, though it writes all files.
   */
  report?: keyof typeof reported;
}

const reported = {
  errors: ["error"],
  warnings: ["error", "warning"],
  all: ["error", "warning", "info"],
} as const satisfies Record<string, readonly Severity[]>;

/** What ts-patch gives to plugins. */
export interface PluginExtras {
  /** The compiler that runs. */
  readonly ts?: { readonly version: string };
  /** Receives a finding. */
  readonly addDiagnostic?: (diagnostic: ts.Diagnostic) => number | undefined;
}

/**
 * A program transformer for ts-patch: runs before TypeScript's own, file by file.
 *
 * @throws TypeError if a setting has a value that does not exist
 * @throws Error if the compiler that runs is of another version than the one that this package has
 */
export default function preemptPlugin(
  program: ts.Program,
  config: PluginConfig = {},
  extras: PluginExtras = {},
): ts.TransformerFactory<ts.SourceFile> {
  refuseOldEngine();
  checkVersion(extras.ts?.version);
  const project = openProject(program, config);
  const severities: readonly Severity[] = reported[config.report ?? "warnings"];
  return (context) => (sourceFile) => {
    const report = (d: Diagnostic) => {
      if (severities.includes(d.severity)) extras.addDiagnostic?.(asTypeScript(d, sourceFile));
    };
    try {
      return rewriteSourceFile(sourceFile, context, {
        functions: config.functions ?? "annotated",
        strategy: config.strategy ?? "capture",
        optimize: config.optimize,
        linkage: linkageOf(sourceFile, context.getCompilerOptions()),
        project,
        report,
      });
    } catch (error) {
      report(aboutProblem(sourceFile.fileName, error));
      return sourceFile;
    }
  };
}

/** The kinds of nodes are numbers, which are others in each minor version: one's trees mean nothing to another. */
function checkVersion(running = ts.version): void {
  const minor = (version: string) => version.split(".", 2).join(".");
  if (minor(running) === minor(ts.version)) return;
  throw new Error(
    `typescript_version: tspc is TypeScript ${running}, and @preempt/transformer has ${ts.version}. Install typescript@${minor(ts.version)} in the project.`,
  );
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
