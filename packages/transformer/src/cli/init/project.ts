/** What the folder of a project holds, as far as it shows the tools. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The part of a package.json that is looked at. */
export interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly main?: string;
  readonly packageManager?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [key: string]: unknown;
}

export class Project {
  readonly folder: string;
  /** The names in the folder. */
  readonly names: readonly string[];
  /** Undefined if there is no package.json, or none that is JSON. */
  readonly manifest: Manifest | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.names = readdirSync(folder).sort();
    this.manifest = parsedManifest(this.read("package.json"));
  }

  /** The text of a file; undefined if there is none. */
  read(name: string): string | undefined {
    const path = join(this.folder, name);
    return existsSync(path) ? readFileSync(path, "utf8") : undefined;
  }

  has(name: string): boolean {
    return existsSync(join(this.folder, name));
  }

  /** The first file in the folder whose name matches. */
  named(pattern: RegExp): string | undefined {
    return this.names.find((name) => pattern.test(name));
  }

  /** The names of a folder, from the project's folder on; none if there is no such folder. */
  namesIn(folder: string): readonly string[] {
    const path = join(this.folder, folder);
    const isFolder = existsSync(path) && statSync(path).isDirectory();
    return isFolder ? readdirSync(path).map((name) => `${folder}/${name}`) : [];
  }

  /** Whether package.json names one of the packages, to be used at run time or for development. */
  uses(...packages: readonly string[]): boolean {
    return packages.some((name) => this.versionOf(name) !== undefined);
  }

  /** The range that package.json names. */
  versionOf(name: string): string | undefined {
    const { dependencies, devDependencies } = this.manifest ?? {};
    return dependencies?.[name] ?? devDependencies?.[name];
  }

  /** The names and texts of the scripts in package.json. */
  get scripts(): readonly (readonly [name: string, command: string])[] {
    return Object.entries(this.manifest?.scripts ?? {});
  }

  /** Whether its sources are TypeScript. */
  get isTypeScript(): boolean {
    return this.uses("typescript") || this.named(/^tsconfig(?:\..*)?\.json$/) !== undefined;
  }

  /** Whether Node takes its .js files for modules. */
  get isModule(): boolean {
    return this.manifest?.type === "module";
  }

  /** Nothing but what version control, editors and package managers put there. */
  get isEmpty(): boolean {
    return this.names.every((name) => name.startsWith(".") || name === "node_modules");
  }
}

function parsedManifest(text: string | undefined): Manifest | undefined {
  if (text === undefined) return undefined;
  try {
    const manifest = JSON.parse(text) as unknown;
    return typeof manifest === "object" && manifest !== null ? (manifest as Manifest) : undefined;
  } catch {
    return undefined;
  }
}
