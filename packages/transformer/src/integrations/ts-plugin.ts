/**
 * The integration for ts-patch: `"plugins": [{ "transform": "@preempt/transformer" }]` in tsconfig.json, compiled with `tspc`. It needs the
 * TypeScript that this package has; `preempt build` works beside every one.
 */
import * as ts from "typescript";
import type { FunctionSummary } from "../pipeline/transform.ts";
import { openProject, type Settings } from "../project/settings.ts";
import { BuildSummary } from "../report/build-summary.ts";
import type { Diagnostic, Severity } from "../shared/diagnostics.ts";
import { refuseOldEngine } from "../shared/engine.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import { insteadOfPatch, isNative } from "./native-compiler.ts";
import { transformProgram } from "./program-transform.ts";

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
  /** Whether `tspc` and `preempt build` say in the end how many functions are preemptable. Default: true. */
  summary?: boolean;
}

const reported = {
  errors: ["error"],
  warnings: ["error", "warning"],
  all: ["error", "warning", "info"],
} as const satisfies Record<string, readonly Severity[]>;

/** Those of the findings that the entry wants to be printed. */
export function reportedBy({ report = "warnings" }: PluginConfig, findings: readonly Diagnostic[]): Diagnostic[] {
  const severities: readonly Severity[] = reported[report];
  return findings.filter(({ severity }) => severities.includes(severity));
}

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
 * @throws Error if the compiler that runs is of another version than the one that this package has, as TypeScript 7 always is
 */
export default function preemptPlugin(
  program: ts.Program,
  config: PluginConfig = {},
  extras: PluginExtras = {},
): ts.TransformerFactory<ts.SourceFile> {
  refuseOldEngine();
  checkVersion(extras.ts?.version);
  checkProgram(program);
  const project = openProject(program, config);
  return transformProgram(project, config, {
    report(finding, sourceFile) {
      for (const one of reportedBy(config, [finding])) extras.addDiagnostic?.(asTypeScript(one, sourceFile));
    },
    finished: numbersOf(program, config),
  });
}

/**
 * Counts what becomes of the functions, and prints that when the last file of the program was transformed. TypeScript, which watches,
 * transforms only those that have changed: then nothing is printed. Nor is it in tools that compile file by file, such as ts-jest.
 */
function numbersOf(program: ts.Program, { summary = true }: PluginConfig) {
  const { process } = globalThis as { process?: { argv?: readonly string[] } };
  const isCompiler = /[\\/]tsp?c(?:\.js)?$/.test(process?.argv?.[1] ?? "");
  const left = new Set(
    program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file)),
  );
  const numbers = new BuildSummary();
  return (file: ts.SourceFile, counts: FunctionSummary) => {
    if (!summary || !isCompiler || !left.delete(file)) return;
    numbers.note(file.fileName, counts);
    if (left.size === 0) for (const line of numbers.lines()) ts.sys.write(`${line}\n`);
  };
}

/** The kinds of nodes are numbers, which are others in each minor version: one's trees mean nothing to another. */
function checkVersion(running = ts.version): void {
  const minor = (version: string) => version.split(".", 2).join(".");
  if (minor(running) === minor(ts.version)) return;
  if (isNative(running)) {
    throw new Error(
      `typescript_version: the compiler is TypeScript ${running}, which runs no plugins. ${insteadOfPatch}`,
    );
  }
  throw new Error(
    `typescript_version: tspc is TypeScript ${running}, and @preempt/transformer has ${ts.version}. Install typescript@${minor(ts.version)} in the project, or do without tspc. ${insteadOfPatch}`,
  );
}

/** What a compiler gives that has no interface for JavaScript is no program. */
function checkProgram(program: Partial<ts.Program> | undefined): void {
  if (typeof program?.getSourceFiles === "function" && typeof program.getTypeChecker === "function") return;
  throw new Error(
    `typescript_version: the plugin was given no program of TypeScript's JavaScript interface, which TypeScript 7 does not have. ${insteadOfPatch}`,
  );
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
