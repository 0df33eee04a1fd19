/**
 * Stack traces of a program, led back to its source: those of each `log` call, of each logged error and of the error
 * that ends it. A transformed program must have those of the plain one.
 */
import { runInThisContext } from "node:vm";
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import "@preempt/runtime/script";
import { drive, driveAsync } from "@preempt/runtime/testing";
import ts from "typescript";
import { type Optimize, transform } from "../../src/index.ts";
import type { Strategy } from "../../src/shared/optimize.ts";
import type { Program } from "./harness.ts";

/** Code with the map that leads back to the program. */
export interface Compiled {
  readonly code: string;
  readonly map: TraceMap;
}

/** Innermost frame first: "line:column" from 1, in the source; "?" where the map leads nowhere. */
export type Stack = readonly string[];

const file = "program.stacks.js";

const fileNameOf = (program: Program) => `program.${program.extension ?? "ts"}`;

export function compileTransformed(
  program: Program,
  strategy: Strategy = "capture",
  optimize: Optimize = "speed",
): Compiled {
  const { code, map } = transform(program.code, {
    fileName: fileNameOf(program),
    module: false,
    functions: program.functions ?? "annotated",
    strategy,
    optimize,
    compilerOptions: { jsx: ts.JsxEmit.React },
  });
  return { code, map: new TraceMap(JSON.stringify(map)) };
}

/** What TypeScript alone makes of it. */
export function compilePlain(program: Program): Compiled {
  const { outputText, sourceMapText } = ts.transpileModule(program.code, {
    fileName: fileNameOf(program),
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.React,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Legacy,
      alwaysStrict: false,
      ignoreDeprecations: "6.0",
      sourceMap: true,
    },
  });
  return { code: outputText, map: new TraceMap(sourceMapText as string) };
}

type Run = (main: () => unknown) => unknown;

export const plainly: Run = (main) => main();
export const driven =
  (budget: number): Run =>
  (main) =>
    drive(main, { budget }).value;
export const drivenAsync =
  (budget: number): Run =>
  async (main) =>
    (await driveAsync(main, { budget })).value;

/** The stacks of one run, in the order in which they came about. */
export async function stacksOf(program: Program, compiled: Compiled, run: Run): Promise<Stack[]> {
  const stacks: Stack[] = [];
  const lines = compiled.code.split("\n");
  const { prepareStackTrace, stackTraceLimit } = Error;
  const sites = (_: Error, s: NodeJS.CallSite[]) => s;
  const record = (error: Error) => {
    const found = error.stack as unknown;
    if (!Array.isArray(found)) return;
    stacks.push(
      (found as NodeJS.CallSite[])
        .filter((s) => s.getFileName() === file && !s.isAsync())
        .map((s) => [s.getLineNumber() as number, s.getColumnNumber() as number] as const)
        .filter(([line]) => !isEntry(lines[line - 1] ?? ""))
        .map(([line, column]) => {
          const at = originalPositionFor(compiled.map, { line, column: column - 1 });
          return at.line === null ? "?" : `${at.line}:${at.column + 1}`;
        }),
    );
  };
  const recordIn = (value: unknown): void => {
    if (value instanceof Error) record(value);
    else if (Array.isArray(value)) value.forEach(recordIn);
  };
  const log = (...args: unknown[]) => {
    record(new Error("log"));
    recordIn(args);
  };
  const prologue = program.strict === false ? "" : '"use strict";';
  const source = `(function (log) { ${prologue}\n${compiled.code}\nreturn main; })`;
  const make = runInThisContext(source, { filename: file, lineOffset: -1 }) as (l: typeof log) => () => unknown;
  Error.prepareStackTrace = sites as typeof Error.prepareStackTrace;
  Error.stackTraceLimit = 50;
  try {
    recordIn(await run(make(log)));
  } catch (error) {
    recordIn(error);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
  return stacks;
}

/**
 * The line of a function that only drives its resumable body, of the variables around one, or of what reads `super` for one: a frame
 * that the plain program does not have.
 */
function isEntry(line: string): boolean {
  return /\$preempt\.(enter|enterPlain|enterAsync|resumeExact|completed)\(|\$super"\)\]\(\) \{|^\s*return [\w$]+\$resumable\w*\(\$depth, \$this\b/.test(
    line,
  );
}
