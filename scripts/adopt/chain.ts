/** What a new user does with one tool chain, from an empty folder to the first preempted job. Each chain is a file of data in chains/. */

/** One thing that a person does. */
export type Step =
  /** Types a command. One that only makes a package.json and installs tools names them in `installs`. */
  | { readonly run: string; readonly installs?: readonly string[] }
  /** Writes files of a program, as a tool's own introduction has them. */
  | { readonly write: Readonly<Record<string, string>> }
  /** Replaces a text in a file. */
  | { readonly edit: string; readonly from: string | RegExp; readonly to: string }
  /** Starts a server, and opens the page whose address it prints. */
  | { readonly serve: string }
  /** Opens a file that was built. */
  | { readonly open: string };

export interface Chain {
  /** For `--only`. */
  readonly name: string;
  /** As the table shows it. */
  readonly title: string;
  /** The package whose version the table shows, as it was installed. */
  readonly version: string;
  /** What runs a program of the steps. Default: "Node". Pages are run by Chromium. */
  readonly where?: string;
  /** The folder in which the steps after the first are done. Default: the empty folder. */
  readonly folder?: string;
  readonly steps: readonly Step[];
  /** A program that has to be there, as Bun: a package that is installed before, and not counted. */
  readonly needs?: string;
}
