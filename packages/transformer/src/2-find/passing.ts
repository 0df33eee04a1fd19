/** What is known of a file beside its text: which of its functions run as jobs because other files say so, and who makes jobs in it. */
export interface Passing {
  /** The names by which it exports functions that other files pass on. */
  readonly names: readonly string[];
  /** The option `jobs`. */
  readonly jobs: readonly string[];
  /** What the project calls its schedulers, as far as the file has these names. */
  readonly schedulers: { readonly runtime: readonly string[]; readonly server: readonly string[] };
  /** Annotated accessors of the project whose names the file has. */
  readonly accessors: { readonly get: readonly string[]; readonly set: readonly string[] };
  /** Whether the project has an annotated `toJSON`, and the file may call `JSON.stringify`. */
  readonly toJSON: boolean;
  /** Whether one of these may be called in the file. */
  readonly mayCall: boolean;
}

/** Where nothing is known, or nothing else is asked. */
export const noPassing: Passing = {
  names: [],
  jobs: [],
  schedulers: { runtime: [], server: [] },
  accessors: { get: [], set: [] },
  toJSON: false,
  mayCall: false,
};
