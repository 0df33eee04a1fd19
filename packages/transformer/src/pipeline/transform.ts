/**
 * `transform`: one file's text in, JavaScript text out. Synchronous and without type information.
 */
import * as ts from "typescript";
import { JobCalls } from "../2-find/job-calls.ts";
import { noPassing, type Passing } from "../2-find/passing.ts";
import type { FileProfile } from "../2-find/profiled.ts";
import { findEarlyErrors } from "../3-check/early-errors.ts";
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import { addGuards } from "../5-emit/guards.ts";
import { recordAccesses } from "../accesses/recorded.ts";
import type { ReachedPackages } from "../project/scheduler-imports.ts";
import { type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import { refuseOldEngine } from "../shared/engine.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import { checkOptions, transformOptions } from "../shared/options.ts";
import { keepDefaultName } from "../syntax/default-class.ts";
import { blank, findHtmlComments } from "../syntax/html-comments.ts";
import { isLegal } from "../syntax/legal.ts";
import { nameResumableBodies } from "../syntax/map-names.ts";
import { makePrintable } from "../syntax/printable.ts";
import { aboutProblem } from "../syntax/too-deep.ts";
import { ImportedFiles, type ReadImport } from "./imported-files.ts";
import { type Planned, rewriteSourceFile } from "./pipeline.ts";

/** Options of {@link transform}. */
export interface TransformOptions {
  /** Name of the file, for diagnostics and the source map. Its extension decides between TS, TSX, JS and JSX. */
  fileName: string;
  /** Which functions become preemptable: annotated ones (default), or every function with a preemption point. */
  functions?: "annotated" | "all";
  /**
   * Whether functions of this file that an annotated one reaches become preemptable as well, except those marked
   * `@preempt never`. Calls, callbacks, closures, and methods by their names are followed. Default false.
   */
  propagate?: boolean;
  /**
   * Calls that run the functions passed to them as jobs, beside those that are recognised: "rt.submit", "enqueue". Default: none.
   */
  jobs?: readonly string[];
  /** Whether one job at a time may be in the functions of the file, whatever the analysis finds. Default false. */
  exclusive?: boolean;
  /** Whether jobs may interleave at every preemption point of the file, whatever the analysis finds. Default false. */
  reentrant?: boolean;
  /** How calls suspend: "capture" (default: run or capture) or "paper" (`yield*`, as in the RTSS 2019 paper). */
  strategy?: Strategy;
  /** "speed" (default), "size" (shorter output, which is slower), or single optimisations by name, for measurements. */
  optimize?: Optimize;
  /**
   * Whether the output is a module. True (default): an ES module, which imports `@preempt/runtime/abi`, or CommonJS if the file's
   * name ends with `.cjs`. False: a classic script, which imports nothing and finds the runtime, loaded before it, through a global
   * symbol.
   */
  module?: boolean;
  /** Whether to make a source map. Default true. */
  sourceMap?: boolean;
  /**
   * Called for each import whose functions are called. Returns the file that `specifier` leads to in `importer`, if you know it.
   * Calls of its functions without a preemption point are then plain, as within a file. Default: imports are unknown, and their
   * calls check at run time.
   */
  readImport?: ReadImport;
  /**
   * For tests only: whether the output records each access of state that several jobs may share, and each statement, for the race
   * finder of `@preempt/runtime/testing`. The finder can then say what was written and read, and where. Code that no option and no
   * comment marks as exclusive is then reentrant. The output is slower and larger. Default false.
   */
  accesses?: boolean;
  /**
   * For hosts of code that is not trusted to end, as `@preempt/script`: the name of an object that the output has in scope. Where the
   * output runs to its end, without preemption, it counts `fuel` of that object down, in each round of a loop and at the start of each
   * function, and calls `check()` when it is below 0; `check(true)` in a function that jobs run as well. What an async function throws
   * there goes to `failed(error)`, whose result is awaited. Default: no such guards.
   */
  guard?: string;
  /** TypeScript options that change what code means (decorators, class fields). JSX is kept unless set here. Default: none. */
  compilerOptions?: ts.CompilerOptions;
}

/** A source map, version 3. */
export interface SourceMap {
  /** Always 3. */
  version: number;
  /** The name of the output. */
  file: string;
  /** The names of the sources. */
  sources: string[];
  /** The text of the sources. */
  sourcesContent: string[];
  /** Names that mappings mention. */
  names: string[];
  /** The mappings, in the encoding of the format. */
  mappings: string;
}

/** The result of {@link transform}. */
export interface TransformResult {
  /** JavaScript; types are gone, JSX is kept. */
  code: string;
  /** Undefined with `sourceMap: false`. */
  map: SourceMap | undefined;
  /** What was found, in the order of the file. */
  diagnostics: Diagnostic[];
  /** How many functions were made preemptable, and which were not. */
  functions: FunctionSummary;
}

/** How many functions of the file were made preemptable, and which were refused. */
export interface FunctionSummary {
  /** How many were made preemptable. */
  preemptable: number;
  /**
   * Selected functions that stay as they are, each with the reason. With `functions: "all"`, these are not among the diagnostics,
   * because no single function was requested.
   */
  refused: Diagnostic[];
}

/**
 * Makes the annotated functions of one file preemptable.
 *
 * A file with syntax errors is returned as it is, with a `syntax_error` diagnostic for each. A function that cannot be handled
 * exactly stays as it is, with a diagnostic that says why.
 *
 *     const { code, diagnostics } = transform(text, { fileName: "search.ts" });
 *
 * @throws TypeError if `code` or `fileName` is not a string, or an option has a value that does not exist
 */
export function transform(code: string, options: TransformOptions): TransformResult {
  checkInput(code, options);
  const { isRewritten, ...result } = transformFile(code, options);
  return result;
}

/** The result of `transform`, with what integrations need in addition. */
export interface Transformed extends TransformResult {
  /** Whether the code says anything else than the file. */
  isRewritten: boolean;
}

/**
 * `transform` for the integrations.
 *
 * @param known Where functions start that are reached from any file of the project; what imports lead to; whether the file is
 *   CommonJS, and may import nothing. Default: whether its name says so
 * @internal
 */
export function transformFile(
  code: string,
  options: TransformOptions,
  known: {
    readonly reached?: readonly number[] | undefined;
    readonly imports?: ImportedFiles | undefined;
    readonly isCommonJs?: boolean;
    /** What the options `exclusive` and `reentrant` of the plugins say of the file. */
    readonly exclusivity?: Exclusivity;
    /** What the file's imports lead to, though it does not mention it. */
    readonly reachedPackages?: ReachedPackages | undefined;
    readonly passing?: Passing | undefined;
    readonly profile?: FileProfile | undefined;
    readonly onPlanned?: ((planned: Planned) => void) | undefined;
  } = {},
): Transformed {
  refuseOldEngine();
  const imports = known.imports ?? (options.readImport && new ImportedFiles(options.readImport));
  const { fileName, functions = "annotated", strategy = "capture", module = true, sourceMap = true } = options;
  // Node and bundlers take what is named so for CommonJS, whatever it says.
  const isCommonJs = known.isCommonJs || fileName.endsWith(".cjs");
  const linkage = !module ? "global" : isCommonJs ? "commonjs" : "named";
  const isModule = linkage === "named";
  const diagnostics: Diagnostic[] = [];
  const summary = nothing();
  const early: Diagnostic[] = [];
  let isRewritten = false;
  const recorded = options.accesses === true ? recordAccesses(code, fileName, linkage === "global") : undefined;
  const reached = known.reached && recorded ? recorded.moved(known.reached) : known.reached;
  const source = recorded?.code ?? code;
  const isJavaScript = /\.[cm]?jsx?$/.test(fileName);
  const htmlComments = () => (isJavaScript ? findHtmlComments(source, fileName) : []);
  /** The file as TypeScript's parser can read it. */
  const readable = () => {
    const comments = htmlComments();
    if (!isModule) return blank(source, comments);
    const file = ts.createSourceFile(fileName, comments.length > 0 ? source : "", ts.ScriptTarget.ESNext);
    for (const { start, end } of comments) {
      const what = "A module cannot contain HTML-like comments.";
      early.push(diagnose(file, { start, length: end - start }, "syntax_error", { what }));
    }
    return source;
  };
  const { guard } = options;
  const guards: ts.TransformerFactory<ts.SourceFile>[] =
    guard === undefined ? [] : [(context) => (file) => addGuards(file, context, guard)];
  const transformer: ts.TransformerFactory<ts.SourceFile> = (context) => (sourceFile) => {
    for (const { node, what } of findEarlyErrors(sourceFile)) {
      early.push(diagnose(sourceFile, spanOf(node, sourceFile), "syntax_error", { what }));
    }
    if (early.length > 0) return sourceFile;
    const made = rewriteSourceFile(sourceFile, context, {
      functions,
      propagate: options.propagate,
      reached,
      // The finder shows what happens where jobs interleave; and the analysis would have to see through the notes.
      exclusivity: known.exclusivity ?? exclusivityIn(options) ?? (recorded && "reentrant"),
      reachedPackages: known.reachedPackages,
      passing: known.passing ?? passingIn(options, source),
      profile: known.profile,
      imports,
      strategy,
      optimize: options.optimize,
      linkage,
      report: (d) => diagnostics.push(d),
      onPlanned: known.onPlanned,
      summary,
    });
    isRewritten = made !== sourceFile || recorded !== undefined;
    return made;
  };
  const printed = attempt(() =>
    ts.transpileModule(readable(), {
      fileName,
      reportDiagnostics: true,
      transformers: {
        before: [transformer, ...guards, (context) => (file) => keepDefaultName(makePrintable(file, context), context)],
      },
      compilerOptions: {
        target: ts.ScriptTarget.ESNext,
        jsx: ts.JsxEmit.Preserve,
        // A script's meaning must not change: no "use strict" is added to it.
        alwaysStrict: isModule,
        ignoreDeprecations: "6.0",
        // `import {} from "x"` runs x; in TypeScript it may be left of types.
        verbatimModuleSyntax: isJavaScript,
        ...options.compilerOptions,
        module: ts.ModuleKind.ESNext,
        moduleDetection: isModule ? ts.ModuleDetectionKind.Force : ts.ModuleDetectionKind.Legacy,
        sourceMap,
        inlineSources: sourceMap,
        isolatedModules: true,
      },
    }),
  );
  if (printed.output === undefined) {
    const finding = aboutProblem(fileName, printed.problem);
    return { code, map: undefined, diagnostics: [finding], functions: nothing(), isRewritten: false };
  }
  const { output } = printed;
  const errors = (output.diagnostics ?? []).filter(
    (d) => d.category === ts.DiagnosticCategory.Error && d.file && !isLegal(d),
  );
  const syntax = errors.map((d) =>
    diagnose(d.file as ts.SourceFile, { start: d.start ?? 0, length: d.length ?? 1 }, "syntax_error", {
      what: ts.flattenDiagnosticMessageText(d.messageText, "\n"),
    }),
  );
  if (syntax.length + early.length > 0) {
    return { code, map: undefined, diagnostics: [...syntax, ...early], functions: nothing(), isRewritten: false };
  }
  const emitted = withoutMapComment(output.outputText);
  return {
    code: emitted,
    map: output.sourceMapText ? mapOf(code, emitted, output.sourceMapText, fileName) : undefined,
    diagnostics,
    functions: summary,
    isRewritten,
  };
}

function nothing(): FunctionSummary {
  return { preemptable: 0, refused: [] };
}

/** TypeScript's printer gives up on some legal programs, such as one that returns `o?.#m`, and on what is nested too deep. */
function attempt<T>(print: () => T): { output: T } | { output: undefined; problem: unknown } {
  try {
    return { output: print() };
  } catch (problem) {
    return { output: undefined, problem };
  }
}

/** TypeScript names a file in its last line, in which no map will be. */
function withoutMapComment(code: string): string {
  const text = code.trimEnd();
  const lastLine = text.lastIndexOf("\n") + 1;
  return lastLine > 0 && text.startsWith("//# sourceMappingURL=", lastLine) ? text.slice(0, lastLine) : code;
}

function mapOf(source: string, code: string, text: string, fileName: string): SourceMap {
  const map = JSON.parse(text) as SourceMap;
  // TypeScript puts in what it was given to read.
  return { ...map, sources: [fileName], sourcesContent: [source], ...nameResumableBodies(code, map.mappings) };
}

function passingIn({ jobs = [] }: TransformOptions, code: string): Passing {
  return { ...noPassing, jobs, mayCall: new JobCalls(jobs).mayBeIn(code) };
}

function exclusivityIn({ exclusive, reentrant }: TransformOptions): Exclusivity {
  if (exclusive) return "exclusive";
  return reentrant ? "reentrant" : undefined;
}

function checkInput(code: unknown, options: TransformOptions | undefined): void {
  if (typeof code !== "string") {
    throw new TypeError(`transform_input: the code is of type ${typeof code}. Give the text of a file, a string.`);
  }
  if (typeof options?.fileName !== "string") {
    throw new TypeError(
      `transform_file_name: the fileName is ${String(options?.fileName)}. Give a name with the extension of the code: { fileName: "app.ts" }.`,
    );
  }
  checkOptions(options, transformOptions);
}
