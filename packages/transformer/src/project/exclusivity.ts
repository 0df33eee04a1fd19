/** The options `exclusive` and `reentrant`. A file that both name is exclusive, which is always correct. */
import type { Exclusivity } from "../4-plan/shared-state/exclusive-unit.ts";
import type { Disk } from "./disk.ts";
import { FileSet } from "./file-set.ts";
import { slashed } from "./globs.ts";

export interface ExclusivityOptions {
  /**
   * Files in which one job at a time may be, whatever the transform finds: npm package names, globs and paths from the project's root,
   * or regular expressions that are tested with the absolute file name. Default: none. The transform then decides: if functions of a
   * file write state that outlives their call, and may be preempted before they read it.
   */
  exclusive?: readonly (string | RegExp)[];
  /** Files in which jobs may interleave at every preemption point, whatever the transform finds. Patterns as in `exclusive`. Default: none. */
  reentrant?: readonly (string | RegExp)[];
}

export class ExclusivityOf {
  readonly #exclusive: FileSet;
  readonly #reentrant: FileSet;

  /** @throws TypeError if a pattern is empty */
  constructor({ exclusive = [], reentrant = [] }: ExclusivityOptions, root: string, disk: Disk) {
    this.#exclusive = new FileSet(exclusive, root, disk);
    this.#reentrant = new FileSet(reentrant, root, disk);
  }

  /** Where globs and paths start, and packages are looked for. */
  startAt(root: string): void {
    this.#exclusive.startAt(root);
    this.#reentrant.startAt(root);
  }

  of(fileName: string): Exclusivity {
    const file = slashed(fileName);
    if (this.#exclusive.has(file)) return "exclusive";
    return this.#reentrant.has(file) ? "reentrant" : undefined;
  }
}
