import type { Program } from "../program.ts";

/** A public suite of benchmarks, of which the user has a checkout. */
export interface Suite {
  /** For `--only` and tables. */
  readonly name: string;
  readonly title: string;
  /** A command that brings it. */
  readonly howToGet: string;
  /** Whether the folder is a checkout of it. */
  isIn(checkout: string): boolean;
  programs(checkout: string): Program[];
}
