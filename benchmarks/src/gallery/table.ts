/** The runs as a table for a page of the docs: a line for each entry and mode. */
import { median } from "../statistics.ts";
import { type EntryId, entryIds, type Mode, modes, type Run } from "./measured.ts";

export interface Row {
  readonly engine: string;
  readonly entry: EntryId;
  readonly mode: Mode;
  readonly rounds: number;
  /** The median of the rounds, and the worst interaction of all. Undefined if no key was pressed in time. */
  readonly inp: number | undefined;
  readonly worst: number | undefined;
  /** Of a round, and the longest of all. */
  readonly longFrames: number;
  readonly longestLongFrame: number;
  readonly longest: number;
  /** Frames that did not come, of all that the display has in that time: 0 to 1. */
  readonly lost: number;
  readonly firstTimeToResult: number;
  /** The median of the later rounds; of the first if there is no other. */
  readonly timeToResult: number;
  readonly preemptions: number;
  /** Whether all rounds gave the result of the first plain one. */
  readonly isSame: boolean;
  /** The most that other programs had, in processors. */
  readonly others: number;
}

export function summarize(runs: readonly Run[]): Row[] {
  const engines = [...new Set(runs.map(({ engine }) => engine))];
  return engines.flatMap((engine) =>
    entryIds.flatMap((entry) => {
      const ofEntry = runs.filter((run) => run.engine === engine && run.entry === entry);
      const expected = ofEntry.find(({ mode }) => mode === "plain")?.digest;
      return modes.flatMap((mode) => {
        const rounds = ofEntry.filter((run) => run.mode === mode);
        return rounds.length === 0 ? [] : [rowOf(rounds as [Run, ...Run[]], expected)];
      });
    }),
  );
}

function rowOf(rounds: readonly [Run, ...Run[]], expected: string | undefined): Row {
  const [first] = rounds;
  const firstRuns = rounds.filter(({ round }) => round === 1);
  const later = rounds.filter(({ round }) => round > 1);
  const inps = rounds.flatMap(({ interactions: { inp } }) => inp ?? []);
  const worsts = rounds.flatMap(({ interactions: { worst } }) => worst ?? []);
  const most = (values: readonly number[]) => Math.max(...values);
  return {
    engine: first.engine,
    entry: first.entry,
    mode: first.mode,
    rounds: rounds.length,
    inp: inps.length === 0 ? undefined : median(inps),
    worst: worsts.length === 0 ? undefined : most(worsts),
    longFrames: median(rounds.map(({ longFrames }) => longFrames)),
    longestLongFrame: most(rounds.map(({ longestLongFrame }) => longestLongFrame)),
    longest: most(rounds.map(({ longest }) => longest)),
    lost: sum(rounds.map(({ lost }) => lost)) / sum(rounds.map(({ wanted }) => wanted)),
    firstTimeToResult: median(firstRuns.map(({ timeToResult }) => timeToResult)),
    timeToResult: median((later.length === 0 ? rounds : later).map(({ timeToResult }) => timeToResult)),
    preemptions: median(rounds.map(({ preemptions }) => preemptions)),
    isSame: rounds.every(({ digest }) => digest === expected),
    others: most(rounds.map(({ others = 0 }) => others)),
  };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

const head = [
  "library",
  "mode",
  "INP, ms (worst)",
  "long frames (longest, ms)",
  "frames lost",
  "time to result, ms (first run)",
  "result",
];

const titles: Readonly<Record<Mode, string>> = {
  plain: "plain",
  yields: "yields by hand",
  worker: "worker",
  preempt: "Preempt",
};

/** In Markdown, a table for each browser. */
export function galleryTable(rows: readonly Row[]): string {
  const engines = [...new Set(rows.map(({ engine }) => engine))];
  return engines
    .map((engine) => {
      const lines = rows.filter((row) => row.engine === engine).map(lineOf);
      return [`${engine}:`, "", lineOfCells(head), "|:--|:--|--:|--:|--:|--:|:--|", ...lines].join("\n");
    })
    .join("\n\n");
}

function lineOf(row: Row): string {
  const ms = (value: number | undefined) => (value === undefined ? "–" : value.toFixed(0));
  return lineOfCells([
    row.mode === "plain" ? row.entry : "",
    titles[row.mode],
    `${ms(row.inp)} (${ms(row.worst)})`,
    row.longFrames === 0 && row.longestLongFrame === 0 ? "0" : `${row.longFrames} (${ms(row.longestLongFrame)})`,
    `${(100 * row.lost).toFixed(0)} %`,
    `${ms(row.timeToResult)} (${ms(row.firstTimeToResult)})`,
    row.isSame ? "the same" : "DIFFERS",
  ]);
}

const lineOfCells = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
