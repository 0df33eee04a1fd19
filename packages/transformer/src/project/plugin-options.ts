/** The options that all integrations take which see one file at a time. */
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import type { ExclusivityOptions } from "./exclusivity.ts";

/** Options of the plugins for bundlers, and of `register`. */
export interface PluginOptions extends ExclusivityOptions {
  /**
   * Files in which every function that has a preemption point becomes preemptable: npm package names ("markdown-it";
   * CommonJS as well, which Vite's server serves bundled; also those of the same workspace), globs and paths from the project's root ("src/solver/**",
   * "./src/parse.ts"), or regular expressions that the absolute file name is tested with. Preempt's own packages are left out.
   * Default: none; annotated functions only.
   */
  all?: readonly (string | RegExp)[];
  /**
   * Whether the functions that an annotated one reaches become preemptable as well. With a tsconfig.json above a file,
   * TypeScript's checker follows calls through the project that it describes, or refers to; else only calls within the file are
   * followed. Packages are not. When a file is edited while a server runs, files that it newly reaches follow when they
   * are loaded again. Default: false.
   */
  propagate?: boolean;
  /** "capture" (default) or "paper". */
  strategy?: Strategy;
  /** "speed" (default), or "size": shorter output, which is slower. */
  optimize?: Optimize;
  /**
   * For tests alone: whether the output notes accesses of shared state for the race finder of `@preempt/runtime/testing`, see docs/testing.md.
   * Default: false.
   */
  accesses?: boolean;
  /** Called with each finding. Default: the warnings of the bundler or of Node, without suggestions. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
}
