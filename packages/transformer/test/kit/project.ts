/**
 * Compiles small programs of several files with TypeScript and the plugin, as ts-patch would, and loads what comes out.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import preemptPlugin, { type PluginConfig } from "../../src/index.ts";

export interface Compiled {
  readonly folder: string;
  readonly diagnostics: readonly ts.Diagnostic[];
  /** The emitted JavaScript of a source file. */
  output(name: string): string;
  /** Loads the emitted module. */
  load<T>(name: string): Promise<T>;
  remove(): void;
}

export const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2024.d.ts"],
  strict: true,
  types: [],
  skipLibCheck: true,
};

/** TypeScript's own declarations, read once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

export type Files = Readonly<Record<string, string>>;

export const sum = "function (n) { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }";

/** An npm package, to be transformed whole. */
export const counting: Files = {
  "node_modules/counting/package.json": JSON.stringify({ name: "counting", type: "module", exports: "./index.js" }),
  "node_modules/counting/index.js": `export const count = ${sum};`,
};

/** Writes the files to a new folder beside the other test projects, where emitted code finds the runtime. */
export function writeProject(files: Files): string {
  const folder = mkdtempSync(join(dirname(fileURLToPath(import.meta.url)), "../projects/made-"));
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/**
 * A package of a workspace, "@acme/lib", which the project in `folder` finds as a link; from where it really is it does not find the
 * runtime. Its `count` is not annotated, `marked` is.
 *
 * @returns where it is
 */
export function linkPackage(folder: string): string {
  const place = mkdtempSync(join(realpathSync(tmpdir()), "preempt-linked-"));
  writeFileSync(
    join(place, "package.json"),
    JSON.stringify({ name: "@acme/lib", type: "module", exports: "./index.js" }),
  );
  writeFileSync(
    join(place, "index.js"),
    `export const count = ${sum};\n/** @preempt */ export const marked = ${sum};\n`,
  );
  mkdirSync(join(folder, "node_modules/@acme"), { recursive: true });
  symlinkSync(place, join(folder, "node_modules/@acme/lib"), "junction");
  return place;
}

/** @throws Error if the program does not compile as it stands */
export function compile(files: Files, config: PluginConfig = {}): Compiled {
  const folder = writeProject(files);
  try {
    return compileIn(folder, files, config);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function compileIn(folder: string, files: Files, config: PluginConfig): Compiled {
  const sources = Object.keys(files).filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.includes("node_modules"));
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!name.includes("/typescript/lib/")) return getSourceFile.call(host, name, ...rest);
    const known = libraries.get(name) ?? getSourceFile.call(host, name, ...rest);
    libraries.set(name, known);
    return known;
  };
  const program = ts.createProgram(
    sources.map((name) => join(folder, name)),
    {
      ...compilerOptions,
      outDir: join(folder, "out"),
      rootDir: folder,
      configFilePath: join(folder, "tsconfig.json"),
    },
    host,
  );
  const wrong = ts.getPreEmitDiagnostics(program);
  if (wrong.length > 0) throw new Error(ts.formatDiagnostics(wrong, formatHost));
  const diagnostics: ts.Diagnostic[] = [];
  const before = [preemptPlugin(program, config, { addDiagnostic: (d) => diagnostics.push(d) })];
  const outputs = new Map<string, string>();
  program.emit(
    undefined,
    (name, text) => {
      outputs.set(name, text);
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, text);
    },
    undefined,
    undefined,
    { before },
  );
  const emitted = (name: string) => join(folder, "out", name.replace(/\.([cm]?)[jt]sx?$/, ".$1js"));
  return {
    folder,
    diagnostics,
    output: (name) => outputs.get(emitted(name)) ?? "",
    load: (name) => import(pathToFileURL(emitted(name)).href),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => "",
  getNewLine: () => "\n",
};
