/** What an experiment of `preempt-lab experiment` is. */
import type { Terminal, Words } from "../command.ts";

export interface Experiment {
  /** One line for the list. */
  readonly summary: string;
  /** Its own options, explained; what it does stands before them. */
  readonly help: string;
  /** Names of its own options. All have values. */
  readonly options: readonly string[];
  /** What it writes into the folder, for the help. */
  readonly files: string;
  /**
   * @param out A folder that is there
   * @returns the exit code, one of `exitCodes`
   * @throws LabError for words that make no sense
   */
  run(words: Words, out: string, terminal: Terminal): Promise<number>;
}
