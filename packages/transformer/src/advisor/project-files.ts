/** Searches the files of a project by their text, and reads only those that may hold what is looked for. */
import type ts from "typescript";
import { slashed } from "../project/globs.ts";
import { type AdvisorContext, relativeTo } from "./context.ts";
import type { Functions } from "./functions.ts";
import { declaredScheduler, type ExportedScheduler } from "./wrap-edit.ts";

/** As many files are looked through. */
const most = 2000;
const extensions = [".ts", ".tsx", ".mts", ".js", ".jsx", ".mjs"];
/** Made by tools, or without code. */
const skipped = /(?:^|\/)(?:dist|build|out|coverage)\/|\.d\.[cm]?ts$/;
const registering = /addEventListener|\bon\w+\s*[=:]|\.on\(|submit|listener/;

export class AdvisorFiles {
  readonly #context: AdvisorContext;
  readonly #functions: Functions;
  #files: readonly string[] | undefined;
  #schedulers: readonly ExportedScheduler[] | undefined;

  constructor(context: AdvisorContext, functions: Functions) {
    this.#context = context;
    this.#functions = functions;
  }

  /** Files that may register a function of this name. */
  *mentioning(name: string): Generator<ts.SourceFile, void> {
    for (const file of this.#all()) {
      const text = this.#context.disk.readFile(file);
      if (text === undefined || !text.includes(name) || !registering.test(text)) continue;
      const source = this.#functions.source(file);
      if (source !== undefined) yield source;
    }
  }

  /** Those in modules that import nothing of the project: to import them runs nothing else, and makes no circle. */
  exportedSchedulers(): readonly ExportedScheduler[] {
    this.#schedulers ??= this.#all().flatMap((file) => {
      const text = this.#context.disk.readFile(file);
      if (text === undefined || !/export const \w+[^=]*= new Scheduler\(/.test(text)) return [];
      if (/\b(?:from|import)\s*\(?["']\.{0,2}\//.test(text)) return [];
      const source = this.#functions.source(file);
      const name = source && declaredScheduler(source, true);
      return name === undefined ? [] : [{ file, name }];
    });
    return this.#schedulers;
  }

  #all(): readonly string[] {
    const { root, disk } = this.#context;
    this.#files ??= (disk.readDirectory?.(slashed(root), extensions, ["**/node_modules"]) ?? [])
      .filter((file) => !skipped.test(relativeTo(root, file)))
      .slice(0, most);
    return this.#files;
  }
}
