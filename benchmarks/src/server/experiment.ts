/** What an experiment with servers is: it measures, and gives a report. */
import type { Terminal } from "../lab/command.ts";

export interface ServerExperiment {
  /** How long its runs take, in words. Without them it has no `--full` run. */
  readonly durations?: { readonly quick: string; readonly usual: string; readonly full: string };
  /**
   * @returns the report; of what was measured until then if `terminal.signal` is aborted
   * @throws LabError for input that it cannot take
   */
  run(options: ExperimentOptions, terminal: Terminal): Promise<ExperimentReport>;
}

export interface ExperimentOptions {
  /** A small run, less than a minute: it shows that everything works, and its numbers say little. */
  readonly quick: boolean;
  /** A large run, for experiments that have one. Never together with `quick`. */
  readonly full: boolean;
  /** Names of parts or variants, as the experiment's own documentation lists them. Default: all. */
  readonly only: readonly string[] | undefined;
}

export interface ExperimentReport {
  readonly title: string;
  readonly sections: readonly ReportSection[];
  /** All that was measured, as plain data. */
  readonly raw: object;
  /** Further files: names, and what is in them. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface ReportSection {
  readonly heading: string;
  /** Before the tables. */
  readonly paragraphs?: readonly string[];
  readonly tables?: readonly ReportTable[];
  readonly figures?: readonly ReportFigure[];
}

export interface ReportTable {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReportFigure {
  /** Of the file, without `.svg`. */
  readonly name: string;
  readonly caption: string;
  /** @param machine What it was measured on. */
  draw(machine: string): string;
}
