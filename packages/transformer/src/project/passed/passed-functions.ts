/**
 * Exported functions that other files of the project pass on to run as jobs: `rt.submit(heavy)`, where heavy is imported. Integrations
 * that see one file at a time may come to heavy's file first; so all files of the project are looked at before that, by their text.
 *
 * It is long because one search follows a name through imports, exports, aliases and workspaces, with what it has found so far.
 */

import { abiSymbolPrefix, runtimePackage, serverPackage } from "@preempt/abi";
import { JobCalls } from "../../2-find/job-calls.ts";
import { requestMethods, routeMethods, schedulerMethods } from "../../2-find/job-methods.ts";
import { mayHoldAnnotation } from "../../2-find/misspelt.ts";
import { isFramework } from "../../2-find/our-packages.ts";
import { memo } from "../../shared/memo.ts";
import { testFile } from "../../shared/test-file.ts";
import { type Disk, findAbove } from "../disk.ts";
import { slashed } from "../globs.ts";
import { handsJobs, handsRequests } from "../hands.ts";
import { isOfPackage, linkedFolder } from "../packages.ts";
import { type FileFacts, factsOf, type Imported } from "./file-facts.ts";

/** Files that are longer are made by a tool. */
const longestFile = 1_000_000;
const sourceFile = /\.[cm]?[jt]sx?$/;
/** What tools write stands in some of these: it holds what the sources do, and is no part of them. */
const skipped = ["**/node_modules", "**/.*", "**/dist", "**/coverage"];
/** What is transformed already imports this, or holds the runtime. */
const isOutput = (text: string) => text.includes(`${runtimePackage}/abi"`) || text.includes(abiSymbolPrefix);
/** As many files of a project are looked at. */
const mostFiles = 5000;
const extensions = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte", "astro"].map((e) => `.${e}`);

/** What the names of schedulers are in a project. */
export interface SchedulerNames {
  readonly runtime: ReadonlySet<string>;
  readonly server: ReadonlySet<string>;
}

/** Names of annotated accessors in a project. */
export interface AccessorNames {
  readonly get: ReadonlySet<string>;
  readonly set: ReadonlySet<string>;
}

const noNames: SchedulerNames = { runtime: new Set(), server: new Set() };

export class PassedFunctions {
  readonly #disk: Disk;
  readonly #jobs: JobCalls;
  readonly #projects = new Map<string, Project>();
  readonly #folders = new Map<string, string | undefined>();
  /** By the folders of files. */
  readonly #known = new Map<string, readonly Project[]>();
  /** By the folders of files, too. */
  readonly #starting = new Map<string, readonly string[]>();
  #root: string;

  constructor(jobs: readonly string[], root: string, disk: Disk) {
    this.#jobs = new JobCalls(jobs);
    this.#root = root;
    this.#disk = disk;
  }

  startAt(root: string): void {
    this.#root = root;
    this.#forgetFolders();
  }

  /** Files have changed. */
  forget(): void {
    for (const [folder, project] of this.#projects) if (project.isOld()) this.#projects.delete(folder);
    this.#folders.clear();
    this.#forgetFolders();
  }

  #forgetFolders(): void {
    this.#known.clear();
    this.#starting.clear();
  }

  /** The names by which a file exports functions that other files pass on: "heavy", "default", "solver.solve". */
  namesIn(fileName: string): readonly string[] {
    const file = slashed(fileName);
    if (isOfPackage(file)) return [];
    const names = new Set<string>();
    for (const project of this.#projectsOf(file)) for (const name of project.namesIn(file)) names.add(name);
    return [...names].sort();
  }

  /**
   * The files of the same package whose text may hold a function that is preemptable by itself: an annotated one, or one that is passed
   * on. Not tests, which are no part of the application.
   */
  startingFiles(fileName: string): readonly string[] {
    const file = slashed(fileName);
    return memo(this.#starting, folderIn(file), () => {
      const folder = this.#folderOf(file);
      return this.#projectsOf(file).flatMap(({ startingFiles }) =>
        startingFiles.filter((one) => this.#folderOf(one) === folder),
      );
    });
  }

  /** What schedulers are called in the project of a file. */
  schedulerNames(fileName: string): SchedulerNames {
    const file = slashed(fileName);
    return this.#projectsOf(file).find((project) => project.holds(file))?.schedulerNames ?? noNames;
  }

  /** The annotated accessors of the projects around a file. */
  accessorNames(fileName: string): readonly AccessorNames[] {
    return this.#projectsOf(slashed(fileName)).map((project) => project.accessorNames);
  }

  /** Whether the projects around a file have an annotated `toJSON`. */
  hasToJSON(fileName: string): boolean {
    return this.#projectsOf(slashed(fileName)).some((project) => project.hasToJSON);
  }

  /** The root's, and the one of the package that the file stands in. */
  #projectsOf(file: string): readonly Project[] {
    return memo(this.#known, folderIn(file), () => this.#projectsAround(file));
  }

  #projectsAround(file: string): Project[] {
    const folders = [this.#folderOf(`${slashed(this.#root).replace(/\/$/, "")}/`), this.#folderOf(file)];
    const [outer, inner] = folders;
    const wanted = outer !== undefined && inner?.startsWith(`${outer}/`) ? [outer] : [...new Set(folders)];
    return wanted.flatMap((folder) =>
      folder === undefined ? [] : memo(this.#projects, folder, () => new Project(folder, this.#disk, this.#jobs)),
    );
  }

  /** Where the nearest package.json is. What stands below none is no project, and may be a whole disk. */
  #folderOf(file: string): string | undefined {
    const folder = folderIn(file);
    return memo(this.#folders, folder, () =>
      findAbove(folder, "package.json", this.#disk)?.slice(0, -"/package.json".length),
    );
  }
}

class Project {
  readonly #folder: string;
  readonly #disk: Disk;
  readonly #jobs: JobCalls;
  readonly #files = new Map<string, FileFacts>();
  /** By files. */
  readonly #names = new Map<string, Set<string>>();
  readonly #starting: string[] = [];
  #usesPreempt = false;
  /** By packages of the workspace; "" for imports of which nobody knows where they lead. */
  readonly #namesOfPackages = new Map<string, Set<string>>();
  readonly #installed = new Map<string, boolean>();
  readonly #tails = new Map<string, string[]>();
  readonly schedulerNames: SchedulerNames;
  readonly accessorNames: AccessorNames;
  readonly hasToJSON: boolean;
  readonly #ended: number;
  readonly #duration: number;

  constructor(folder: string, disk: Disk, jobs: JobCalls) {
    const started = performance.now();
    this.#folder = folder;
    this.#disk = disk;
    this.#jobs = jobs;
    this.#read();
    this.schedulerNames = this.#namesOfSchedulers();
    const facts = [...this.#files.values()];
    this.accessorNames = {
      get: new Set(facts.flatMap(({ getters }) => getters)),
      set: new Set(facts.flatMap(({ setters }) => setters)),
    };
    this.hasToJSON = facts.some((f) => f.hasToJSON);
    const leads = { runtime: this.#leadingTo("mentionsRuntime"), server: this.#leadingTo("mentionsServer") };
    for (const [file, facts] of this.#files) {
      for (const { path, values } of facts.calls) {
        if (!this.#runsJobs(path, facts, leads.runtime.has(file), leads.server.has(file))) continue;
        for (const value of values) this.#note(value, file, facts);
      }
    }
    this.#ended = performance.now();
    this.#duration = this.#ended - started;
  }

  holds(file: string): boolean {
    return file.startsWith(`${this.#folder}/`);
  }

  /** Some integrations ask for all to be forgotten before each file. A look at a whole project is not repeated each time. */
  isOld(): boolean {
    return performance.now() - this.#ended > 10 * this.#duration;
  }

  namesIn(file: string): Iterable<string> {
    const own = this.#names.get(file) ?? [];
    if (this.#namesOfPackages.size === 0) return own;
    const manifest = findAbove(folderIn(file), "package.json", this.#disk);
    const name = manifest === undefined ? undefined : nameIn(this.#disk.readFile(manifest));
    return [...own, ...(this.#namesOfPackages.get(name ?? "") ?? []), ...(this.#namesOfPackages.get("") ?? [])];
  }

  #read(): void {
    const names = this.#disk.readDirectory?.(this.#folder, extensions, skipped) ?? [];
    for (const name of names.slice(0, mostFiles)) {
      const text = this.#disk.readFile(name);
      if (text === undefined || text.length > longestFile || isOutput(text)) continue;
      const methods = this.#methodsFor(text);
      this.#files.set(slashed(name), factsOf(text, methods));
      if (this.#isTest(name)) continue;
      const isCertain = mayHoldAnnotation(text) || text.includes("@preempt/");
      this.#usesPreempt ||= isCertain || this.#jobs.mayBeIn(text);
      if ((isCertain || methods !== undefined) && sourceFile.test(name)) this.#starting.push(slashed(name));
    }
  }

  /** What calls something as a scheduler is called may be a form in a project that has none. */
  get startingFiles(): readonly string[] {
    return this.#usesPreempt ? this.#starting : [];
  }

  #isTest(name: string): boolean {
    return testFile.test(slashed(name).slice(this.#folder.length));
  }

  #methodsFor(text: string): ReadonlySet<string> | undefined {
    const routes = /\bpreempt['"]?\s*[:,}]/.test(text);
    if (!routes && !handsJobs(text) && !handsRequests(text) && !this.#jobs.mayBeIn(text)) return undefined;
    return new Set([
      ...schedulerMethods.keys(),
      ...requestMethods,
      ...this.#jobs.methods,
      ...(routes ? routeMethods : []),
    ]);
  }

  #namesOfSchedulers(): SchedulerNames {
    const facts = [...this.#files.values()];
    if (!facts.some((f) => f.mentionsRuntime)) return noNames;
    return {
      runtime: new Set(["rt", "scheduler", ...facts.flatMap((f) => f.schedulers)]),
      server: new Set(facts.flatMap((f) => f.requestSchedulers)),
    };
  }

  /** The files that mention a package, and those that import them, directly or through others. */
  #leadingTo(mentions: "mentionsRuntime" | "mentionsServer"): ReadonlySet<string> {
    const importers = new Map<string, string[]>();
    for (const [file, { specifiers }] of this.#files) {
      for (const specifier of specifiers) {
        for (const target of this.#resolve(specifier, file)) memo(importers, target, () => []).push(file);
      }
    }
    const leading = new Set([...this.#files].filter(([, facts]) => facts[mentions]).map(([file]) => file));
    for (const file of leading) for (const importer of importers.get(file) ?? []) leading.add(importer);
    return leading;
  }

  #runsJobs(path: readonly string[], facts: FileFacts, leadsToRuntime: boolean, leadsToServer: boolean): boolean {
    if (this.#jobs.has(path)) return true;
    const [object, method = ""] = path.slice(-2);
    if (path.length === 1) return [...facts.ofServer, ...facts.hooks].includes(object ?? "");
    if (schedulerMethods.has(method)) return leadsToRuntime || this.schedulerNames.runtime.has(object ?? "");
    if (requestMethods.has(method)) return leadsToServer || this.schedulerNames.server.has(object ?? "");
    return leadsToServer && routeMethods.has(method);
  }

  /** A name that is passed on: by the file that exports it. */
  #note([first = "", member]: readonly string[], file: string, { imports }: FileFacts): void {
    const imported = imports.get(first);
    if (imported === undefined) return;
    const { specifier, name } = imported;
    if (name === "*") {
      // What `require` gives may be the function itself.
      this.#noteExport(specifier, member ?? "default", file, new Set());
    } else this.#noteExport(specifier, member === undefined ? name : `${name}.${member}`, file, new Set());
  }

  #noteExport(specifier: string, name: string, from: string, seen: Set<string>): void {
    const targets = this.#resolve(specifier, from);
    for (const target of targets) {
      const key = `${target}\0${name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      memo(this.#names, target, () => new Set<string>()).add(name);
      const facts = this.#files.get(target) as FileFacts;
      const [own = "", ...members] = name.split(".");
      const next: Imported | undefined = facts.reexports.get(own);
      if (next !== undefined) {
        const rest = next.name === "*" ? members : [next.name, ...members];
        this.#noteExport(next.specifier, rest.join(".") || "default", target, seen);
      }
      for (const all of facts.reexportsAll) this.#noteExport(all, name, target, seen);
    }
    if (targets.length > 0 || specifier.startsWith("node:") || /^\.\.?\//.test(specifier)) return;
    const owner = ownerOf(specifier);
    // A test's name for what it tests may be any: nothing of the application is taken for it.
    const isInstalled = this.#isInstalled(owner);
    if (!isInstalled && this.#isTest(from)) return;
    if (!isInstalled || linkedFolder(owner, this.#folder, this.#disk) !== undefined)
      memo(this.#namesOfPackages, isInstalled ? owner : "", () => new Set<string>()).add(name);
  }

  /** Files of the project to which a specifier may lead. */
  #resolve(specifier: string, from: string): string[] {
    if (specifier === runtimePackage || specifier === serverPackage || isFramework(specifier)) return [];
    if (specifier.startsWith("node:")) return [];
    if (/^\.\.?(?:\/|$)/.test(specifier)) {
      const found = this.#fileAt(joined(folderIn(from), specifier));
      return found === undefined ? [] : [found];
    }
    // An alias, which a tsconfig.json or a bundler knows: "~/rt", "@app/rt", "#rt", "src/rt".
    const tails = [specifier, specifier.replace(/^[#~@]?[^/]*\//, ""), specifier.replace(/^[#~@]/, "")];
    const isBare = /^[\w-]+$/.test(specifier);
    if (isBare || this.#isInstalled(ownerOf(specifier))) return [];
    return [...new Set(tails)].flatMap((tail) => this.#byTail(tail));
  }

  #isInstalled(name: string): boolean {
    return memo(
      this.#installed,
      name,
      () => findAbove(this.#folder, `node_modules/${name}/package.json`, this.#disk) !== undefined,
    );
  }

  #byTail(tail: string): string[] {
    return memo(this.#tails, tail, () => {
      const end = `/${withoutExtension(tail)}`;
      return [...this.#files.keys()].filter((file) => {
        const stem = withoutExtension(file);
        return stem.endsWith(end) || stem.endsWith(`${end}/index`);
      });
    });
  }

  /** `./a.js` may mean a.ts, and `./a` may be a folder. */
  #fileAt(path: string): string | undefined {
    const stem = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
    const tries = [
      path,
      stem,
      `${path.replace(/\.jsx?$/, "")}.tsx`,
      ...extensions.map((e) => path + e),
      ...extensions.map((e) => `${path}/index${e}`),
    ];
    return tries.find((name) => this.#files.has(name));
  }
}

/** The folder that a file stands in. */
function folderIn(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}

/** The package that a specifier names. */
function ownerOf(specifier: string): string {
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? "";
}

function joined(folder: string, path: string): string {
  const parts = folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function withoutExtension(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, "");
}

function nameIn(manifest: string | undefined): string | undefined {
  try {
    const { name } = JSON.parse(manifest ?? "{}") as { readonly name?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}
