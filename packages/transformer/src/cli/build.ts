/**
 * `preempt build`: writes what runs without a transformer and without TypeScript, for projects that have no bundler.
 */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { transformerPackage } from "@preempt/abi";
import * as ts from "typescript";
import type { PluginConfig } from "../integrations/ts-plugin.ts";
import { cacheFolder } from "../node/cache-place.ts";
import { CachedFiles } from "../node/cached-files.ts";
import { disk } from "../node/disk.ts";
import { DiskCache } from "../node/disk-cache.ts";
import { ChosenFiles } from "../project/chosen-files.ts";
import type { PluginOptions } from "../project/plugin-options.ts";
import { checkSettings } from "../project/settings.ts";
import { tellFormerNames } from "../project/whole-files.ts";
import type { Diagnostic } from "../shared/diagnostics.ts";
import { packageName, propagatesByDefault } from "../shared/options.ts";
import { findPackage, type Package, PackageGraph, readManifest } from "./build/graph.ts";
import { Output } from "./build/output.ts";
import { place } from "./build/placement.ts";
import { reachedFiles } from "./build/reached.ts";
import { emit, outputName, sourceName } from "./build/sources.ts";
import { type BuildArguments, UsageError } from "./usage.ts";

export interface Built {
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the project. */
  readonly files: number;
  readonly transformed: number;
  /** Names of packages in the output, and how many of their files were transformed. */
  readonly packages: readonly string[];
  readonly ofPackages: number;
  /** What became of the functions, a line for the project and one for each package. */
  readonly numbers: readonly string[];
}

/** @throws UsageError if there is nothing to build, or it cannot be written there */
export function build(args: BuildArguments, cwd: string): Built {
  const project = openProject(args, cwd);
  const { out, sources, options, root, meaning } = project;
  const output = new Output(out);
  const files = openFiles(options, root, meaning);
  const diagnostics: Diagnostic[] = [];
  let transformed = 0;
  for (const { file, target } of sources) {
    if (write(output, file, target, files, meaning, diagnostics)) transformed++;
  }
  writeType(output, project);
  const packages = packagesOf(project);
  let ofPackages = 0;
  for (const [folder, one] of packages.copies) {
    ofPackages += copyPackage(output, one, folder, packages.reached.get(one) ?? new Set(), files, meaning, diagnostics);
  }
  for (const [path, { folder }] of packages.links) output.link(path, folder);
  output.finish();
  const names = [...new Set([...packages.copies.values()].map(({ name }) => name))].sort();
  return {
    diagnostics,
    files: sources.length,
    transformed,
    packages: names,
    ofPackages,
    numbers: files.summary.lines(),
  };
}

interface BuildProject {
  readonly out: string;
  /** Where the folder or the files that were named stand. */
  readonly base: string;
  /** Where the package.json of the application is. */
  readonly root: string;
  readonly sources: readonly { readonly file: string; readonly target: string }[];
  readonly options: PluginOptions;
  readonly meaning: ts.CompilerOptions;
}

function openProject(args: BuildArguments, cwd: string): BuildProject {
  const named = args.files.map((name) => {
    const path = resolve(cwd, name);
    if (!existsSync(path)) throw new UsageError(`${name}: no such file or folder.`);
    return path;
  });
  const out = resolve(cwd, args.out);
  if (existsSync(out) && !statSync(out).isDirectory()) throw new UsageError(`${args.out} is a file. Give a folder.`);
  const folders = named.map((path) => (statSync(path).isDirectory() ? path : dirname(path)));
  const base = folders.reduce(commonFolder);
  if (out === base || base.startsWith(out + sep)) {
    throw new UsageError(`--out ${args.out} holds the sources. Give another folder.`);
  }
  const found = new Set(named.flatMap((path) => (statSync(path).isDirectory() ? filesIn(path, out) : [path])));
  const sources = [...found].map((file) => ({ file, target: join(out, outputName(relative(base, file))) }));
  if (!sources.some(({ file }) => sourceName.test(file))) {
    throw new UsageError(`${args.files.join(", ")}: there is no TypeScript or JavaScript in there.`);
  }
  const twice = sources.find(({ target }, i) => sources.findIndex((other) => other.target === target) < i);
  if (twice !== undefined) {
    throw new UsageError(`${relative(cwd, twice.file)} and another file both become ${relative(cwd, twice.target)}.`);
  }
  const manifest = ts.findConfigFile(base, ts.sys.fileExists, "package.json");
  return { out, base, root: manifest ? dirname(manifest) : base, sources, ...settingsOf(args, base, cwd) };
}

/** The plugin's entry in the nearest tsconfig.json, and what the command line adds. */
function settingsOf(args: BuildArguments, base: string, cwd: string) {
  const path = ts.findConfigFile(base, ts.sys.fileExists);
  const { config = {} } = path === undefined ? {} : ts.readConfigFile(path, ts.sys.readFile);
  const folder = path === undefined ? cwd : dirname(path);
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, folder, undefined, path).options;
  const entries = (parsed as { plugins?: readonly (PluginConfig & { transform?: unknown })[] }).plugins ?? [];
  const said: PluginConfig = entries.find(({ transform }) => transform === transformerPackage) ?? {};
  checkSettings(said);
  tellFormerNames(said);
  if (args.all.length > 0) tellFormerNames(args);
  type Name = "include" | "exclude" | "exclusive" | "reentrant" | "all";
  const list = (name: Name, resolved = absolute) => [
    ...(said[name] ?? []).map((p) => resolved(p, folder)),
    ...args[name].map((p) => resolved(p, cwd)),
  ];
  const paths = (name: Name) => list(name, (pattern, from) => resolve(from, pattern));
  const former = list("all");
  const optimize = args.optimize ?? said.optimize;
  const options = {
    packages: [...(said.packages ?? []), ...args.packages, ...former.filter((p) => packageName.test(p))],
    include: [
      ...paths("include"),
      ...former.filter((p) => !packageName.test(p)),
      ...(said.functions === "all" ? [`${base}/**`] : []),
    ],
    exclude: paths("exclude"),
    exclusive: list("exclusive"),
    reentrant: list("reentrant"),
    jobs: [...(said.jobs ?? []), ...args.jobs],
    propagate: args.propagate ?? said.propagate ?? propagatesByDefault,
    ...(args.profile !== undefined && { profile: resolve(cwd, args.profile) }),
  };
  const { jsx, jsxFactory, jsxFragmentFactory, jsxImportSource } = parsed;
  const { experimentalDecorators, emitDecoratorMetadata, useDefineForClassFields, verbatimModuleSyntax } = parsed;
  const isKept = jsx === undefined || jsx === ts.JsxEmit.Preserve || jsx === ts.JsxEmit.ReactNative;
  const given = {
    ...{ jsxFactory, jsxFragmentFactory, jsxImportSource, experimentalDecorators, emitDecoratorMetadata },
    ...{ useDefineForClassFields, verbatimModuleSyntax },
  };
  const meaning: ts.CompilerOptions = {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    // Node reads no JSX.
    jsx: isKept ? ts.JsxEmit.ReactJSX : jsx,
  };
  return { options: { ...options, ...(optimize !== undefined && { optimize }) } as PluginOptions, meaning };
}

function absolute(pattern: string, folder: string): string {
  return packageName.test(pattern) ? pattern : resolve(folder, pattern);
}

function openFiles(options: PluginOptions, root: string, meaning: ts.CompilerOptions): CachedFiles {
  const folder = cacheFolder(undefined, root);
  const cache = folder === undefined ? undefined : new DiskCache(folder, () => {});
  const use = { name: "build", meaning, mapOf: <T>(_: string, map: T) => map, ending: () => "" };
  return new CachedFiles(options, root, new ChosenFiles(options, root, disk), cache, use);
}

/** @returns whether the file was transformed */
function write(
  output: Output,
  file: string,
  target: string,
  files: CachedFiles,
  meaning: ts.CompilerOptions,
  diagnostics: Diagnostic[],
): boolean {
  if (!sourceName.test(file) || /\.d\.[cm]?ts$/.test(file)) {
    output.write(target, readFileSync(file));
    return false;
  }
  const { code, map, isRewritten, diagnostics: found } = emit(file, target, files, meaning);
  diagnostics.push(...found);
  if (code === undefined) {
    output.write(target, readFileSync(file));
    return false;
  }
  output.write(target, map === undefined ? code : `${code}//# sourceMappingURL=${basename(target)}.map\n`);
  if (map !== undefined) output.write(`${target}.map`, JSON.stringify({ ...map, file: basename(target) }));
  return isRewritten;
}

/** If another package.json speaks for the output than for the sources, it has to say the same. */
function writeType(output: Output, { out, base }: BuildProject): void {
  const own = join(out, "package.json");
  const typeAt = (folder: string) => {
    const file = ts.findConfigFile(folder, ts.sys.fileExists, "package.json");
    return file === undefined ? undefined : readManifest(file).type;
  };
  const type = typeAt(base);
  if (typeAt(dirname(out)) !== type && !existsSync(join(base, "package.json"))) {
    output.write(own, `${JSON.stringify({ type: type ?? "commonjs" })}\n`);
  }
}

function packagesOf({ options, root, sources, out }: BuildProject) {
  const names = options.packages ?? [];
  const unknown = names.find((name) => findPackage(root, name) === undefined && !isNeeded(root, name));
  if (unknown !== undefined) {
    throw new UsageError(
      `there is no package "${unknown}" in ${root}. Install it, or say --include ${unknown} if it is a folder of yours.`,
    );
  }
  const graph = new PackageGraph(root, names);
  const inOutput = graph.withReachers(names);
  const own = sources.map(({ file }) => file).filter((file) => sourceName.test(file));
  const reached = reachedFiles(own, graph.ofApplication, inOutput);
  return { ...place(out, graph.ofApplication, inOutput), reached };
}

/** Whether some package of the application needs one of this name. */
function isNeeded(root: string, name: string): boolean {
  return [...new PackageGraph(root, []).withReachers([name])].length > 0;
}

/** @returns how many files were transformed */
function copyPackage(
  output: Output,
  { folder: from }: Package,
  to: string,
  reached: ReadonlySet<string>,
  files: CachedFiles,
  meaning: ts.CompilerOptions,
  diagnostics: Diagnostic[],
): number {
  let transformed = 0;
  // Packages of a workspace may be of TypeScript, which Node does not take from node_modules.
  const isTypeScript = !from.split(sep).includes("node_modules");
  for (const file of allIn(from, output.folder)) {
    const name = relative(from, file);
    if (name === "package.json" && isTypeScript) output.write(join(to, name), withOutputNames(file));
    else if (!reached.has(file)) output.write(join(to, name), readFileSync(file));
    else if (write(output, file, join(to, outputName(name)), files, meaning, diagnostics)) transformed++;
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

/** All of a package; what it has installed for itself is found, or linked, as packages. */
function allIn(folder: string, out: string, skipped = join(folder, "node_modules")): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (path === out || path === skipped) return [];
    if (entry.isDirectory()) return allIn(path, out, skipped);
    return statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}

function commonFolder(a: string, b: string): string {
  let folder = a;
  while (!(b === folder || b.startsWith(folder + sep)) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
