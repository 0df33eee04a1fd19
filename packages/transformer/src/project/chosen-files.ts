/**
 * Which files may hold something to transform, as far as names, options and a look at the text tell. It takes no compiler to say so:
 * Node's hooks load that only for what is in no cache.
 */

import { serverPackage } from "@preempt/abi";
import { mayHoldAnnotation } from "../2-find/misspelt.ts";
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import { checkOptimize } from "../shared/optimize.ts";
import { checkPlugin } from "../shared/option-names.ts";
import type { Disk } from "./disk.ts";
import { ExclusivityOf } from "./exclusivity.ts";
import { FileSet } from "./file-set.ts";
import { slashed } from "./globs.ts";
import { OwnPackages } from "./own-packages.ts";
import { isOfPackage } from "./packages.ts";
import type { PluginOptions } from "./plugin-options.ts";

const sourceFile = /\.[cm]?[jt]sx?$/;
/** What may hand a function to a scheduler. */
export const handsJobs: RegExp = /\.\s*(?:submit|task)\s*[(<]/;
/** What may hand one to a request scheduler: as methods are called, and as Fastify's routes say it, `config: { preempt: … }`. */
export const handsRequests: RegExp = /\.\s*(?:run|route|onBatch)\s*[(<]|\bpreempt['"]?\s*[:,}]/;

function mayHandOver(code: string): boolean {
  return handsJobs.test(code) || handsRequests.test(code) || code.includes(serverPackage);
}

/** A text, or its bytes, which are decoded only where they have to be. */
export interface Text {
  includes(part: string): boolean;
  toString(): string;
}

export interface Choice {
  /** Whether all functions of the file are wanted. */
  readonly isWhole: boolean;
  /** Whether there is something to look at; otherwise other files of the project decide. */
  readonly isSure: boolean;
}

export class ChosenFiles {
  readonly #all: FileSet;
  readonly #exclusivity: ExclusivityOf;
  readonly #own: OwnPackages;
  readonly #propagate: boolean;

  /** @throws TypeError if an option has a value that does not exist */
  constructor(options: PluginOptions, root: string, disk: Disk) {
    checkPlugin(options);
    checkOptimize(options.optimize);
    this.#all = new FileSet(options.all ?? [], root, disk);
    this.#exclusivity = new ExclusivityOf(options, root, disk);
    this.#own = new OwnPackages(disk);
    this.#propagate = options.propagate ?? false;
  }

  /** The names of the packages that are transformed whole. */
  get packages(): readonly string[] {
    return this.#all.packages;
  }

  /** Names of packages that nobody has, as far as was seen: they are misspelt, or of a folder. */
  get unknownPackages(): readonly string[] {
    return this.#all.unknownPackages;
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#all.startAt(root);
    this.#exclusivity.startAt(root);
  }

  forget(): void {
    this.#own.forget();
  }

  /** Undefined if nothing in the file can be wanted. Cheap for most. */
  of(fileName: string, code: Text): Choice | undefined {
    if (!sourceFile.test(fileName)) return undefined;
    const isWhole = this.isWhole(fileName);
    if (!isWhole && isOfPackage(fileName)) return undefined;
    // Cheap enough to ask of every file; a false yes costs only time.
    const isSure = isWhole || mayHoldAnnotation(code.toString());
    if (!isSure && !this.#propagate && !mayHandOver(code.toString())) return undefined;
    return this.#own.holds(fileName, isWhole ? code : "") ? undefined : { isWhole, isSure };
  }

  isWhole(fileName: string): boolean {
    return this.#all.has(slashed(fileName));
  }

  /** What the options say of jobs that meet in the file. */
  exclusivityOf(fileName: string): Exclusivity {
    return this.#exclusivity.of(fileName);
  }
}
