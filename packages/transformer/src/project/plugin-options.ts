/** The options of all integrations that see one file at a time. */
import type { Diagnostic } from "../shared/diagnostics.ts";
import type { Optimize, Strategy } from "../shared/optimize.ts";
import type { ExclusivityOptions } from "./exclusivity.ts";

/** Options of the plugins for bundlers, and of `register`. */
export interface PluginOptions extends ExclusivityOptions {
  /**
   * Packages in which every function with a preemption point becomes preemptable, by their names: `["markdown-it"]`. Also CommonJS (Vite's
   * server serves such packages bundled), and packages of the same workspace. Default: none. Preempt's own packages are left out.
   */
  packages?: readonly string[];
  /**
   * Files in which every function with a preemption point becomes preemptable. Default: none; annotated functions, and what they reach.
   *
   * - Globs and paths from the project's root: "src/solver/**", "./src/parse.ts".
   * - Regular expressions, which are tested with the absolute file name.
   */
  include?: readonly (string | RegExp)[];
  /** Files in which no function becomes preemptable, whatever else selects it. Patterns as in `include`. Default: none. */
  exclude?: readonly (string | RegExp)[];
  /**
   * Whether functions of the project that preemptable ones reach, directly or through others, become preemptable as well. Default: false.
   * `@preempt never` leaves out a function.
   *
   * TypeScript's checker follows calls through the files that the imports of such functions' files lead to. Calls into packages are not
   * followed. When a file is edited while a server runs, newly reached files become preemptable when they are loaded again.
   */
  propagate?: boolean;
  /**
   * Calls that run the functions passed to them as jobs, beside those that are recognised: "rt.submit", "app.run", "enqueue". A name stands
   * for every call that ends so. Functions passed to them are preemptable, written in place or by name. Default: none.
   */
  jobs?: readonly string[];
  /**
   * The path of a recording by `preempt record`, from the project's root. Functions that never took long in the recorded runs stay plain,
   * unless they are annotated. Default: none.
   */
  profile?: string;
  /** How calls suspend: "capture" (default), or "paper": `yield*`, for experiments. */
  strategy?: Strategy;
  /** What the output is optimised for: "speed" (default), or "size": shorter output, which is slower. */
  optimize?: Optimize;
  /**
   * For tests only: whether the output records accesses of shared state for the race finder of `@preempt/runtime/testing` (see
   * docs/testing.md). Default: false.
   */
  accesses?: boolean;
  /** Whether a build says in the end how many functions are preemptable. Default: true. */
  summary?: boolean;
  /**
   * Whether Vite's server shows the advisor in the page: slow interactions, and the change that helps for each. Default: false. Builds, and
   * all other tools, ignore it.
   */
  advisor?: boolean;
  /** Called with each finding. Default: the warnings of the bundler or of Node, without suggestions. */
  onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** @deprecated The former name of `packages` and `include`, which took both. */
  all?: readonly (string | RegExp)[];
}

/** Options without regular expressions, for configurations that are JSON or are sent to another process. */
export type WithoutExpressions<Options> = {
  [K in keyof Options]: Options[K] extends readonly (string | RegExp)[] | undefined ? readonly string[] : Options[K];
};
