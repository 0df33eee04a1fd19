/** Brings a library into the work folder: the checkout with git, the packages with npm. What is there is kept. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Library } from "./library.ts";

export interface CheckoutOptions {
  /** The folder that holds a folder for each library. */
  readonly work: string;
  /** Where repositories are cloned from: an address or a folder, before `/owner/name`. */
  readonly from: string;
}

/**
 * @returns the library's folder
 * @throws Error if git or npm fails
 */
export function checkOut(library: Library, { work, from }: CheckoutOptions): string {
  const folder = join(work, library.name);
  const repository = join(folder, "repository");
  if (!existsSync(repository)) {
    mkdirSync(folder, { recursive: true });
    const address = `${from}/${library.repository}`;
    run("git", ["clone", "--quiet", "--no-checkout", "--filter=blob:none", address, repository], folder);
  }
  // Sites, fixtures of benchmarks and the like are not needed.
  const paths = [
    "/package.json",
    ...[...library.code, ...library.testCode, ...(library.data ?? [])].map((p) => `/${p}`),
  ];
  run("git", ["sparse-checkout", "set", "--no-cone", ...paths], repository);
  run("git", ["checkout", "--quiet", "--force", library.commit], repository);
  install(library, folder);
  for (const [source, target] of Object.entries(library.published ?? {})) {
    cpSync(join(folder, "node_modules", library.name, source), join(repository, target), { recursive: true });
  }
  return folder;
}

/** The package itself brings the dependencies of its code along. */
function install(library: Library, folder: string): void {
  const { name, version, needs = [] } = library;
  const wanted = [`${name}@${version}`, ...needs];
  // A package of tests may ask for another version of the library, even for one that is not on npm.
  installPackages(folder, Object.fromEntries(wanted.map(splitVersion)), { [name]: `$${name}`, ...library.overrides });
}

/**
 * Installs npm packages into the folder; scripts of packages are not run.
 *
 * @throws Error if npm fails
 */
export function installPackages(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, string>> = {},
): void {
  mkdirSync(folder, { recursive: true });
  const manifest = `${JSON.stringify({ private: true, dependencies, overrides }, undefined, 2)}\n`;
  const manifestFile = join(folder, "package.json");
  const isInstalled = existsSync(join(folder, "node_modules")) && existsSync(manifestFile);
  if (isInstalled && readFileSync(manifestFile, "utf8") === manifest) return;
  writeFileSync(manifestFile, manifest);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  try {
    run("npm", ["install", ...flags], folder);
  } catch (error) {
    rmSync(manifestFile);
    throw error;
  }
}

/** `@scope/name@1.2.3` → `["@scope/name", "1.2.3"]` */
function splitVersion(text: string): [name: string, version: string] {
  const at = text.lastIndexOf("@");
  return [text.slice(0, at), text.slice(at + 1)];
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? stderr.trim()}`);
}
