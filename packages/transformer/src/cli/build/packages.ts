/** The packages that stand in the output: those that are transformed, and whatever reaches them. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { UsageError } from "../usage.ts";
import { findPackage, type Package, PackageGraph } from "./graph.ts";
import type { Output } from "./output.ts";
import { place } from "./placement.ts";
import { reachedFiles } from "./reached.ts";
import { outputName, sourceName } from "./sources.ts";
import type { WrittenFiles } from "./written-files.ts";

export interface WrittenPackages {
  readonly names: readonly string[];
  /** How many of their files were transformed. */
  readonly transformed: number;
}

/** An application, and the packages of it that are transformed whole. */
export interface Application {
  /** Where its package.json is. */
  readonly root: string;
  readonly packages: readonly string[];
  /** Its own files: what they import counts. */
  readonly sources: readonly string[];
}

/**
 * Writes the packages into `node_modules` of the output.
 *
 * @throws UsageError if there is no package of a name
 */
export function writePackages(application: Application, output: Output, written: WrittenFiles): WrittenPackages {
  const { root, packages: names, sources } = application;
  const unknown = names.find((name) => findPackage(root, name) === undefined && !isNeeded(root, name));
  if (unknown !== undefined) {
    throw new UsageError(
      `there is no package "${unknown}" in ${root}. Install it, or say --include ${unknown} if it is a folder of yours.`,
    );
  }
  const graph = new PackageGraph(root, names);
  const inOutput = graph.withReachers(names);
  const own = sources.filter((file) => sourceName.test(file));
  const reached = reachedFiles(own, graph.ofApplication, inOutput);
  const { copies, links } = place(output.folder, graph.ofApplication, inOutput);
  let transformed = 0;
  for (const [folder, one] of copies) {
    transformed += copyPackage(one, folder, reached.get(one) ?? new Set(), output, written);
  }
  for (const [path, { folder }] of links) output.link(path, folder);
  return { names: [...new Set([...copies.values()].map(({ name }) => name))].sort(), transformed };
}

/** Whether some package of the application needs one of this name. */
function isNeeded(root: string, name: string): boolean {
  return [...new PackageGraph(root, []).withReachers([name])].length > 0;
}

/** @returns how many files were transformed */
function copyPackage(
  { folder: from }: Package,
  to: string,
  reached: ReadonlySet<string>,
  output: Output,
  written: WrittenFiles,
): number {
  let transformed = 0;
  // Packages of a workspace may be of TypeScript, which Node does not take from node_modules.
  const isTypeScript = !from.split(sep).includes("node_modules");
  for (const file of allIn(from, output.folder)) {
    const name = relative(from, file);
    if (name === "package.json" && isTypeScript) output.write(join(to, name), withOutputNames(file));
    else if (!reached.has(file)) written.copy(file, join(to, name));
    else if (written.write(file, join(to, outputName(name)))) transformed++;
  }
  return transformed;
}

/** A package.json whose entries name what becomes of TypeScript files. */
function withOutputNames(file: string): string {
  const text = readFileSync(file, "utf8");
  return text.replace(/"(\.?\.?\/?[^"\n]*)\.([cm]?)tsx?"/g, (all, stem: string, kind: string) =>
    stem.endsWith(".d") || !existsSync(join(dirname(file), all.slice(1, -1))) ? all : `"${stem}.${kind}js"`,
  );
}

/** All of a package; what it has installed for itself is found, or linked, as packages. */
function allIn(folder: string, out: string, skipped = join(folder, "node_modules")): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (path === out || path === skipped) return [];
    if (entry.isDirectory()) return allIn(path, out, skipped);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}
