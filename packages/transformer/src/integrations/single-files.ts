/**
 * What integrations that see one file at a time do with it, bundlers' plugins and Node's hooks: they transform the project's annotated
 * files, and whole packages on request.
 */
import * as ts from "typescript";
import type { Passing } from "../2-find/passing.ts";
import { type ImportedFile, ImportedFiles, readRelative } from "../pipeline/imported-files.ts";
import type { Planned } from "../pipeline/pipeline.ts";
import { type Transformed, transformFile } from "../pipeline/transform.ts";
import { ChosenFiles } from "../project/chosen-files.ts";
import { isOfPackage } from "../project/packages.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import { ReachedFiles } from "../project/reached-files.ts";
import { type Reading, unnoted } from "../project/reading.ts";
import { type ReachedPackages, SchedulerImports } from "../project/scheduler-imports.ts";
import { type References, type TsConfig, TsConfigs } from "../project/tsconfig.ts";
import { BuildSummary } from "../report/build-summary.ts";
import { propagatesByDefault } from "../shared/options.ts";

/** A file in which something may be preemptable. */
export interface WantedFile {
  readonly fileName: string;
  /** Whether all of its functions are. */
  readonly isWhole: boolean;
  /** Where those of them start that are reached from other files. */
  readonly reached: readonly number[] | undefined;
  /** What runs functions as jobs and may be what it hands functions to. */
  readonly reachedPackages: ReachedPackages | undefined;
  readonly passing: Passing;
}

/** What an integration knows about a file in addition. */
export interface FileContext {
  readonly isCommonJs: boolean;
  /** Called with each file that was read for this one: it is transformed again when one of them changes. */
  readonly watch?: (fileName: string) => void;
  readonly compilerOptions?: ts.CompilerOptions;
  /** How the bundler around us reads a tsconfig.json. */
  readonly config?: ConfigReader;
  /** Called with what was found, and what is planned of it. */
  readonly onPlanned?: (planned: Planned) => void;
}

export interface ConfigReader {
  /** What one stands for that names no target. Default: TypeScript's own. */
  readonly defaultTarget?: ts.ScriptTarget | undefined;
  /** Default: "followed". */
  readonly references?: References | undefined;
}

export class SingleFiles {
  readonly #options: PluginOptions;
  readonly #chosen: ChosenFiles;
  readonly #reading: Reading;
  readonly #configs: TsConfigs;
  readonly #reached: ReachedFiles;
  readonly #schedulers: SchedulerImports;
  /** What has become of the functions so far. */
  readonly summary: BuildSummary;
  #imports: ImportedFiles;
  #watch: ((fileName: string) => void) | undefined;

  /** @throws TypeError if an option has a value that does not exist */
  constructor(
    options: PluginOptions,
    root: string,
    reading: Reading = unnoted,
    chosen: ChosenFiles = new ChosenFiles(options, root, reading.system),
    summary: BuildSummary = new BuildSummary(),
  ) {
    this.summary = summary;
    this.#options = options;
    this.#chosen = chosen;
    this.#reading = reading;
    this.#configs = new TsConfigs(reading);
    this.#schedulers = new SchedulerImports(this.#configs, reading);
    this.#reached = new ReachedFiles(
      this.#configs,
      {
        startingFiles: (file) => chosen.startingFiles(file),
        isExcluded: (file) => chosen.isExcluded(file),
        known: (file, code) => ({
          passing: chosen.passingOf(file, code),
          reachedPackages: isOfPackage(file) ? undefined : this.#schedulers.reachedFrom(file, code),
        }),
      },
      reading,
    );
    this.#imports = this.#newImports();
  }

  /** The names of the packages that are transformed whole. */
  get packages(): readonly string[] {
    return this.#chosen.packages;
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#chosen.startAt(root);
    this.#chosen.checkProfile();
  }

  /** Names of packages that nobody has, as far as was seen: they are misspelt, or of a folder. */
  get unknownPackages(): readonly string[] {
    return this.#chosen.unknownPackages;
  }

  /**
   * Something has changed: what imports lead to is read anew.
   *
   * @param isProject Whether that may be a tsconfig.json, or which files there are
   */
  forget(isProject = true): void {
    this.#imports = this.#newImports();
    if (isProject) {
      this.#configs.forget();
      this.#reached.forget();
    }
    this.#chosen.forget();
    this.#schedulers.forget();
  }

  /** What is to be done to a file; undefined if nothing is. Cheap for most. */
  wanted(fileName: string, code: string): WantedFile | undefined {
    const wanted = this.#wanted(fileName, code);
    if (wanted === undefined) this.summary.note(fileName, { preemptable: 0, refused: [] });
    return wanted;
  }

  #wanted(fileName: string, code: string): WantedFile | undefined {
    const choice = this.#chosen.of(fileName, code);
    if (choice === undefined) return undefined;
    const { isWhole } = choice;
    const reached =
      (this.#options.propagate ?? propagatesByDefault) && !isWhole
        ? this.#reached.of(fileName, code, choice.isSure)
        : undefined;
    const reachedPackages = isOfPackage(fileName) ? undefined : this.#schedulers.reachedFrom(fileName, code);
    if (!choice.isSure && !reached?.length && reachedPackages === undefined) return undefined;
    return { fileName, isWhole, reached, reachedPackages, passing: choice.passing };
  }

  transform(
    code: string,
    { fileName, isWhole, reached, reachedPackages, passing }: WantedFile,
    context: FileContext,
  ): Transformed {
    const {
      propagate = propagatesByDefault,
      strategy = "capture",
      optimize = "speed",
      accesses = false,
    } = this.#options;
    const functions = isWhole ? "all" : "annotated";
    const compilerOptions = { ...this.#compilerOptionsFor(fileName, context), ...context.compilerOptions };
    this.#watch = context.watch;
    const made = transformFile(
      code,
      { fileName, functions, propagate, strategy, optimize, accesses, compilerOptions },
      {
        reached,
        reachedPackages,
        passing,
        onPlanned: context.onPlanned,
        imports: this.#imports,
        isCommonJs: context.isCommonJs,
        exclusivity: this.#chosen.exclusivityOf(fileName),
        profile: this.#chosen.profileOf(fileName),
      },
    );
    this.summary.note(fileName, made.functions);
    return made;
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
    const { system, reads } = this.#reading;
    return new ImportedFiles(
      (specifier, importer): ImportedFile | undefined => {
        const imported = readRelative(specifier, importer, system);
        if (imported !== undefined) this.#watch?.(imported.fileName);
        return imported;
      },
      {
        isWhole: (fileName) => reads.noted("whole", fileName, this.#chosen.isWhole(fileName)),
        exclusivityOf: (fileName) => reads.noted("exclusivity", fileName, this.#chosen.exclusivityOf(fileName)),
        passedIn: (fileName) => {
          const names = this.#chosen.passedIn(fileName);
          reads.noted("passed", fileName, names.join());
          return names;
        },
        profileOf: (fileName) => this.#chosen.profileOf(fileName),
        membersOf: (fileName) => {
          const accessors = this.#chosen.accessorsFor(fileName);
          reads.noted("accessors", fileName, JSON.stringify(accessors));
          return { accessors, toJSON: reads.noted("toJSON", fileName, this.#chosen.meetsToJSON(fileName)) };
        },
      },
      reads,
    );
  }
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
