/** The tsconfig.json of a project that is built, and the few options that a build decides by itself. */
import { dirname, join, relative, resolve, sep } from "node:path";
import * as ts from "typescript";
import { sha256 } from "../../../node/answers.ts";
import { cacheFolder } from "../../../node/cache-place.ts";
import type { ProjectBuildArguments } from "../../arguments.ts";
import { configFile, readConfig } from "../../config-file.ts";
import { UsageError } from "../../usage.ts";

export interface ProjectConfig {
  readonly file: string;
  readonly parsed: ts.ParsedCommandLine;
  /** Options in place of those in the file. */
  readonly forced: ts.CompilerOptions;
  /** Which files there are in a folder, but for what is in the output. */
  readonly readDirectory: ts.System["readDirectory"];
  /** Where the output stands. */
  readonly out: string;
  /** Where notes of the last build are, without an ending; undefined if nothing is kept. */
  readonly notes: string | undefined;
}

/** @throws UsageError if there is no such project, or it cannot be built */
export function openProjectConfig(args: ProjectBuildArguments, cwd: string): ProjectConfig {
  if (args.profile !== undefined) {
    throw new UsageError("--profile is for builds of files and folders. Say preempt build src --out dist --profile …");
  }
  const file = configFile(args.project, cwd);
  if (file === undefined) {
    throw new UsageError(
      "there is no tsconfig.json here or above. Give one with -p, or say preempt build src --out dist.",
    );
  }
  const given = readConfig(file, cwd);
  const name = relative(cwd, file) || file;
  refuseReferencesAlone(given, name, cwd);
  const folder = cacheFolder(undefined, dirname(file));
  const place = args.out === undefined ? given.options.outDir : resolve(cwd, args.out);
  const notes = folder && join(folder, "projects", sha256(`${file}\0${place}`).slice(0, 32));
  const forced = forcedOptions(args, given.options, notes, cwd);
  const readDirectory = readingOutside(forced.outDir, file);
  const parsed = readConfig(file, cwd, forced, readDirectory);
  const { outDir, outFile } = parsed.options;
  if (outFile !== undefined) {
    throw new UsageError(
      `${name} asks for one file (outFile), which TypeScript no longer writes. Give outDir in its place.`,
    );
  }
  if (outDir === undefined) {
    throw new UsageError(`${name} names no outDir. Say --out dist, or write "outDir" into it.`);
  }
  if (parsed.fileNames.length === 0) throw new UsageError(`${name} names no files ("include", "files").`);
  return { file, parsed, forced, readDirectory, out: outDir, notes };
}

/** TypeScript leaves out the `outDir` of the file by itself. What stands in another output is no source either. */
function readingOutside(out: string | undefined, config: string): ts.System["readDirectory"] {
  const { readDirectory } = ts.sys;
  if (out === undefined || `${dirname(config)}${sep}`.startsWith(`${out}${sep}`)) return readDirectory;
  return (...search) => readDirectory(...search).filter((name) => !resolve(name).startsWith(`${out}${sep}`));
}

/** What holds no files itself is a list of projects. */
function refuseReferencesAlone({ fileNames, projectReferences = [] }: ts.ParsedCommandLine, name: string, cwd: string) {
  if (fileNames.length > 0 || projectReferences.length === 0) return;
  const each = projectReferences.map((one) => relative(cwd, ts.resolveProjectReferencePath(one)).replaceAll("\\", "/"));
  throw new UsageError(
    `${name} only refers to other projects, and preempt build builds one at a time. Say ${each.map((one) => `preempt build -p ${one}`).join(" && ")}, those first that others refer to.`,
  );
}

/**
 * What a build decides itself. The project's own compiler checks types, and may be another version: many projects have it write nothing,
 * or have options that the compiler of this package only warns of.
 */
function forcedOptions(
  { out, declaration }: ProjectBuildArguments,
  given: ts.CompilerOptions,
  notes: string | undefined,
  cwd: string,
): ts.CompilerOptions {
  const hasMaps = given.sourceMap !== undefined || given.inlineSourceMap === true;
  return {
    noEmit: false,
    emitDeclarationOnly: false,
    noEmitOnError: false,
    noCheck: true,
    // Members of unions stand in declarations as TypeScript 7 writes them, and not in the order in which the compiler came to them.
    stableTypeOrdering: true,
    ignoreDeprecations: "6.0",
    // The compiler's notes stand beside ours: those of the project belong to its own compiler.
    incremental: notes !== undefined || given.composite === true,
    ...(notes !== undefined && { tsBuildInfoFile: `${notes}.tsbuildinfo` }),
    ...(!hasMaps && { sourceMap: true }),
    // Allowed where nothing is written, or where the names are changed.
    ...(given.allowImportingTsExtensions && { rewriteRelativeImportExtensions: true }),
    ...(out !== undefined && { outDir: resolve(cwd, out) }),
    ...(declaration !== undefined && { declaration, ...(!declaration && { declarationMap: false, composite: false }) }),
  };
}
