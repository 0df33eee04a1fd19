/** Runs the input of a fixture as it stands, and what the transform made of it. What they do must be the same. */
import * as runtime from "@preempt/runtime";
import * as abi from "@preempt/runtime/script";
import { driveAsync } from "@preempt/runtime/testing";
import ts from "typescript";
import { type Loaded, type Observed, observeAsync, show } from "../harness.ts";
import { type Fixture, importFrom } from "./folder.ts";

/** How many preemption points each step may pass. */
export const budgets: readonly number[] = [0, 1, 300, Number.POSITIVE_INFINITY];

/** The input as JavaScript, untransformed. */
function plainJavaScript({ input, fileName, options }: Pick<Fixture, "input" | "fileName" | "options">): string {
  return ts.transpileModule(input, {
    fileName,
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      jsx: ts.JsxEmit.React,
      ...(options.module === false && { moduleDetection: ts.ModuleDetectionKind.Legacy, alwaysStrict: false }),
      ...options.compilerOptions,
      ignoreDeprecations: "6.0",
    },
  }).outputText;
}

export interface Program {
  readonly code: string;
  /** The module that has `main`, where the input has none. */
  readonly caller: string | undefined;
}

/** The program as it stands. */
export function plainProgram(fixture: Fixture): Program {
  const { main } = fixture;
  const caller = main && plainJavaScript({ input: main, fileName: "main.ts", options: {} });
  return { code: plainJavaScript(fixture), caller };
}

/** The `main` of a module or script, with what it logs. */
function load(fixture: Fixture, { code, caller }: Program): Loaded {
  const { options } = fixture;
  const log: string[] = [];
  const note = (...values: unknown[]) => void log.push(values.map((value) => show(value)).join(" "));
  if (options.module === false) {
    const make = new Function("log", `${code}\nreturn main;`) as (log: unknown) => Loaded["main"];
    return { main: make(note), log };
  }
  const { main } = evaluate(caller ?? code);
  if (main === undefined) throw new Error(`fixtures/emitted/${fixture.name}: the input exports no \`main\`.`);
  return { main, log };

  function evaluate(module: string): { main?: Loaded["main"] } {
    const { outputText } = ts.transpileModule(module, {
      fileName: "output.jsx",
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.CommonJS, jsx: ts.JsxEmit.React },
    });
    // What `new Function` makes is no module.
    const script = outputText.replaceAll("import.meta", "meta");
    const exports = {};
    new Function("exports", "require", "log", "meta", script)(exports, required, note, { url: "file:///output.js" });
    return exports;
  }

  function required(specifier: string): unknown {
    if (specifier === "@preempt/runtime") return runtime;
    if (specifier === "@preempt/runtime/abi") return abi;
    if (specifier === `./${fixture.fileName}`) return evaluate(code);
    const input = importFrom(fixture, specifier) ?? "";
    return evaluate(plainJavaScript({ input, fileName: specifier, options: {} }));
  }
}

/** Called by code that knows nothing of preemption. */
export function runPlainly(fixture: Fixture, program: Program): Promise<Observed> {
  return cleanly(() => observeAsync(load(fixture, program), async (main) => main()));
}

/** As a job that is suspended whenever its budget is used up. */
export function runAtBudget(fixture: Fixture, program: Program, budget: number): Promise<Observed> {
  return cleanly(() =>
    observeAsync(load(fixture, program), async (main, onPreempt) => {
      const { value } = await driveAsync(main, { budget, onPreempt });
      return value;
    }),
  );
}

/** The next run does not find the globals that this one made. */
async function cleanly<T>(run: () => Promise<T>): Promise<T> {
  const globals = new Set(Object.keys(globalThis));
  try {
    return await run();
  } finally {
    for (const name of Object.keys(globalThis)) if (!globals.has(name)) Reflect.deleteProperty(globalThis, name);
  }
}

/** What a run does, in lines: what it logs, then how it ends. */
export function linesOf({ outcome, log }: Observed): string[] {
  return [...log.map((text) => `logs ${text}`), outcome];
}

/** How a run differs from the plain program; empty where it does not. */
export function differences(label: string, expected: Observed, actual: Observed): string[] {
  const [plain, other] = [linesOf(expected), linesOf(actual)];
  const at = plain.findIndex((line, i) => line !== other[i]);
  if (at === -1 && plain.length === other.length) return [];
  const place = at === -1 ? plain.length : at;
  return [
    `${label}: line ${place + 1} is "${other[place] ?? "nothing"}", and "${plain[place] ?? "nothing"}" in the plain program`,
  ];
}
