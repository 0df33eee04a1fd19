/**
 * Runs one program many ways: as it stands, and transformed at several budgets and with both strategies. What it logs,
 * returns and throws must be the same each time.
 */
import { type Driven, drive, driveAsync } from "@preempt/runtime/testing";
import ts from "typescript";
import { type TransformOptions, type TransformResult, transform } from "../src/index.ts";

export interface Program {
  /** Declares a function `main`; may call `log(...)`. */
  readonly code: string;
  /** Source extension. Default "ts". */
  readonly extension?: "ts" | "tsx" | "js" | "jsx";
  readonly strict?: boolean;
  readonly functions?: "annotated" | "all";
}

type Main = (...args: unknown[]) => unknown;

export interface Loaded {
  readonly main: Main;
  readonly log: string[];
}

const show = (value: unknown, depth = 0): string => {
  if (typeof value === "function") return `function ${value.name}/${value.length}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (typeof value === "symbol") return value.toString();
  if (Array.isArray(value)) return depth > 3 ? "[…]" : `[${value.map((v) => show(v, depth + 1)).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([k, v]) => `${k}:${depth > 3 ? "…" : show(v, depth + 1)}`);
    return `{${entries.join(",")}}`;
  }
  return Object.is(value, -0) ? "-0" : typeof value === "string" ? JSON.stringify(value) : String(value);
};

export function transformProgram(program: Program, options: Partial<TransformOptions> = {}): TransformResult {
  return transform(program.code, {
    fileName: `program.${program.extension ?? "ts"}`,
    module: false,
    functions: program.functions ?? "annotated",
    compilerOptions: { jsx: ts.JsxEmit.React },
    ...options,
  });
}

/** The program as JavaScript, untransformed. */
function plainJavaScript(program: Program): string {
  if (program.extension === "js") return program.code;
  return ts.transpileModule(program.code, {
    fileName: `program.${program.extension ?? "ts"}`,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.React,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Legacy,
      alwaysStrict: false,
      ignoreDeprecations: "6.0",
    },
  }).outputText;
}

export function load(program: Program, javascript: string): Loaded {
  const log: string[] = [];
  const prologue = program.strict === false ? "" : '"use strict";\n';
  const make = new Function("log", `${prologue}${javascript}\nreturn main;`) as (
    log: (...args: unknown[]) => void,
  ) => Main;
  return { main: make((...args) => void log.push(args.map((a) => show(a)).join(" "))), log };
}

/** What a run came to, as text that can be compared. */
export interface Observed {
  readonly outcome: string;
  readonly log: string[];
  readonly preemptions: number;
}

export function observe(loaded: Loaded, run: (main: Main) => Driven<unknown>): Observed {
  try {
    const { value, preemptions } = run(loaded.main);
    return { outcome: `returns ${show(value)}`, log: loaded.log, preemptions };
  } catch (error) {
    return { outcome: `throws ${show(error)}`, log: loaded.log, preemptions: 0 };
  }
}

export async function observeAsync(loaded: Loaded, run: (main: Main) => Promise<Driven<unknown>>): Promise<Observed> {
  try {
    const { value, preemptions } = await run(loaded.main);
    return { outcome: `returns ${show(value)}`, log: loaded.log, preemptions };
  } catch (error) {
    return { outcome: `throws ${show(error)}`, log: loaded.log, preemptions: 0 };
  }
}

export const budgets = [0, 1, 2, 7, 300] as const;

const called = (main: Main): Driven<unknown> => ({ value: main(), preemptions: 0 });

export interface Comparison {
  readonly label: string;
  readonly expected: Observed;
  readonly actual: Observed;
}

/** Each way of running the program beside the plain run. */
export function compare(program: Program): Comparison[] {
  const expected = observe(load(program, plainJavaScript(program)), called);
  const comparisons: Comparison[] = [];
  for (const strategy of ["capture", "paper"] as const) {
    const { code } = transformProgram(program, { strategy });
    const add = (label: string, run: (main: Main) => Driven<unknown>) =>
      comparisons.push({ label: `${strategy}, ${label}`, expected, actual: observe(load(program, code), run) });
    add("called plainly", called);
    for (const budget of budgets) add(`budget ${budget}`, (main) => drive(main, { budget }));
  }
  return comparisons;
}

export async function compareAsync(program: Program): Promise<Comparison[]> {
  const calledAsync = async (main: Main) => ({ value: await main(), preemptions: 0 });
  const expected = await observeAsync(load(program, plainJavaScript(program)), calledAsync);
  const comparisons: Comparison[] = [];
  for (const strategy of ["capture", "paper"] as const) {
    const { code } = transformProgram(program, { strategy });
    const add = async (label: string, run: (main: Main) => Promise<Driven<unknown>>) =>
      comparisons.push({
        label: `${strategy}, ${label}`,
        expected,
        actual: await observeAsync(load(program, code), run),
      });
    await add("called plainly", calledAsync);
    for (const budget of budgets) await add(`budget ${budget}`, (main) => driveAsync(main, { budget }));
  }
  return comparisons;
}
