/** Finds and reads tsconfig.json. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as ts from "typescript";
import { UsageError } from "./usage.ts";

/**
 * The file that `-p` names; without it, the nearest one.
 *
 * @returns undefined if none was named, and there is none
 * @throws UsageError if the one that was named does not exist
 */
export function configFile(project: string | undefined, cwd: string): string | undefined {
  if (project === undefined) return ts.findConfigFile(cwd, ts.sys.fileExists);
  const path = resolve(cwd, project);
  if (!existsSync(path)) {
    throw new UsageError(`${project} does not exist. -p takes a tsconfig.json, or a folder that holds one.`);
  }
  if (!statSync(path).isDirectory()) return path;
  const inside = join(path, "tsconfig.json");
  if (!existsSync(inside)) throw new UsageError(`there is no tsconfig.json in ${project}.`);
  return inside;
}

/** TypeScript's words for a project without files. */
const noInputs = new Set([18002, 18003]);
/** And for options that it does not know. */
const unknownOptions = new Set([5023, 5025]);

/** Options may be those of the project's own compiler, as `checkers` of TypeScript 7 is. That one reports what is misspelt. */
export function isUnknownOption({ code }: ts.Diagnostic): boolean {
  return unknownOptions.has(code);
}

/**
 * @param forced Options in place of those in the file
 * @param readDirectory Which files there are in a folder
 * @throws UsageError if the file has mistakes; a project without files is none
 */
export function readConfig(
  path: string,
  cwd: string,
  forced?: ts.CompilerOptions,
  readDirectory: ts.ParseConfigHost["readDirectory"] = ts.sys.readDirectory,
): ts.ParsedCommandLine {
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent(config ?? {}, { ...ts.sys, readDirectory }, dirname(path), forced, path);
  const errors = [...(error ? [error] : []), ...parsed.errors];
  const mistakes = errors.filter((e) => !noInputs.has(e.code) && !isUnknownOption(e));
  if (mistakes.length > 0) throw new UsageError(`${path} has mistakes:\n${compilerText(mistakes, cwd).trimEnd()}`);
  return parsed;
}

/** What TypeScript has to say, a line for each. */
export function compilerText(diagnostics: readonly ts.Diagnostic[], cwd: string): string {
  return ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => cwd,
    getNewLine: () => "\n",
  });
}
