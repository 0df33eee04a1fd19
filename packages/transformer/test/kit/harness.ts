/**
 * Runs one program many ways: as it stands, and transformed at several budgets and with both strategies. What it logs,
 * returns and throws must be the same each time.
 */
import "@preempt/runtime/script";
import { drive, driveAsync } from "@preempt/runtime/testing";
import ts from "typescript";
import { type TransformOptions, type TransformResult, transform } from "../../src/index.ts";
import { catalog, type Diagnostic } from "../../src/shared/diagnostics.ts";
import { type Combination, combinationOf, nameOf } from "./combinations.ts";

export interface Program {
  /** Declares a function `main`; may call `log(...)`. */
  readonly code: string;
  /** Source extension. Default "ts". */
  readonly extension?: "ts" | "tsx" | "js" | "jsx";
  readonly strict?: boolean;
  readonly functions?: "annotated" | "all";
  /** TypeScript's older decorators. */
  readonly experimentalDecorators?: boolean;
  /** Whether fields of classes are defined, as in the language, or assigned. Default: defined. */
  readonly useDefineForClassFields?: boolean;
  /** Default: the newest. */
  readonly target?: ts.ScriptTarget;
}

type Main = (...args: unknown[]) => unknown;

export interface Loaded {
  readonly main: Main;
  readonly log: string[];
}

export const show = (value: unknown, depth = 0): string => {
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
  // A JSX pragma has to stand first.
  const prologue = program.strict === false || program.code.startsWith("/** @jsx") ? "" : '"use strict"; ';
  return transform(prologue + program.code, {
    fileName: `program.${program.extension ?? "ts"}`,
    module: false,
    functions: program.functions ?? "annotated",
    compilerOptions: {
      jsx: ts.JsxEmit.React,
      experimentalDecorators: program.experimentalDecorators ?? false,
      useDefineForClassFields: program.useDefineForClassFields ?? true,
      target: program.target ?? ts.ScriptTarget.ESNext,
    },
    sourceMap: false,
    ...options,
  });
}

/** What the transform refused, without its remarks on functions that it did handle. */
export function refusals(result: TransformResult): Diagnostic[] {
  const stays = catalog.constructor_stays.code;
  return result.diagnostics.filter((d) => d.code < catalog.broken_chain.code || d.code === stays);
}

/** The program as JavaScript, untransformed. */
function plainJavaScript(program: Program): string {
  if (program.extension === "js") return program.code;
  return ts.transpileModule(program.code, {
    fileName: `program.${program.extension ?? "ts"}`,
    compilerOptions: {
      target: program.target ?? ts.ScriptTarget.ESNext,
      jsx: ts.JsxEmit.React,
      module: ts.ModuleKind.ESNext,
      moduleDetection: ts.ModuleDetectionKind.Legacy,
      alwaysStrict: false,
      experimentalDecorators: program.experimentalDecorators ?? false,
      useDefineForClassFields: program.useDefineForClassFields ?? true,
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

type Counter = () => void;

export function observe(loaded: Loaded, run: (main: Main, onPreempt: Counter) => unknown): Observed {
  let preemptions = 0;
  const ended = (outcome: string) => ({ outcome, log: loaded.log, preemptions });
  try {
    return ended(`returns ${show(run(loaded.main, () => preemptions++))}`);
  } catch (error) {
    return ended(`throws ${show(error)}`);
  }
}

export async function observeAsync(
  loaded: Loaded,
  run: (main: Main, onPreempt: Counter) => Promise<unknown>,
): Promise<Observed> {
  let preemptions = 0;
  const ended = async (outcome: string) => {
    // What main has left running ends, too: how far it has come by now is nobody's.
    await new Promise((resolve) => setImmediate(resolve));
    return { outcome, log: loaded.log, preemptions };
  };
  try {
    return await ended(`returns ${show(await run(loaded.main, () => preemptions++))}`);
  } catch (error) {
    return await ended(`throws ${show(error)}`);
  }
}

export const budgets = [0, 1, 2, 7, 300] as const;

/** How the plain body of a comparison is called, or the suspended one. */
export interface CallWay {
  readonly label: string;
  /** Undefined: called plainly. */
  readonly budget: number | undefined;
}

export const calledPlainly: CallWay = { label: "called plainly", budget: undefined };
export const atBudget = (budget: number): CallWay => ({ label: `budget ${budget}`, budget });
const everyWay: readonly CallWay[] = [calledPlainly, ...budgets.map(atBudget)];

export interface Comparison {
  readonly label: string;
  /** Called by code that knows nothing of preemption. */
  readonly plainly: boolean;
  readonly expected: Observed;
  readonly actual: Observed;
  /** What the transform left alone. */
  readonly refused: readonly string[];
}

interface Emitted {
  readonly label: string;
  readonly code: string;
  /** What the transform left alone. */
  readonly refused: readonly string[];
}

/** A compiler that is asked once for each program and way. */
function once<R>(compile: (program: Program, options: Partial<TransformOptions>) => R): typeof compile {
  const made = new Map<string, R>();
  return (program, options) => {
    const { code, extension, strict, functions = "annotated", target } = program;
    const { experimentalDecorators, useDefineForClassFields } = program;
    const how = [extension, strict, functions, target, experimentalDecorators, useDefineForClassFields];
    const key = JSON.stringify([code, how, options]);
    const result = made.get(key) ?? compile(program, options);
    made.set(key, result);
    return result;
  };
}

const plainOnce = once(plainJavaScript);
const transformedOnce = once((program, options) => {
  const result = transformProgram(program, options);
  // What is left of JSX is another compiler's.
  const code = isJsx(program) ? plainJavaScript({ ...program, code: result.code }) : result.code;
  return { code, refused: refusals(result).map((d) => d.code) };
});

// TypeScript reads a JSX pragma only where it stands first, which it does not in what is emitted.
const isJsx = ({ extension, code }: Program) => extension === "tsx" && !code.startsWith("/** @jsx");

/** Run or capture with each of the combinations, then the paper's strategy, if it is wanted. The same code is run once. */
export function emit(program: Program, combinations: readonly Combination[], isPaper: boolean): Emitted[] {
  const emitted = new Map<string, Emitted>();
  const add = (label: string, options: Partial<TransformOptions>) => {
    const { code, refused } = transformedOnce(program, options);
    if (!emitted.has(code)) emitted.set(code, { label, code, refused });
  };
  // A draw may be one that was there already.
  for (const [name, optimize] of new Map(combinations.map((combination) => [nameOf(combination), combination]))) {
    add(name === "speed" ? "capture" : `capture ${name}`, { optimize });
  }
  if (isPaper) add("paper", { strategy: "paper" });
  if (isJsx(program)) add("capture, JSX left as it is", { compilerOptions: { jsx: ts.JsxEmit.Preserve } });
  return [...emitted.values()];
}

const byDefault: readonly Combination[] = [combinationOf("speed")];

/** How often a program is run, and on what. */
export interface Runs {
  /** Default: called plainly, and at each of {@link budgets}. */
  readonly ways?: readonly CallWay[];
  /** Of optimisations. Default: all are made. */
  readonly combinations?: readonly Combination[];
  /** Whether by the paper's strategy as well. Default: it is. */
  readonly isPaper?: boolean;
}

/** The program as it stands, whichever of its functions may be preempted. */
export const loadPlain = ({ functions: _, ...program }: Program) => load(program, plainOnce(program, {}));

/** Each way of running the program beside the plain run. */
export function compare(program: Program, runs: Runs = {}): Comparison[] {
  const { ways = everyWay, combinations = byDefault, isPaper = true } = runs;
  const expected = observe(loadPlain(program), (main) => main());
  return emit(program, combinations, isPaper).flatMap(({ label: how, code, refused }) =>
    ways.map(({ label, budget }) => {
      const actual = observe(load(program, code), (main, onPreempt) =>
        budget === undefined ? main() : drive(main, { budget, onPreempt }).value,
      );
      return { label: `${how}, ${label}`, plainly: budget === undefined, expected, actual, refused };
    }),
  );
}

export async function compareAsync(program: Program, runs: Runs = {}): Promise<Comparison[]> {
  const { ways = everyWay, combinations = byDefault, isPaper = true } = runs;
  const expected = await observeAsync(loadPlain(program), async (main) => main());
  const comparisons: Comparison[] = [];
  for (const { label: how, code, refused } of emit(program, combinations, isPaper)) {
    for (const { label, budget } of ways) {
      const actual = await observeAsync(load(program, code), async (main, onPreempt) =>
        budget === undefined ? main() : (await driveAsync(main, { budget, onPreempt })).value,
      );
      comparisons.push({ label: `${how}, ${label}`, plainly: budget === undefined, expected, actual, refused });
    }
  }
  return comparisons;
}
