/**
 * What the project says of a file, for editors: its options, and the files that its imports lead to. Configurations are read and never run:
 * an editor opens projects that nobody has looked at yet.
 */
import { transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import { configurationsAmong, optionsInText } from "../project/config-text.ts";
import { findAbove } from "../project/disk.ts";
import { FileSet } from "../project/file-set.ts";
import { folderOf, slashed } from "../project/globs.ts";
import { TsConfigs } from "../project/tsconfig.ts";
import { asPaths } from "../project/whole-files.ts";

/** The options for one file. */
export interface FileOptions {
  /** Which functions become preemptable: annotated ones and those that they reach (default), or every function with a preemption point. */
  functions?: "annotated" | "all";
  /** Whether functions of this file that an annotated one reaches become preemptable as well. Default true. */
  propagate?: boolean;
  /** Calls that run the functions passed to them as jobs, beside those that are recognised: "rt.submit". Default: none. */
  jobs?: readonly string[];
  /** Whether no function of the file becomes preemptable, whatever is annotated. Default false. */
  isExcluded?: boolean;
}

/** Options as a configuration has them, unchecked. */
export interface WrittenOptions {
  /** The folder where globs start. */
  readonly root: string;
  /** `include`, `exclude`, `functions`, `propagate` and `jobs` among others, which do not count. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Options and imports of files, kept until {@link EditorProject.forget}. */
export class EditorProject {
  readonly #configs = new TsConfigs();
  readonly #configurations = new Map<string, WrittenOptions | undefined>();
  readonly #inFolder = new Map<string, string | undefined>();

  /**
   * The options in the configuration of the bundler as far as they are written down there, and in place of these those of the entry in
   * tsconfig.json: of Preempt's plugins for TypeScript's server and compiler. What is misspelt counts as not said: builds report it.
   *
   * @param entry That entry, where it is known already; else the tsconfig.json of the file is read
   */
  optionsFor(fileName: string, entry: WrittenOptions | undefined = this.#entryOf(fileName)): FileOptions {
    const said = [this.#configurationOf(fileName), entry];
    return Object.assign({}, ...said.map((one) => one && saidOf(fileName, one)));
  }

  /** The file of the project that `specifier` means in a file; undefined if it is none, or of a package. */
  resolve(specifier: string, fileName: string): string | undefined {
    const options = this.#configs.of(fileName)?.options ?? {};
    const { resolvedModule } = ts.resolveModuleName(specifier, fileName, { ...options, allowJs: true }, ts.sys);
    return resolvedModule?.isExternalLibraryImport === false ? resolvedModule.resolvedFileName : undefined;
  }

  /** A configuration has changed, or which files there are: everything is read again. */
  forget(): void {
    this.#configs.forget();
    this.#configurations.clear();
    this.#inFolder.clear();
  }

  #entryOf(fileName: string): WrittenOptions | undefined {
    const config = this.#configs.of(fileName);
    const plugins: unknown = config?.options.plugins;
    if (config === undefined || !Array.isArray(plugins)) return undefined;
    const entries = plugins.filter((one): one is Record<string, unknown> => typeof one === "object" && one !== null);
    const [options] = entryNames.flatMap((wanted) =>
      entries.filter(({ name, transform }) => name === wanted || transform === wanted),
    );
    return options && { root: folderOf(config.path), options };
  }

  #configurationOf(fileName: string): WrittenOptions | undefined {
    const folder = folderOf(fileName);
    if (!this.#inFolder.has(folder)) {
      this.#inFolder.set(folder, nearestProject(folder));
    }
    const root = this.#inFolder.get(folder);
    if (root === undefined) return undefined;
    if (!this.#configurations.has(root)) this.#configurations.set(root, configurationIn(root));
    return this.#configurations.get(root);
  }
}

/** The plugin's in TypeScript's server says most about editors. */
const entryNames = ["@preempt/typescript-plugin", transformerPackage];

function nearestProject(folder: string): string | undefined {
  const manifest = findAbove(folder, "package.json", ts.sys);
  return manifest && folderOf(manifest);
}

function configurationIn(root: string): WrittenOptions | undefined {
  const names = ts.sys
    .readDirectory(root, undefined, undefined, ["./*"], 1)
    .map((path) => path.replace(/^.*[\\/]/, ""));
  for (const name of configurationsAmong(names)) {
    const text = ts.sys.readFile(`${root}/${name}`) ?? "";
    const said = text.includes(transformerPackage) ? optionsInText(name, text) : undefined;
    if (said === "computed") return undefined;
    if (said !== undefined) return { root, options: said as Record<string, unknown> };
  }
  return undefined;
}

/** What options say of one file; globs in them start at `root`. */
function saidOf(fileName: string, { root, options }: WrittenOptions): FileOptions {
  const { functions, propagate, jobs, include, exclude } = options;
  const areNames = Array.isArray(jobs) && jobs.every((one) => typeof one === "string");
  return {
    ...((functions === "all" || functions === "annotated") && { functions }),
    ...(isOneOf(include, root, fileName) && { functions: "all" }),
    ...(isOneOf(exclude, root, fileName) && { isExcluded: true }),
    ...(typeof propagate === "boolean" && { propagate }),
    ...(areNames && { jobs: jobs as string[] }),
  };
}

function isOneOf(patterns: unknown, root: string, fileName: string): boolean {
  if (!Array.isArray(patterns)) return false;
  const usable = patterns.filter((one) => one instanceof RegExp || (typeof one === "string" && one !== ""));
  return new FileSet(asPaths(usable), root, ts.sys).has(slashed(fileName));
}
