/** What a build has made. */
import type { Diagnostic } from "../../shared/diagnostics.ts";

export interface Built {
  readonly diagnostics: readonly Diagnostic[];
  /** Files of the project. */
  readonly files: number;
  readonly transformed: number;
  /** Names of packages in the output, and how many of their files were transformed. */
  readonly packages: readonly string[];
  readonly ofPackages: number;
  /** What became of the functions, a line for the project and one for each package. */
  readonly numbers: readonly string[];
}
