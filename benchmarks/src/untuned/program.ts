/**
 * Programs that nobody tuned Preempt for. Each becomes one text or several, which define a function `run(times)`: it does
 * the program's work so many times, checks its own result where the suite does, and returns what tells one result from another.
 */

/** Classic scripts that share one global scope, in their order. The last one puts `{ run }` into `globalThis.program`. */
export interface ScriptProgram {
  readonly kind: "scripts";
  readonly scripts: readonly Script[];
}

export interface Script {
  readonly name: string;
  readonly text: string;
  /** Whether it belongs to the suite's frame and not to the program: such a script is never transformed. */
  readonly isFrame?: boolean;
}

/** A module that exports `run`, with everything that it imports. */
export interface ModuleProgram {
  readonly kind: "module";
  /** The module's text. */
  readonly text: string;
  /** The folder in which its imports are found. */
  readonly root: string;
  /** Modules that it imports by name and that are in no package. Those with a file are inputs, and stay plain. */
  readonly modules?: Readonly<Record<string, { readonly text: string } | { readonly file: string }>>;
}

export interface Program {
  readonly suite: string;
  readonly name: string;
  readonly code: ScriptProgram | ModuleProgram;
}

/** What a loaded program offers. */
export interface LoadedProgram {
  run(times: number): unknown;
}
