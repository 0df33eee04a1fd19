import type { Program } from "../kit/harness.ts";

/** A program whose every run must look like the plain one. `main` is annotated and really preempted. */
export interface NastyProgram extends Program {
  /** A claim about the language. */
  readonly name: string;
  readonly isAsync?: boolean;
  /** Async functions run side by side in it: only a plain call keeps the order between them. */
  readonly isRace?: boolean;
  /** TypeScript alone fails to print it. */
  readonly isUnprintable?: boolean;
  /** Codes of functions in it that are refused; the rest is preempted. Default: none. */
  readonly refused?: readonly string[];
}

/** A function that programs call to be suspended: it logs what it is given, and gives it back. */
export const v = "/** @preempt */ function v(x) { for (let i = 0; i < 1; i++) log(x); return x; }";
