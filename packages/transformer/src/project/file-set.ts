/** Files that an option names: by npm packages, by globs and paths, or by regular expressions. */
import { packageName } from "../shared/options.ts";
import type { Disk } from "./disk.ts";
import { matchFiles } from "./globs.ts";
import { isInstalled, isOfPackage, linkedFolder } from "./packages.ts";

export class FileSet {
  /** The names of packages among them. */
  readonly packages: readonly string[];
  /** Of which a file was seen. */
  readonly #seen = new Set<string>();
  readonly #expressions: readonly RegExp[];
  readonly #globs: readonly string[];
  readonly #disk: Disk;
  #root: string;
  #linked: readonly string[] | undefined;
  #matchesGlob: (file: string) => boolean;

  /** @throws TypeError if a pattern is empty */
  constructor(patterns: readonly (string | RegExp)[], root: string, disk: Disk) {
    this.#disk = disk;
    this.packages = patterns.filter((p): p is string => typeof p === "string" && packageName.test(p));
    this.#expressions = patterns.filter((p): p is RegExp => typeof p !== "string");
    this.#globs = patterns.filter((p): p is string => typeof p === "string" && !packageName.test(p));
    this.#root = root;
    this.#matchesGlob = matchFiles(this.#globs, root);
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#root = root;
    this.#linked = undefined;
    this.#matchesGlob = matchFiles(this.#globs, root);
  }

  /** Names of packages that nobody has, as far as was seen: they are misspelt, or of a folder. */
  get unknownPackages(): readonly string[] {
    return this.packages.filter((name) => !this.#seen.has(name) && !isInstalled(name, this.#root, this.#disk));
  }

  /** @param file Its absolute name, with slashes */
  has(file: string): boolean {
    return (
      this.#isOfNamed(file) ||
      this.#isLinked(file) ||
      this.#expressions.some((expression) => expression.test(file)) ||
      this.#matchesGlob(file)
    );
  }

  #isOfNamed(file: string): boolean {
    const name = this.packages.find((name) => file.includes(`/node_modules/${name}/`));
    if (name !== undefined) this.#seen.add(name);
    return name !== undefined;
  }

  #isLinked(file: string): boolean {
    this.#linked ??= this.packages.flatMap((name) => linkedFolder(name, this.#root, this.#disk) ?? []);
    return this.#linked.some((folder) => file.startsWith(`${folder}/`) && !isOfPackage(file.slice(folder.length)));
  }
}
