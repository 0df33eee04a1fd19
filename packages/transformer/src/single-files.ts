/**
 * What doors that see one file at a time do with it, bundlers' plugins and Node's hooks: they transform the project's annotated
 * files, and whole packages on request.
 */
import ts from "typescript";
import { mayHoldAnnotation } from "./1-find/misspelt.ts";
import type { Strategy } from "./4-rewrite/unit.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { ExclusivityOf, type ExclusivityOptions } from "./exclusivity.ts";
import { FileSet } from "./file-set.ts";
import { slashed } from "./globs.ts";
import { type ImportedFile, ImportedFiles, readRelative } from "./imported-files.ts";
import { checkOptimize, type Optimize } from "./optimize.ts";
import { checkPlugin } from "./option-names.ts";
import { OwnPackages } from "./own-packages.ts";
import { isOfPackage } from "./packages.ts";
import { ReachedFiles } from "./reached-files.ts";
import { type ReachedPackages, SchedulerImports } from "./scheduler-imports.ts";
import { type Transformed, transformFile } from "./transform.ts";
import { type References, type TsConfig, TsConfigs } from "./tsconfig.ts";

/** Options of the plugins for bundlers, and of `register`. */
export interface PluginOptions extends ExclusivityOptions {
  /**
   * Files in which every function that has a preemption point becomes preemptable: npm package names ("markdown-it";
   * CommonJS as well, which Vite's server serves bundled; also those of the same workspace), globs and paths from the project's root ("src/solver/**",
   * "./src/parse.ts"), or regular expressions that the absolute file name is tested with. Preempt's own packages are left out.
   * Default: none; annotated functions only.
   */
  all?: readonly (string | RegExp)[];
  /**
   * Whether the functions that an annotated one reaches become preemptable as well. With a tsconfig.json above a file,
   * TypeScript's checker follows calls through the project that it describes, or refers to; else only calls within the file are
   * followed. Packages are not. When a file is edited while a server runs, files that it newly reaches follow when they
   * are loaded again. Default: false.
   */
  propagate?: boolean;
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
  /** "speed" (default), or "size": shorter output, which is slower. */
  optimize?: Optimize;
  /**
   * For tests alone: whether the output notes accesses of shared state for the race finder of `@preempt/runtime/testing`, see docs/testing.md.
   * Default: false.
   */
  accesses?: boolean;
  /** Called with each finding. Default: the warnings of the bundler or of Node, without suggestions. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
}

/** A file in which something may be preemptable. */
export interface WantedFile {
  readonly fileName: string;
  /** Whether all of its functions are. */
  readonly isWhole: boolean;
  /** Where those of them start that are reached from other files. */
  readonly reached: readonly number[] | undefined;
  /** What runs functions as jobs and may be what it hands functions to. */
  readonly reachedPackages: ReachedPackages | undefined;
}

/** What a door knows of a file besides. */
export interface FileContext {
  readonly isCommonJs: boolean;
  /** Called with each file that was read for this one: it is transformed again when one of them changes. */
  readonly watch?: (fileName: string) => void;
  readonly compilerOptions?: ts.CompilerOptions;
  /** How the bundler around us reads a tsconfig.json. */
  readonly config?: ConfigReader;
}

export interface ConfigReader {
  /** What one stands for that names no target. Default: TypeScript's own. */
  readonly defaultTarget?: ts.ScriptTarget | undefined;
  /** Default: "followed". */
  readonly references?: References | undefined;
}

const sourceFile = /\.[cm]?[jt]sx?$/;

export class SingleFiles {
  readonly #options: PluginOptions;
  readonly #all: FileSet;
  readonly #exclusivity: ExclusivityOf;
  readonly #configs = new TsConfigs();
  readonly #reached = new ReachedFiles(this.#configs);
  readonly #own = new OwnPackages();
  readonly #schedulers = new SchedulerImports(this.#configs);
  #imports = this.#newImports();
  #watch: ((fileName: string) => void) | undefined;

  /** @throws TypeError if an option has a value that does not exist */
  constructor(options: PluginOptions, root: string) {
    checkPlugin(options);
    checkOptimize(options.optimize);
    this.#options = options;
    this.#all = new FileSet(options.all ?? [], root);
    this.#exclusivity = new ExclusivityOf(options, root);
  }

  /** The names of the packages that are transformed whole. */
  get packages(): readonly string[] {
    return this.#all.packages;
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#all.startAt(root);
    this.#exclusivity.startAt(root);
  }

  /** Names of packages that nobody has, as far as was seen: they are misspelt, or of a folder. */
  get unknownPackages(): readonly string[] {
    return this.#all.unknownPackages;
  }

  /**
   * Something has changed: what imports lead to is read anew.
   *
   * @param isProject Whether that may be a tsconfig.json, or which files there are
   */
  forget(isProject = true): void {
    this.#imports = this.#newImports();
    if (isProject) this.#configs.forget();
    this.#own.forget();
    this.#schedulers.forget();
  }

  /** What is to be done to a file; undefined if nothing is. Cheap for most. */
  wanted(fileName: string, code: string): WantedFile | undefined {
    if (!sourceFile.test(fileName)) return undefined;
    const isWhole = this.#isWhole(fileName.replaceAll("\\", "/"));
    if (!isWhole && isOfPackage(fileName)) return undefined;
    const reached = this.#options.propagate && !isWhole ? this.#reached.of(fileName, code) : undefined;
    const reachedPackages = isOfPackage(fileName) ? undefined : this.#schedulers.reachedFrom(fileName, code);
    const mayBe = isWhole || reached?.length || mayHoldAnnotations(code) || reachedPackages !== undefined;
    if (!mayBe || this.#own.holds(fileName, isWhole ? code : "")) return undefined;
    return { fileName, isWhole, reached, reachedPackages };
  }

  transform(
    code: string,
    { fileName, isWhole, reached, reachedPackages }: WantedFile,
    context: FileContext,
  ): Transformed {
    const { propagate = false, strategy = "capture", optimize = "speed", accesses = false } = this.#options;
    const functions = isWhole ? "all" : "annotated";
    const compilerOptions = { ...this.#compilerOptionsFor(fileName, context), ...context.compilerOptions };
    this.#watch = context.watch;
    return transformFile(
      code,
      { fileName, functions, propagate, strategy, optimize, accesses, compilerOptions },
      {
        reached,
        reachedPackages,
        imports: this.#imports,
        isCommonJs: context.isCommonJs,
        exclusivity: this.#exclusivity.of(fileName),
      },
    );
  }

  /** Of JavaScript a tsconfig.json changes nothing, and of packages neither. */
  #compilerOptionsFor(fileName: string, { config: reads = {}, watch }: FileContext): ts.CompilerOptions {
    if (!/\.[cm]?tsx?$/.test(fileName) || isOfPackage(fileName)) return {};
    const config = this.#configs.of(fileName, reads.references);
    if (config === undefined) return {};
    if (watch) config.readFrom.forEach(watch);
    return meaningOf(config, reads.defaultTarget);
  }

  #newImports(): ImportedFiles {
    return new ImportedFiles(
      (specifier, importer): ImportedFile | undefined => {
        const imported = readRelative(specifier, importer);
        if (imported !== undefined) this.#watch?.(imported.fileName);
        return imported;
      },
      (fileName) => this.#isWhole(slashed(fileName)),
      (fileName) => this.#exclusivity.of(fileName),
    );
  }

  #isWhole(file: string): boolean {
    return this.#all.has(file);
  }
}

/** Cheap enough to ask of every file; a false yes costs only time. */
function mayHoldAnnotations(code: string): boolean {
  return mayHoldAnnotation(code);
}

const meaningful = [
  "experimentalDecorators",
  "emitDecoratorMetadata",
  "useDefineForClassFields",
  "verbatimModuleSyntax",
] as const;

/** The options of a tsconfig.json that change what the code means. */
function meaningOf({ options }: TsConfig, defaultTarget = ts.ScriptTarget.ESNext): ts.CompilerOptions {
  const meaning: ts.CompilerOptions = {};
  for (const name of meaningful) if (options[name] !== undefined) meaning[name] = options[name];
  // Fields of classes are assigned, unless it says otherwise, where the target is older than they are.
  if ((options.target ?? defaultTarget) < ts.ScriptTarget.ES2022) meaning.useDefineForClassFields ??= false;
  return meaning;
}
