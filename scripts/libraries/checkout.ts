/** Brings a library into the work folder: the checkout with git, the packages with npm. What is there is kept. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
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
    run("git", ["clone", "--quiet", "--no-checkout", `${from}/${library.repository}`, repository], folder);
  }
  run("git", ["checkout", "--quiet", "--force", library.commit], repository);
  install(library, folder);
  for (const [source, target] of Object.entries(library.published ?? {})) {
    cpSync(join(folder, "node_modules", library.name, source), join(repository, target), { recursive: true });
  }
  return folder;
}

/** The package itself brings the dependencies of its code along; scripts of packages are not run. */
function install({ name, version, needs = [] }: Library, folder: string): void {
  const wanted = [`${name}@${version}`, ...needs];
  const dependencies = Object.fromEntries(wanted.map(splitVersion));
  const manifest = `${JSON.stringify({ private: true, dependencies }, undefined, 2)}\n`;
  writeFileSync(join(folder, "package.json"), manifest);
  run(
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"],
    folder,
  );
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
