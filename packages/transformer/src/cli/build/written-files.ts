/** Writes files of a project, or of a package, into the output: transformed, without types, or as they are. Collects what was found in them. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type * as ts from "typescript";
import { cacheFolder } from "../../node/cache-place.ts";
import { CachedFiles } from "../../node/cached-files.ts";
import { disk } from "../../node/disk.ts";
import { DiskCache } from "../../node/disk-cache.ts";
import { ChosenFiles } from "../../project/chosen-files.ts";
import type { PluginOptions } from "../../project/plugin-options.ts";
import type { Diagnostic } from "../../shared/diagnostics.ts";
import type { Output } from "./output.ts";
import { emit, sourceName } from "./sources.ts";

export class WrittenFiles {
  readonly diagnostics: Diagnostic[] = [];
  readonly #output: Output;
  readonly #files: CachedFiles;
  readonly #meaning: ts.CompilerOptions;

  /**
   * @param root Where packages and relative paths start
   * @param meaning What types and JSX become
   */
  constructor(output: Output, options: PluginOptions, root: string, meaning: ts.CompilerOptions) {
    const folder = cacheFolder(undefined, root);
    const cache = folder === undefined ? undefined : new DiskCache(folder, () => {});
    const use = { name: "build", meaning, mapOf: <T>(_: string, map: T) => map, ending: () => "" };
    this.#output = output;
    this.#files = new CachedFiles(options, root, new ChosenFiles(options, root, disk), cache, use);
    this.#meaning = meaning;
  }

  /** What became of the functions so far, in lines. */
  get numbers(): readonly string[] {
    return this.#files.summary.lines();
  }

  /** @returns whether the file was transformed */
  write(file: string, target: string): boolean {
    if (!sourceName.test(file) || /\.d\.[cm]?ts$/.test(file)) {
      this.copy(file, target);
      return false;
    }
    const { code, map, isRewritten, diagnostics } = emit(file, target, this.#files, this.#meaning);
    this.diagnostics.push(...diagnostics);
    if (code === undefined) {
      this.copy(file, target);
      return false;
    }
    const name = basename(target);
    this.#output.write(target, map === undefined ? code : `${code}//# sourceMappingURL=${name}.map\n`);
    if (map !== undefined) this.#output.write(`${target}.map`, JSON.stringify({ ...map, file: name }));
    return isRewritten;
  }

  copy(file: string, target: string): void {
    this.#output.write(target, readFileSync(file));
  }
}
