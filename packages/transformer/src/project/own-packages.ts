/**
 * Which files are Preempt's own: they run between the points of what is preemptable, and must never have points themselves,
 * whatever the user's patterns say.
 */

import { abiSymbolPrefix, frameworkPackages, runtimePackage, serverPackage, transformerPackage } from "@preempt/abi";
import { isFramework } from "../2-find/our-packages.ts";
import { memo } from "../shared/memo.ts";
import { type Disk, findAbove } from "./disk.ts";
import { slashed } from "./globs.ts";

/** Never published; in this workspace they stand beside the others. */
const unpublished = ["@preempt/abi", "@preempt/checks", "@preempt/latest-job"];
const own = [runtimePackage, serverPackage, transformerPackage, ...frameworkPackages, ...unpublished];
const ownName = (name: unknown): string | undefined => own.find((n) => n === name);

/** As installed; and as Vite's server keeps what it has bundled of them. */
const installed =
  /\/node_modules\/(?:@preempt\/(runtime|server|transformer|react|svelte|vue)\/|\.vite[^/]*\/deps[^/]*\/@preempt_(runtime|server|transformer|react|svelte|vue))/;

export class OwnPackages {
  readonly #folders = new Map<string, string | undefined>();
  readonly #disk: Disk;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** @param code The file's, if it may be a bundle of several packages: one that holds the runtime has the runtime's symbol */
  holds(fileName: string, code: { includes(part: string): boolean } = ""): boolean {
    return code.includes(abiSymbolPrefix) || this.#nameOf(fileName) !== undefined;
  }

  /** Whether the file is of `@preempt/server`. */
  isServer(fileName: string): boolean {
    return this.#nameOf(fileName) === serverPackage;
  }

  /** Whether the file is of a package for a framework. */
  isOfFramework(fileName: string): boolean {
    return isFramework(this.#nameOf(fileName));
  }

  #nameOf(fileName: string): string | undefined {
    const file = slashed(fileName);
    const [, name, bundled = name] = installed.exec(file) ?? [];
    if (bundled !== undefined) return `@preempt/${bundled}`;
    const folder = file.slice(0, Math.max(0, file.lastIndexOf("/")));
    return memo(this.#folders, folder, () => this.#nameOfFolder(folder));
  }

  forget(): void {
    this.#folders.clear();
  }

  /** Linked, or copied: the nearest package.json says whose folder it is. Their tests are programs like any other. */
  #nameOfFolder(folder: string): string | undefined {
    const manifest = findAbove(folder, "package.json", this.#disk);
    if (manifest === undefined) return undefined;
    const isTest = /^\/test(?:\/|$)/.test(folder.slice(manifest.length - "/package.json".length));
    return isTest ? undefined : ownName(nameIn(manifest, this.#disk));
  }
}

function nameIn(manifest: string, disk: Disk): unknown {
  try {
    return (JSON.parse(disk.readFile(manifest) ?? "{}") as { readonly name?: unknown }).name;
  } catch {
    return undefined;
  }
}
