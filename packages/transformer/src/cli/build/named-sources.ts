/** The files and folders that the command line names, and where each file stands in the output. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { FolderBuildArguments } from "../arguments.ts";
import { UsageError } from "../usage.ts";
import { outputName, sourceName } from "./sources.ts";

export interface NamedSources {
  readonly out: string;
  /** Where the folder or the files that were named stand. */
  readonly base: string;
  readonly sources: readonly { readonly file: string; readonly target: string }[];
}

/** @throws UsageError if there is nothing to build, or it cannot be written there */
export function namedSources({ files, out: folder }: FolderBuildArguments, cwd: string): NamedSources {
  const named = files.map((name) => {
    const path = resolve(cwd, name);
    if (!existsSync(path)) throw new UsageError(`${name}: no such file or folder.`);
    return path;
  });
  const out = resolve(cwd, folder);
  if (existsSync(out) && !statSync(out).isDirectory()) throw new UsageError(`${folder} is a file. Give a folder.`);
  const folders = named.map((path) => (statSync(path).isDirectory() ? path : dirname(path)));
  const base = folders.reduce(commonFolder);
  if (out === base || base.startsWith(out + sep)) {
    throw new UsageError(`--out ${folder} holds the sources. Give another folder.`);
  }
  const found = new Set(named.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path, out) : [path])));
  const sources = [...found].map((file) => ({ file, target: join(out, outputName(relative(base, file))) }));
  if (!sources.some(({ file }) => sourceName.test(file))) {
    throw new UsageError(`${files.join(", ")}: there is no TypeScript or JavaScript in there.`);
  }
  const twice = sources.find(({ target }, i) => sources.findIndex((other) => other.target === target) < i);
  if (twice !== undefined) {
    throw new UsageError(`${relative(cwd, twice.file)} and another file both become ${relative(cwd, twice.target)}.`);
  }
  return { out, base, sources };
}

/** All in a folder but installed packages, what stands in the output, and what is hidden. */
function filesIn(folder: string, out: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === "node_modules" || entry.name.startsWith(".") || path === out) return [];
    if (entry.isDirectory() || (entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory())) {
      return filesIn(path, out);
    }
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (!(b === folder || b.startsWith(folder + sep)) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
