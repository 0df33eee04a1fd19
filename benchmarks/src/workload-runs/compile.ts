/**
 * A workload as a program of its own: its file and everything that it imports, libraries too, as ES modules in a
 * folder. Compiled once with the types taken out and once for each variant, no function and no type feedback is shared
 * between what is compared, except that of the runtime.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type ImportedFile, transform } from "@preempt/transformer";
import ts from "typescript";
import { resolveImport } from "./resolve.ts";
import type { VariantOptions } from "./variants.ts";

export interface CompileOptions {
  /** Where the modules go. */
  readonly folder: string;
  /** How to transform; undefined: not at all, only types are taken out. */
  readonly variant: VariantOptions | undefined;
  /** The address of the runtime's module that emitted code imports. Default: the built package's. */
  readonly abi?: string;
}

/**
 * @returns the address of the workload's compiled module
 * @throws Error if a function of the workload itself cannot be made preemptable
 */
export function compileWorkload(workload: string, options: CompileOptions): string {
  return compileProgram(new URL(`../workloads/${workload}.ts`, import.meta.url), options);
}

/** The same for any module with all that it imports. */
export function compileProgram(module: URL, options: CompileOptions): string {
  mkdirSync(options.folder, { recursive: true });
  return new Compiler(options).add(fileURLToPath(module));
}

class Compiler {
  readonly #options: CompileOptions;
  readonly #done = new Map<string, string>();

  constructor(options: CompileOptions) {
    this.#options = options;
  }

  /** @returns the address of what `file` became */
  add(file: string): string {
    const known = this.#done.get(file);
    if (known !== undefined) return known;
    const target = join(this.#options.folder, `${this.#done.size}-${basename(file).replace(/\.\w+$/, "")}.mjs`);
    const url = pathToFileURL(target).href;
    this.#done.set(file, url);
    const { variant } = this.#options;
    const text = readFileSync(file, "utf8");
    const code = variant === undefined ? withoutTypes(file, text) : transformed(file, text, variant);
    writeFileSync(target, this.#withTargets(code, file));
    return url;
  }

  /** `code`, in which each import names the compiled module. */
  #withTargets(code: string, importer: string): string {
    let result = "";
    let done = 0;
    for (const { fileName: specifier, pos, end } of ts.preProcessFile(code, true, true).importedFiles) {
      // The position is that of the name; some have the quotes around it.
      const start = code.indexOf(specifier, pos);
      result += code.slice(done, start) + this.#target(specifier, importer);
      done = start + specifier.length;
      if (done > end + 1) throw new Error(`${importer}: the import of ${specifier} was not found`);
    }
    return result + code.slice(done);
  }

  #target(specifier: string, importer: string): string {
    if (specifier === "@preempt/runtime/abi") return this.#options.abi ?? import.meta.resolve(specifier);
    const file = resolveImport(specifier, importer);
    return file === undefined ? specifier : this.add(file);
  }
}

/** As the bundler plugins do. */
function readImport(specifier: string, importer: string): ImportedFile | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const fileName = resolveImport(specifier, importer);
  return fileName === undefined ? undefined : { fileName, code: readFileSync(fileName, "utf8") };
}

/** Code of packages is nobody's to annotate. */
function isLibrary(file: string): boolean {
  return file.includes(`${sep}node_modules${sep}`);
}

function withoutTypes(fileName: string, text: string): string {
  if (!fileName.endsWith(".ts")) return text.replace(/^\/\/# sourceMappingURL=.*$/m, "");
  const compilerOptions = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  return ts.transpileModule(text, { fileName, compilerOptions }).outputText;
}

function transformed(fileName: string, text: string, variant: VariantOptions): string {
  const functions = isLibrary(fileName) ? "all" : "annotated";
  const result = transform(text, { ...variant, fileName, functions, sourceMap: false, readImport });
  const refused = result.diagnostics.find(({ name }) => name === "syntax_error") ?? result.functions.refused[0];
  // Of a library some functions may stay as they are: that is what its users get.
  if (refused !== undefined && (functions === "annotated" || refused.name === "syntax_error")) {
    throw new Error(`${fileName}:${refused.line}:${refused.column} ${refused.message}`);
  }
  return result.code;
}
