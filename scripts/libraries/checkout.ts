/** Brings a library into the work folder: the checkout with git, the packages with npm. What is there is kept. */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { installPackages, runCommand } from "../../benchmarks/src/install-packages.ts";
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
    runCommand("git", ["clone", "--quiet", "--no-checkout", "--filter=blob:none", address, repository], folder);
  }
  // Sites, fixtures of benchmarks and the like are not needed.
  const paths = [
    "/package.json",
    ...[...library.code, ...library.testCode, ...(library.data ?? [])].map((p) => `/${p}`),
  ];
  runCommand("git", ["sparse-checkout", "set", "--no-cone", ...paths], repository);
  runCommand("git", ["checkout", "--quiet", "--force", library.commit], repository);
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

/** `@scope/name@1.2.3` → `["@scope/name", "1.2.3"]` */
function splitVersion(text: string): [name: string, version: string] {
  const at = text.lastIndexOf("@");
  return [text.slice(0, at), text.slice(at + 1)];
}
