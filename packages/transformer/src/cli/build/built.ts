/** What a build has made. */
import type { Diagnostic } from "../../shared/diagnostics.ts";

export interface Built {
  /** Those that are to be shown. */
  readonly diagnostics: readonly Diagnostic[];
  /** What TypeScript has to say, a line for each. */
  readonly errors: readonly string[];
  /** The folder, as people call it. */
  readonly out: string;
  /** Files of the project. */
  readonly files: number;
  readonly transformed: number;
  /** How many of the files are as an earlier build has left them. */
  readonly upToDate: number;
  /** Names of packages in the output, and how many of their files were transformed. */
  readonly packages: readonly string[];
  readonly ofPackages: number;
  /** What became of the functions, a line for the project and one for each package. */
  readonly numbers: readonly string[];
}

/** What is done with each build. */
export interface BuildWatcher {
  built(built: Built): void;
  /** A build was not possible. */
  failed(error: unknown): void;
}
