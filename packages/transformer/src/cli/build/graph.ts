/**
 * The packages that an application runs with, and which of them have to stand in the output: those that are transformed, and
 * whatever reaches them, since it has to find the transformed ones.
 */
import { readFileSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";
import { disk } from "../../node/disk.ts";

export interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly type?: string;
  readonly main?: unknown;
  readonly exports?: unknown;
  readonly imports?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Package {
  readonly name: string;
  /** Where it really is. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** By name: different packages may have different ones of one name. */
  readonly needs: ReadonlyMap<string, Package>;
}

export class PackageGraph {
  readonly #known = new Map<string, Package>();
  /** What the application itself finds, by name. */
  readonly ofApplication: ReadonlyMap<string, Package>;

  /** @param names Packages that count as the application's, though its package.json may not name them */
  constructor(root: string, names: readonly string[]) {
    const file = join(root, "package.json");
    const manifest = disk.fileExists(file) ? readManifest(file) : {};
    this.ofApplication = this.#found(root, [...neededBy(manifest), ...names]);
  }

  /** Those that have to be in the output. */
  withReachers(names: readonly string[]): Set<Package> {
    const reachers = new Map<Package, Package[]>();
    for (const one of this.#known.values()) {
      for (const needed of one.needs.values()) reachers.set(needed, [...(reachers.get(needed) ?? []), one]);
    }
    const marked = new Set<Package>();
    const mark = (one: Package) => {
      if (marked.has(one)) return;
      marked.add(one);
      for (const reacher of reachers.get(one) ?? []) mark(reacher);
    };
    for (const one of this.#known.values()) if (names.includes(one.name)) mark(one);
    return marked;
  }

  #found(folder: string, names: Iterable<string>): Map<string, Package> {
    const found = new Map<string, Package>();
    for (const name of names) {
      const at = findPackage(folder, name);
      if (at !== undefined) found.set(name, this.#open(name, at));
    }
    return found;
  }

  #open(name: string, folder: string): Package {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const manifest = readManifest(join(folder, "package.json"));
    const needs = new Map<string, Package>();
    const made: Package = { name: manifest.name ?? name, folder, manifest, needs };
    // Packages may need each other.
    this.#known.set(folder, made);
    for (const [needed, one] of this.#found(folder, neededBy(manifest))) needs.set(needed, one);
    return made;
  }
}

function neededBy({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] {
  return Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
}

/** Where the package.json of an application is that has files in this folder. */
export function applicationRoot(folder: string): string {
  const manifest = ts.findConfigFile(folder, ts.sys.fileExists, "package.json");
  return manifest ? dirname(manifest) : folder;
}

/** The real folder of the package that code in `folder` finds under this name. */
export function findPackage(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const place = join(at, "node_modules", name);
    if (disk.fileExists(join(place, "package.json"))) return realpathSync(place);
    if (at === dirname(at)) return undefined;
  }
}

export function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}
