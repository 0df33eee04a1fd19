/** A program of a checkout, as a kind finds it. */

/** How the program's text is meant: as a classic script, as a module, or as a CommonJS file. */
export type Form = "script" | "module" | "commonjs";

/** What the shell or test framework of the checkout offers its programs; `hosts/` has one file for each. */
export type HostName = "assertions" | "expect" | "mocha" | "require" | "test262" | "wscript";

export interface Program {
  /** Unique in its kind: the path in the checkout, and where the file holds several programs, which of them. */
  readonly name: string;
  readonly source: string;
  readonly form: Form;
  readonly hosts: readonly HostName[];
  /** A script that the shell runs before each of its programs. */
  readonly prelude?: string | undefined;
  /** Where the files are that the program loads: absolute. Undefined: it loads none. */
  readonly folder?: string | undefined;
}

/** A program whose text is read or built when it is its turn. */
export interface Candidate extends Omit<Program, "source"> {
  /** Undefined: there is no program after all, as its build fails. */
  load(): string | undefined | Promise<string | undefined>;
}

export interface Kind {
  /** What the checkout is, for `--help`. */
  readonly about: string;
  /**
   * @param root folder of the checkout
   * @param work folder for files that have to be built; it exists
   */
  collect(root: string, work: string): Candidate[];
}
