/** One package of the campaign, and what its three jobs are. Each file in packages/ describes a group of them. */

/** Real use of the package, with a result that is the same each time. They share nothing that is not the package's own. */
export type Jobs = Readonly<Record<string, () => unknown>>;

export interface Entry {
  /** Name on npm; more behind a comma where a package has two entries. */
  readonly name: string;
  /** The exact version, and those of further packages that the jobs use. */
  readonly packages: Readonly<Record<string, string>>;
  /** Loads the package and makes the jobs: three of them, different from each other. */
  readonly load: () => Promise<Jobs>;
  /** Whether the package starts timers of its own: the event loop gets its turn at each preemption. */
  readonly timers?: boolean;
}
