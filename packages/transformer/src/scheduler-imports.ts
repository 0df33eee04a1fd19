/**
 * Whether a file that hands functions to `submit` or `task` hands them to a scheduler, for integrations that see single files and no
 * types: it does if it mentions the runtime, or if what it imports leads to a file of the project that does. So a jQuery form or
 * an executor of another library stays what it is in projects' files that have nothing to do with a scheduler.
 */
import ts from "typescript";
import { isOfPackage } from "./packages.ts";
import { runtimePackage } from "./runtime-names.ts";
import type { TsConfigs } from "./tsconfig.ts";

const call = /\.\s*(?:submit|task)\s*[(<]/;
/** As many files are looked at for one: a scheduler is not far away. */
const mostFiles = 300;

export class SchedulerImports {
  readonly #configs: TsConfigs;
  readonly #known = new Map<string, boolean>();

  constructor(configs: TsConfigs) {
    this.#configs = configs;
  }

  /** What was read is read again. */
  forget(): void {
    this.#known.clear();
  }

  /** Cheap where nothing is called that might be a scheduler's method. */
  leadsToRuntime(fileName: string, code: string): boolean {
    if (!call.test(code)) return false;
    if (code.includes(runtimePackage)) return true;
    const seen = new Set([fileName]);
    const open = this.#importsOf(fileName, code);
    for (let file = open.shift(); file !== undefined && seen.size < mostFiles; file = open.shift()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const known = this.#known.get(file);
      if (known === false) continue;
      const text = known ? "" : (ts.sys.readFile(file) ?? "");
      if (known || text.includes(runtimePackage)) {
        this.#known.set(file, true);
        return true;
      }
      open.push(...this.#importsOf(file, text));
    }
    // All that they lead to was seen.
    if (seen.size < mostFiles) for (const file of seen) if (file !== fileName) this.#known.set(file, false);
    return false;
  }

  /** Files of the project, or of its workspace. */
  #importsOf(file: string, code: string): string[] {
    const { importedFiles } = ts.preProcessFile(code, true, true);
    const options = {
      ...this.#configs.of(file)?.options,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowJs: true,
    };
    return importedFiles.flatMap(({ fileName: specifier }) => {
      const found = ts.resolveModuleName(specifier, file, options, ts.sys).resolvedModule?.resolvedFileName;
      return found === undefined || isOfPackage(found) ? [] : [found];
    });
  }
}
