/**
 * Which tsconfig.json a file belongs to. The nearest one above it; where that only refers to other projects, as the templates of
 * Vite and Vue do, or does not hold the file itself, the first of those that holds it.
 */
import ts from "typescript";
import { slashed } from "./globs.ts";
import { memo } from "./memo.ts";

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

/** Reads no folders: whoever wants to know what a file means has no use for the names of the others. */
const onlyOptions: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] };

export class TsConfigs {
  readonly #nearest = new Map<string, string | null>();
  readonly #opened = new Map<string, Opened>();
  readonly #files = new Map<string, readonly string[]>();

  of(fileName: string, references: References = "followed"): TsConfig | undefined {
    const folder = folderOf(fileName);
    const path = memo(this.#nearest, folder, () => ts.findConfigFile(folder, ts.sys.fileExists) ?? null);
    if (path === null) return undefined;
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
    return memo(this.#files, path, () => parse(this.#open(path).source, path, ts.sys).fileNames);
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
    return paths.filter((path) => ts.sys.fileExists(path)).map((path) => this.#open(path));
  }

  #open(path: string): Opened {
    return memo(this.#opened, path, () => {
      const source = ts.readJsonConfigFile(path, ts.sys.readFile);
      const { options, projectReferences = [] } = parse(source, path, onlyOptions);
      const readFrom = [path, ...(source.extendedSourceFiles ?? [])];
      return { path, options, readFrom, source, references: projectReferences };
    });
  }
}

function parse(source: ts.TsConfigSourceFile, path: string, host: ts.ParseConfigHost): ts.ParsedCommandLine {
  return ts.parseJsonSourceFileConfigFileContent(source, host, folderOf(path), undefined, path);
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, "");
}
