/**
 * What is known of one library: where it and its tests come from, which of its files are transformed, and which test
 * framework its tests are written for. Each file in catalog/ describes one.
 *
 * On disk a library has a folder of its own, `<work>/<name>`, with `repository/` (the checkout, which holds the tests)
 * and `node_modules/` (the published package and what the tests need). Nothing of either is part of this project.
 */

/** The adapters in frameworks/. */
export type Framework = "node-test" | "mocha" | "vitest" | "jest" | "functions" | "acorn";

export interface Library {
  /** Name on npm. */
  readonly name: string;
  /** The exact version, on npm and in the repository. */
  readonly version: string;
  /** What it computes, in a word or two. */
  readonly computes: string;
  /** The repository on GitHub, as `owner/name`. */
  readonly repository: string;
  /** The commit of that version. */
  readonly commit: string;
  /** Files or folders of the checkout that are the library. A folder ends with a slash. */
  readonly code: readonly string[];
  /** Packages that the library is split into; they are transformed as well. */
  readonly packages?: readonly string[];
  /** For repositories that hold sources only: folder of the published package → where it has to stand in the checkout. */
  readonly published?: Readonly<Record<string, string>>;
  /** Further npm packages for the tests, as `name@version`. */
  readonly needs?: readonly string[];
  /** Dependencies of those that are to be replaced, as npm's `overrides` has it. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Files or folders with the code of the tests; they are transformed too, so that calls reach the library preemptably. */
  readonly testCode: readonly string[];
  /** Further files and folders of the checkout that the tests read. */
  readonly data?: readonly string[];
  /** Packages of test code: helpers that call the library. */
  readonly testPackages?: readonly string[];
  /** Packages that the framework's settings load before the tests. */
  readonly preload?: readonly string[];
  /** The test files to be loaded, in this order: paths, or patterns whose files are loaded by name. */
  readonly tests: readonly string[];
  readonly framework: Framework;
  /** For "functions": the global function that the tests are given to. */
  readonly testFunction?: { readonly name: string; readonly file: string };
  /**
   * Sources and tests are compiled to CommonJS before they are transformed, as the library's own tools do: TypeScript,
   * or modules that use `require` and leave extensions out.
   */
  readonly compiled?: boolean;
  /** Variables of the environment that the tests ask for. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Import specifiers in the tests → file of the checkout. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Test cases that need not come out as without the transform, each with the reason. */
  readonly exceptions?: readonly Exception[];
}

export interface Exception {
  /** Start of the names of the cases. */
  readonly name: string;
  /** What their failures, with or without the transform, must say. Default: anything. */
  readonly error?: string;
  readonly because: string;
}
