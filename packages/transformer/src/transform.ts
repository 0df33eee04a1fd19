/**
 * `transform`: one file's text in, JavaScript text out. Synchronous and without type information.
 */
import ts from "typescript";
import type { Strategy } from "./4-rewrite/unit.ts";
import { type Diagnostic, diagnose } from "./diagnostics.ts";
import { rewriteSourceFile } from "./pipeline.ts";

export interface TransformOptions {
  /** Name of the file; its extension says TS, TSX, JS or JSX. Appears in diagnostics and the source map. */
  fileName: string;
  /** Which functions become preemptable: those annotated (default), or every one that has a preemption point. */
  functions?: "annotated" | "all";
  /** How calls suspend: "capture" (default: run or capture) or "paper" (`yield*`, as in the RTSS 2019 paper). */
  strategy?: Strategy;
  /**
   * Default true: the output is an ES module and imports `@preempt/runtime/abi`. False: a classic script, which
   * imports nothing and reaches the runtime (loaded before it) through a global symbol.
   */
  module?: boolean;
  /** Whether to make a source map. Default true. */
  sourceMap?: boolean;
  /** TypeScript options that change what code means (decorators, class fields). JSX is kept unless set here. */
  compilerOptions?: ts.CompilerOptions;
}

/** A source map, version 3. */
export interface SourceMap {
  version: number;
  file: string;
  sources: string[];
  sourcesContent: string[];
  names: string[];
  mappings: string;
}

export interface TransformResult {
  /** JavaScript; types are gone, JSX is kept. */
  code: string;
  /** Undefined with `sourceMap: false`. */
  map: SourceMap | undefined;
  diagnostics: Diagnostic[];
  functions: FunctionSummary;
}

/** What became of the functions of the file. */
export interface FunctionSummary {
  /** How many were made preemptable. */
  preemptable: number;
  /**
   * Those that were wanted and stay as they are, each with the reason. With `functions: "all"` nobody asked for a
   * particular one, so these are not among the diagnostics.
   */
  refused: Diagnostic[];
}

/**
 * Makes the annotated functions of one file preemptable.
 *
 * A file with syntax errors is returned as it is, with a `syntax_error` diagnostic for each; a function that cannot
 * be handled exactly stays as it is, with a diagnostic that says why.
 *
 * @throws TypeError if `code` or `fileName` is not a string, or an option has a value that does not exist
 */
export function transform(code: string, options: TransformOptions): TransformResult {
  checkOptions(code, options);
  const { fileName, functions = "annotated", strategy = "capture", module = true, sourceMap = true } = options;
  const diagnostics: Diagnostic[] = [];
  const summary: FunctionSummary = { preemptable: 0, refused: [] };
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (sourceFile) =>
    rewriteSourceFile(sourceFile, context, {
      functions,
      strategy,
      linkage: module ? "named" : "global",
      report: (d) => diagnostics.push(d),
      summary,
    });
  const output = ts.transpileModule(code, {
    fileName,
    reportDiagnostics: true,
    transformers: { before: [transformer] },
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.Preserve,
      // A script's meaning must not change: no "use strict" is added to it.
      alwaysStrict: module,
      ignoreDeprecations: "6.0",
      ...options.compilerOptions,
      module: ts.ModuleKind.ESNext,
      moduleDetection: module ? ts.ModuleDetectionKind.Force : ts.ModuleDetectionKind.Legacy,
      sourceMap,
      inlineSources: sourceMap,
      isolatedModules: true,
    },
  });
  const errors = (output.diagnostics ?? []).filter(
    (d) => d.category === ts.DiagnosticCategory.Error && d.file && !legalJavaScript.has(d.code),
  );
  if (errors.length > 0) {
    const syntax = errors.map((d) =>
      diagnose(d.file as ts.SourceFile, { start: d.start ?? 0, length: d.length ?? 1 }, "syntax_error", {
        what: ts.flattenDiagnosticMessageText(d.messageText, "\n"),
      }),
    );
    return { code, map: undefined, diagnostics: syntax, functions: { preemptable: 0, refused: [] } };
  }
  return {
    code: output.outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n"),
    map: output.sourceMapText ? namedMap(output.sourceMapText, fileName) : undefined,
    diagnostics,
    functions: summary,
  };
}

/** What TypeScript's parser refuses though the language has it: `o?.#m`, and octal numbers in sloppy code. */
const legalJavaScript = new Set([18030, 1121, 1487, 1488, 1489]);

function namedMap(text: string, fileName: string): SourceMap {
  const map = JSON.parse(text) as SourceMap;
  return { ...map, sources: [fileName] };
}

function checkOptions(code: unknown, options: TransformOptions | undefined): void {
  if (typeof code !== "string") {
    throw new TypeError(`transform_input: transform takes the code as a string, not ${typeof code}.`);
  }
  if (typeof options?.fileName !== "string") {
    throw new TypeError(
      "transform_file_name: transform needs { fileName } with the extension of the code, for example 'app.ts'.",
    );
  }
  const { functions = "annotated", strategy = "capture" } = options;
  if (functions !== "annotated" && functions !== "all") {
    throw new TypeError(`transform_functions: functions is ${String(functions)}. Give "annotated" or "all".`);
  }
  if (strategy !== "capture" && strategy !== "paper") {
    throw new TypeError(`transform_strategy: strategy is ${String(strategy)}. Give "capture" or "paper".`);
  }
}
