/** What the worker does with a program: transform it, find what the page has to know to run it, and what it must tell. */
import { type TransformOptions, transform } from "@preempt/transformer";
import ts from "typescript";
import { findEndlessLoops } from "./endless.ts";
import { findGiven } from "./given.ts";
import { findImports, type Specifier } from "./imports.ts";
import { isKnownModule, moduleNames } from "./module-names.ts";

export type CompileOptions = Required<Pick<TransformOptions, "strategy" | "functions">> & {
  readonly optimize: "speed" | "size";
};

/** Something to say about the program. Positions are offsets in its text; the line counts from 1. */
export interface Problem {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string;
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

export interface Compiled {
  /** JavaScript, or the program itself if it has errors. */
  readonly code: string;
  /** By position. */
  readonly problems: readonly Problem[];
  /** How many functions became preemptable. */
  readonly preemptable: number;
  /** How many were wanted and did not. */
  readonly refused: number;
  /** How much longer the output is than what TypeScript alone makes of the program. */
  readonly growth: number;
  /** What `code` imports. */
  readonly imports: readonly Specifier[];
  /** What it gets without importing it, of what {@link findGiven} knows. */
  readonly given: readonly string[];
  /** From `code` to the program, as in a source map. */
  readonly mappings: string;
  readonly isRunnable: boolean;
}

export const fileName = "program.ts";

export function compile(program: string, options: CompileOptions): Compiled {
  const result = transform(program, { fileName, ...options });
  const source = ts.createSourceFile(fileName, program, ts.ScriptTarget.ESNext, true);
  const findings = result.diagnostics.map(
    ({ code, severity, message, hint, start, length, line }): Problem => ({
      ...{ code, severity, message, hint, line },
      from: start,
      to: start + length,
    }),
  );
  const hasSyntaxErrors = findings.some(({ severity }) => severity === "error");
  const emitted = ts.createSourceFile("program.js", result.code, ts.ScriptTarget.ESNext, true);
  const own = hasSyntaxErrors
    ? []
    : [...unknownModules(source), ...decorators(source, emitted), ...unstoppable(source, options)];
  const problems = [...findings, ...own].sort((a, b) => a.from - b.from);
  return {
    code: result.code,
    problems,
    preemptable: result.functions.preemptable,
    refused: result.functions.refused.length,
    growth: hasSyntaxErrors ? 1 : result.code.length / Math.max(plainLength(program), 1),
    imports: findImports(emitted),
    given: findGiven(emitted),
    mappings: result.map?.mappings ?? "",
    isRunnable: problems.every(({ severity }) => severity !== "error"),
  };
}

function unknownModules(source: ts.SourceFile): Problem[] {
  return findImports(source)
    .filter(({ name }) => !isKnownModule(name))
    .map(({ name, from, to }) => ({
      code: "PG1",
      severity: "error",
      message: `The playground has no module "${name}".`,
      hint: `Import from ${moduleNames.map((known) => `"${known}"`).join(", ")}.`,
      ...{ from, to, line: lineOf(source, from) },
    }));
}

/** Those that are left in the output, which browsers do not parse. */
function decorators(source: ts.SourceFile, emitted: ts.SourceFile): Problem[] {
  const left = new Set(decoratorsOf(emitted).map(({ expression }) => expression.getText(emitted)));
  return decoratorsOf(source)
    .filter(({ expression }) => left.has(expression.getText(source)))
    .map((decorator) => {
      const from = decorator.getStart(source);
      return {
        code: "PG3",
        severity: "error",
        message: "Browsers know no decorators yet.",
        hint: "Call the function on the class or method instead.",
        ...{ from, to: decorator.end, line: lineOf(source, from) },
      };
    });
}

function decoratorsOf(source: ts.SourceFile): ts.Decorator[] {
  const found: ts.Decorator[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isDecorator(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function unstoppable(source: ts.SourceFile, { functions }: CompileOptions): Problem[] {
  return findEndlessLoops(source, functions === "all").map(({ from, to, isTopLevel }) => ({
    code: "PG2",
    severity: "warning",
    message:
      "Nothing can stop this endless loop: it is not in a preemptable function. The page hangs if it is reached.",
    hint: isTopLevel
      ? "Move it into a function with /** @preempt */ and submit that."
      : "Annotate the function, and submit it.",
    ...{ from, to, line: lineOf(source, from) },
  }));
}

function lineOf(source: ts.SourceFile, position: number): number {
  return source.getLineAndCharacterOfPosition(position).line + 1;
}

/** What TypeScript makes of it without us: types and comments weigh nothing in the comparison. */
function plainLength(program: string): number {
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(program, { fileName, compilerOptions }).outputText.length;
}
