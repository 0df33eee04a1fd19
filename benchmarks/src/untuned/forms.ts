/** The forms of a program that are compared: as it is written, and preemptable. Each is written into a folder as files to load. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "@preempt/transformer";
import preempt from "@preempt/transformer/vite";
import ts from "typescript";
import type { PluginOption } from "vite";
import { bundleWhole, withRuntime } from "../bundle-whole.ts";
import { countFunctions } from "../count-functions.ts";
import { annotateLong } from "./annotate.ts";
import type { Form } from "./form.ts";
import type { ModuleProgram, Program, Script } from "./program.ts";
import { recordedModule } from "./recorded.ts";
import { Session } from "./turns.ts";

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

/**
 * "all": every function is preemptable. "long": those that a user would annotate after a look at a profile. "recorded": those that took
 * long when the program was recorded; of modules only.
 */
export const modes = ["all", "long", "recorded"] as const;
export type Mode = (typeof modes)[number];

/** @throws Error if a file cannot be bundled, or the transform says that it has syntax errors */
export async function formsOf({ code }: Program, folder: string, mode: Mode): Promise<Forms> {
  const texts = code.kind === "scripts" ? code.scripts : [{ name: "program.mjs", text: await bundle(code, []) }];
  const plain = write(code.kind, join(folder, "plain"), texts);
  const counts = { all: 0, preemptable: 0 };
  const changed = await preemptableTexts(code, plain, mode, counts);
  return { plain, preemptable: write(code.kind, join(folder, mode), changed), functions: counts };
}

async function preemptableTexts(
  code: Program["code"],
  plain: Form,
  mode: Mode,
  counts: { all: number; preemptable: number },
): Promise<Script[]> {
  const isModule = code.kind === "module";
  if (mode === "long") {
    const annotated = await annotatedTexts(plain);
    return annotated.map((script) => transformScript(script, "annotated", isModule, counts));
  }
  if (mode === "recorded") {
    if (!isModule) throw new RangeError("a classic script: recordings are for modules");
    const { text, long } = await recordedModule(plain);
    const all = countFunctions(ts.createSourceFile("program.js", plain.texts[0]?.text ?? "", ts.ScriptTarget.ESNext));
    counts.all += all;
    counts.preemptable += long;
    return [{ name: "program.mjs", text }];
  }
  const transformed = plain.texts.map((script) => transformScript(script, "all", isModule, counts));
  if (!isModule) return transformed;
  // As in a build, the transform sees one file at a time. What it did to the whole text was only counted.
  const plugin = preempt({ include: [/./], exclude: inputsOf(code), onDiagnostic: () => {}, summary: false });
  return [{ name: "program.mjs", text: await bundle(code, [plugin]) }];
}

/** Milliseconds of the profile, at least. */
const profileTime = 1000;

async function annotatedTexts(plain: Form): Promise<Script[]> {
  const session = await Session.start(plain, false);
  try {
    const functions = await session.profile(profileTime);
    const texts = new Map(plain.files.map((file, i) => [file, plain.texts[i]?.text ?? ""]));
    const annotated = annotateLong(texts, functions);
    return plain.texts.map((script, i) => ({
      ...script,
      text: annotated.get(plain.files[i] ?? "")?.text ?? script.text,
    }));
  } finally {
    session.stop();
  }
}

function transformScript(
  script: Script,
  functions: "all" | "annotated",
  module: boolean,
  counts: { all: number; preemptable: number },
): Script {
  if (script.isFrame) return script;
  const { name, text } = script;
  const result = transform(text, { fileName: name, functions, module, sourceMap: false });
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

/** The program's own module, and those that it names, exist in memory only. */
function bundle({ text, root, modules = {} }: ModuleProgram, plugins: PluginOption[]): Promise<string> {
  const entry = join(root, "program.entry.js");
  const texts = new Map([[entry, text]]);
  const places = new Map([[entry, entry]]);
  for (const [name, module] of Object.entries(modules)) {
    const place = "file" in module ? module.file : join(root, `${name.replace(":", "-")}.entry.mjs`);
    places.set(name, place);
    if ("text" in module) texts.set(place, module.text);
  }
  const memory: PluginOption = {
    name: "program",
    enforce: "pre",
    resolveId: (id) => places.get(id),
    load: (id) => texts.get(id),
  };
  return bundleWhole({ entry, root, plugins: [memory, ...plugins] });
}

/** Inputs belong to the measurement. */
function inputsOf({ modules = {} }: ModuleProgram): string[] {
  return Object.values(modules).flatMap((module) => ("file" in module ? [module.file] : []));
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
