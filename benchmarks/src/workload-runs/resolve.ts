/** Where an import of a workload or of a library leads: to the ES module that a bundler would take. */
import { readFileSync, realpathSync } from "node:fs";
import { findPackageJSON, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * @returns the file's path; undefined for what Node has itself
 * @throws Error if there is no such package, or it has no such entry
 */
export function resolveImport(specifier: string, importer: string): string | undefined {
  if (isBuiltin(specifier)) return undefined;
  if (specifier.startsWith(".")) return join(dirname(importer), specifier);
  if (specifier.startsWith("file:")) return fileURLToPath(specifier);
  const [name = "", subpath = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier)?.slice(1) ?? [];
  const manifest = findPackageJSON(name, pathToFileURL(importer));
  if (manifest === undefined) throw new Error(`${importer} imports ${specifier}, and there is no such package`);
  const { exports, module, main } = JSON.parse(readFileSync(manifest, "utf8")) as Manifest;
  const entry = exports === undefined ? (module ?? main) : moduleOf(entriesOf(exports)[`.${subpath}`]);
  if (entry === undefined) throw new Error(`${importer} imports ${specifier}, which is no ES module of ${name}`);
  // Where the package really stands, since its own packages are looked for from there.
  return realpathSync(join(dirname(manifest), entry));
}

interface Manifest {
  readonly exports?: Target;
  readonly module?: string;
  readonly main?: string;
}

type Target = string | readonly Target[] | { readonly [condition: string]: Target };

/** A package with one entry may leave its name out. */
function entriesOf(exports: Target): Readonly<Record<string, Target>> {
  const isNamed = typeof exports === "object" && Object.keys(exports).some((key) => key.startsWith("."));
  return isNamed ? (exports as Readonly<Record<string, Target>>) : { ".": exports };
}

/** Of the conditions, only those that say "ES module". */
function moduleOf(target: Target | undefined): string | undefined {
  if (typeof target === "string" || target === undefined) return target;
  if (Array.isArray(target)) return moduleOf(target[0]);
  const { import: esModule, default: otherwise } = target as Readonly<Record<string, Target>>;
  return moduleOf(esModule ?? otherwise);
}
