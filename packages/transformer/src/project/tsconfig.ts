/**
 * Which tsconfig.json a file belongs to. The nearest one above it; where that only refers to other projects, as the templates of
 * Vite and Vue do, or does not hold the file itself, the first of those that holds it.
 */
import * as ts from "typescript";
import { folderOf, slashed } from "./globs.ts";
import { type Reading, unnoted } from "./reading.ts";
import type { Kept } from "./reads.ts";

/** A tsconfig.json that was read, and what it says. */
export interface TsConfig {
  readonly path: string;
  readonly options: ts.CompilerOptions;
  /** Itself and whatever it extends. */
  readonly readFrom: readonly string[];
}

/**
 * What is made of the projects that the nearest one refers to. TypeScript asks the nearest whether it holds the file, then them, then
 * those that they refer to; Rolldown asks them first, and no further ones; esbuild reads the nearest alone.
 */
export type References = "followed" | "first" | "ignored";

interface Opened extends TsConfig {
  readonly source: ts.TsConfigSourceFile;
  readonly references: readonly ts.ProjectReference[];
}

export class TsConfigs {
  readonly #nearest: Kept<string | undefined> = new Map();
  readonly #opened: Kept<Opened> = new Map();
  readonly #files: Kept<readonly string[]> = new Map();
  readonly #reading: Reading;

  constructor(reading: Reading = unnoted) {
    this.#reading = reading;
  }

  of(fileName: string, references: References = "followed"): TsConfig | undefined {
    const folder = folderOf(fileName);
    const { system, reads } = this.#reading;
    const path = reads.memo(this.#nearest, folder, () => ts.findConfigFile(folder, system.fileExists));
    if (path === undefined) return undefined;
    const nearest = this.#open(path);
    if (references === "ignored" || nearest.references.length === 0) return nearest;
    const file = slashed(fileName);
    const found =
      references === "first"
        ? this.#referred(nearest).find((config) => this.#holds(config, file))
        : this.#holding(file, nearest, new Set());
    return found ?? nearest;
  }

  /** The files of a project, which are looked for once. */
  filesOf({ path }: TsConfig): readonly string[] {
    const { system, reads } = this.#reading;
    return reads.memo(this.#files, path, () => parse(this.#open(path).source, path, system).fileNames);
  }

  /** All are read again: one of them has changed, or which files there are. */
  forget(): void {
    for (const known of [this.#nearest, this.#opened, this.#files]) known.clear();
  }

  #holding(file: string, config: Opened, asked: Set<Opened>): TsConfig | undefined {
    if (asked.has(config)) return undefined;
    asked.add(config);
    if (this.#holds(config, file)) return config;
    for (const referred of this.#referred(config)) {
      const found = this.#holding(file, referred, asked);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #holds(config: TsConfig, file: string): boolean {
    return this.filesOf(config).includes(file);
  }

  #referred({ references }: Opened): Opened[] {
    const paths = references.map((reference) => ts.resolveProjectReferencePath(reference));
    return paths.filter((path) => this.#reading.system.fileExists(path)).map((path) => this.#open(path));
  }

  #open(path: string): Opened {
    const { system, reads } = this.#reading;
    // Reads no folders: whoever wants to know what a file means has no use for the names of the others.
    const onlyOptions: ts.ParseConfigHost = { ...system, readDirectory: () => [] };
    return reads.memo(this.#opened, path, () => {
      const source = ts.readJsonConfigFile(path, system.readFile);
      const { options, projectReferences = [] } = parse(source, path, onlyOptions);
      const readFrom = [path, ...(source.extendedSourceFiles ?? [])];
      return { path, options, readFrom, source, references: projectReferences };
    });
  }
}

function parse(source: ts.TsConfigSourceFile, path: string, host: ts.ParseConfigHost): ts.ParsedCommandLine {
  return ts.parseJsonSourceFileConfigFileContent(source, host, folderOf(path), undefined, path);
}
