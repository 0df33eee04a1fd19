/** What an npm package does in a program that uses it. */
export interface Job {
  /** The npm packages that it imports, with their versions. */
  readonly uses: Readonly<Record<string, string>>;
  /**
   * A module that exports `once`, which does the work and returns a text that tells one result from another. What it works
   * on is made by `inputs`, see inputs.ts.
   */
  readonly module: string;
  /** Code that a package makes before the program is built, and that the module imports as "virtual:made". */
  readonly make?: (require: NodeJS.Require) => string;
}

/** By the name of the package. */
export type Jobs = Readonly<Record<string, Job>>;
