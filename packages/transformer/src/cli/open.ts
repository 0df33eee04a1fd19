/** From the command line to a program: finds and reads tsconfig.json, and the files that were named. */

import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import type { PluginConfig } from "../integrations/ts-plugin.ts";
import { packageOf } from "../report/build-summary.ts";
import { testFile } from "../shared/test-file.ts";
import type { CheckArguments } from "./arguments.ts";
import { configFile, readConfig } from "./config-file.ts";
import { UsageError } from "./usage.ts";

export interface Opened {
  readonly program: ts.Program;
  /** The plugin's entry in tsconfig.json. */
  readonly settings: PluginConfig;
  /** Whether findings in this file are wanted. */
  readonly isShown: (fileName: string) => boolean;
}

const sourceName = /\.[cm]?[jt]sx?$/;
const extensions = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
/** What TypeScript leaves out of a project as well. */
const skipped = ["**/node_modules"];

/**
 * The project, or those that it refers to if it holds no files itself.
 *
 * @throws UsageError if there is nothing to check, or it cannot be read
 */
export function openPrograms(args: CheckArguments, cwd: string): Opened[] {
  const named = args.files.map((file) => existing(file, cwd));
  const config = configFor(args.project, cwd, named.length > 0);
  const parsed = config === undefined ? [alone(named)] : readConfigs(config, cwd, named.length > 0);
  const inProjects = new Set(parsed.flatMap(({ fileNames }) => fileNames.map((file) => resolve(file))));
  const more = named.filter((file) => !isFolder(file) && !inProjects.has(file));
  if (config !== undefined && args.project !== undefined && more[0] !== undefined) {
    throw new UsageError(`${more[0]} is not part of ${config}. Add it to "include" or "files" there, or leave out -p.`);
  }
  const isJs = more.some((file) => /\.[cm]?jsx?$/.test(file));
  const isNamed = (file: string) => {
    const path = resolve(file);
    return named.length === 0 || named.some((n) => path === n || path.startsWith(join(n, "/")));
  };
  // Where several projects have a file, it is shown for the first.
  const shown = new Set<string>();
  const opened = parsed.map(({ fileNames, options }, index): Opened => {
    const extra = index === 0 ? more : [];
    const program = ts.createProgram([...fileNames, ...extra], {
      ...options,
      ...(isJs && { allowJs: true }),
      noEmit: true,
    });
    const files = program.getSourceFiles().map((file) => file.fileName);
    const own = new Set(files.filter((file) => isNamed(file) && !shown.has(file)));
    for (const file of own) shown.add(file);
    return { program, settings: settingsIn(options), isShown: (file) => own.has(file) };
  });
  if (named.length > 0 && shown.size === 0) {
    throw new UsageError(`${args.files.join(", ")}: no file of ${config ?? "the program"} is in there.`);
  }
  return opened;
}

export interface ProjectFiles {
  /** Of the project, as far as they are to be shown; and those of packages that were named. */
  readonly files: readonly string[];
  /** The names of the packages that were named. */
  readonly packages: readonly string[];
}

/** Made by tools. */
const output = /(?:^|[\\/])(?:dist|build|out|coverage)(?:[\\/]|$)/;

/**
 * The files of a project for which a bundler's configuration speaks: those of its tsconfig.json, else all in its folder.
 *
 * @throws UsageError if there is nothing to check, or it cannot be read
 */
export function projectFiles(args: CheckArguments, cwd: string, root: string): ProjectFiles {
  const named = args.files.map((file) => existing(file, cwd));
  const inPackages = named.filter((path) => packageOf(join(path, "x")) !== undefined);
  const packages = [...new Set(inPackages.map((path) => packageOf(join(path, "x")) as string))];
  const files = inPackages.flatMap((path) =>
    isFolder(path) ? ts.sys.readDirectory(path, extensions, skipped) : [path],
  );
  const others = named.filter((path) => !inPackages.includes(path));
  if (inPackages.length > 0 && others.length === 0) return { files, packages };
  const own = others.length > 0 ? others.flatMap(filesAt) : filesOfProject(args, cwd, root);
  return { files: [...own.map((file) => resolve(file)), ...files], packages };
}

function filesAt(path: string): string[] {
  return isFolder(path) ? ts.sys.readDirectory(path, extensions, skipped).filter(isSource) : [path];
}

/** Those of the tsconfig.json; without one all in the folder but tests and what tools have made. */
function filesOfProject({ project }: CheckArguments, cwd: string, root: string): string[] {
  const config = project === undefined ? join(root, "tsconfig.json") : configFor(project, cwd, true);
  if (config !== undefined && existsSync(config)) {
    return readConfigs(config, cwd, true).flatMap(({ fileNames }) => fileNames.filter(isSource));
  }
  return filesAt(root).filter((file) => {
    const name = relative(root, file).replaceAll("\\", "/");
    return !output.test(name) && !testFile.test(name);
  });
}

function isSource(file: string): boolean {
  return !/\.d\.[cm]?ts$/.test(file);
}

function existing(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UsageError(`${file}: no such file or folder.`);
  if (!isFolder(path) && !sourceName.test(path)) {
    throw new UsageError(`${file} is neither TypeScript nor JavaScript: a name in .ts, .tsx, .js or .jsx is expected.`);
  }
  return path;
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

function configFor(project: string | undefined, cwd: string, hasFiles: boolean): string | undefined {
  const found = configFile(project, cwd);
  if (found === undefined && !hasFiles) {
    throw new UsageError(
      "there is no tsconfig.json here or above. Give one with -p, or name files or folders to check.",
    );
  }
  return found;
}

/** Without a tsconfig.json: the files in the folders that were named. */
function alone(named: readonly string[]): { fileNames: string[]; options: ts.CompilerOptions } {
  const { NodeNext } = ts.ModuleKind;
  const fileNames = named.filter(isFolder).flatMap((folder) => ts.sys.readDirectory(folder, extensions, skipped));
  return { fileNames, options: { target: ts.ScriptTarget.ESNext, module: NodeNext, allowJs: true, types: [] } };
}

function readConfigs(path: string, cwd: string, hasFiles: boolean): ts.ParsedCommandLine[] {
  const configs = projectsAt(path, cwd, new Set());
  if (configs.every((config) => config.fileNames.length === 0) && !hasFiles) {
    throw new UsageError(`${path} names no files ("include", "files").`);
  }
  return configs;
}

/** The project at `path`, or those that it refers to in place of naming files. */
function projectsAt(path: string, cwd: string, read: Set<string>): ts.ParsedCommandLine[] {
  if (read.has(path)) return [];
  read.add(path);
  const parsed = readConfig(path, cwd);
  const { fileNames, projectReferences: references = [] } = parsed;
  if (fileNames.length > 0 || references.length === 0) return [parsed];
  return references.flatMap((reference) => projectsAt(ts.resolveProjectReferencePath(reference), cwd, read));
}

function settingsIn(options: ts.CompilerOptions): PluginConfig {
  const plugins = (options as { plugins?: readonly (PluginConfig & { transform?: unknown })[] }).plugins ?? [];
  return plugins.find((plugin) => plugin.transform === transformerPackage) ?? {};
}
