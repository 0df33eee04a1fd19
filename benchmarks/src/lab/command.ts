/** What a command of the laboratory is: its words, its help, and the terminal that it talks to. */
import type { ParseArgsOptionsConfig } from "node:util";

export interface LabCommand {
  readonly name: string;
  /** Its own help: usage, options, examples. */
  readonly help: string;
  readonly options: ParseArgsOptionsConfig;
  /**
   * @param words The values of `options`
   * @param names What stands beside the options: file names
   * @returns the exit code, one of {@link exitCodes}
   * @throws LabError for input that it cannot take: the message is printed, and the exit code is 2
   */
  run(words: Words, names: readonly string[], terminal: Terminal): Promise<number>;
}

export type Words = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

export type LineBatches = AsyncIterable<readonly string[]> | Iterable<readonly string[]>;

export interface Terminal {
  /** Results: what a pipe carries on. Ends when the reader has taken it. */
  out(text: string): Promise<void>;
  /** Progress and remarks. */
  err(text: string): void;
  /** Whether somebody watches `err`. */
  readonly isWatched: boolean;
  /**
   * Aborted by SIGINT and SIGTERM: what is going on ends soon, and leaves what it has. Only whoever has something to leave,
   * and lets the event loop turn, asks for it: without it these signals end the process at once.
   */
  readonly signal: AbortSignal;
  /**
   * @param name A file; "-" or undefined: standard input
   * @throws LabError if it cannot be read
   */
  read(name: string | undefined): Promise<{ readonly text: string; readonly source: string }>;
  /** As `read`, for what may be longer than memory: its lines, some at a time, without their line breaks. */
  lines(name: string | undefined): Promise<{ readonly batches: LineBatches; readonly source: string }>;
}

export const exitCodes = {
  done: 0,
  /** Some of the work failed; what succeeded was written. */
  failed: 1,
  /** Words or input that make no sense; nothing was done. */
  refused: 2,
  /** SIGINT or SIGTERM; what was done is kept. */
  interrupted: 130,
} as const;
