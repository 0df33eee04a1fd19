/** The forms of a program that are compared: as it is written, and preemptable. Each is written into a folder as files to load. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "@preempt/transformer";
import preempt from "@preempt/transformer/vite";
import ts from "typescript";
import type { PluginOption } from "vite";
import { bundleWhole, withRuntime } from "../bundle-whole.ts";
import { countFunctions } from "../count-functions.ts";
import type { ModuleProgram, Program, Script } from "./program.ts";

/** Files of one form, in the order in which they are loaded. */
export interface Form {
  readonly kind: Program["code"]["kind"];
  readonly files: readonly string[];
  readonly texts: readonly Script[];
}

/** What became of the functions. */
export interface FunctionCounts {
  readonly all: number;
  readonly preemptable: number;
}

export interface Forms {
  readonly plain: Form;
  readonly preemptable: Form;
  readonly functions: FunctionCounts;
}

/** @throws Error if a file cannot be bundled, or the transform says that it has syntax errors */
export async function formsOf({ code }: Program, folder: string): Promise<Forms> {
  if (code.kind === "scripts") {
    const counts = { all: 0, preemptable: 0 };
    const transformed = code.scripts.map((script) => transformScript(script, counts));
    return {
      plain: write("scripts", join(folder, "plain"), code.scripts),
      preemptable: write("scripts", join(folder, "preemptable"), transformed),
      functions: counts,
    };
  }
  const plain = await bundle(code, []);
  const all = preempt({ include: [/./], onDiagnostic: () => {}, summary: false });
  const preemptable = await bundle(code, [all]);
  // The plugin sees one file at a time, and counts nothing.
  const counts = { all: 0, preemptable: 0 };
  count(plain, transform(plain, { fileName: "program.js", functions: "all", sourceMap: false }), counts);
  return {
    plain: write("module", join(folder, "plain"), [{ name: "program.mjs", text: plain }]),
    preemptable: write("module", join(folder, "preemptable"), [{ name: "program.mjs", text: preemptable }]),
    functions: counts,
  };
}

function transformScript(script: Script, counts: { all: number; preemptable: number }): Script {
  if (script.isFrame) return script;
  const { name, text } = script;
  const result = transform(text, { fileName: name, functions: "all", module: false, sourceMap: false });
  const broken = result.diagnostics.find((diagnostic) => diagnostic.name === "syntax_error");
  if (broken !== undefined) throw new Error(`${name}:${broken.line}:${broken.column} ${broken.message}`);
  count(text, result, counts);
  return { ...script, text: result.code };
}

function count(
  text: string,
  { functions }: ReturnType<typeof transform>,
  counts: { all: number; preemptable: number },
): void {
  counts.all += countFunctions(ts.createSourceFile("program.js", text, ts.ScriptTarget.ESNext));
  counts.preemptable += functions.preemptable;
}

/** The program's own module exists in memory only. */
function bundle({ text, root }: ModuleProgram, plugins: PluginOption[]): Promise<string> {
  const entry = join(root, "program.entry.js");
  const memory: PluginOption = {
    name: "program",
    enforce: "pre",
    resolveId: (id) => (id === entry ? entry : undefined),
    load: (id) => (id === entry ? text : undefined),
  };
  return bundleWhole({ entry, root, plugins: [memory, ...plugins] });
}

function write(kind: Form["kind"], folder: string, scripts: readonly Script[]): Form {
  mkdirSync(folder, { recursive: true });
  const files = scripts.map(({ name, text }, i) => {
    const file = join(folder, `${i}-${name.replaceAll(/[^\w.-]/g, "_")}`);
    writeFileSync(file, kind === "module" ? withRuntime(text) : text);
    return file;
  });
  return { kind, files, texts: scripts };
}
