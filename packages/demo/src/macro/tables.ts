/** The measures as text: the page, the terminal and the report show the same cells. */

import type { Spread } from "../observe/statistics.ts";
import { paperRates } from "./paper.ts";
import type { MacroResult } from "./result.ts";
import { nameOf } from "./subtests.ts";
import { longFrame, type Row } from "./summary.ts";

export interface TextTable {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
}

export function frameTable(rows: readonly Row[]): TextTable {
  return {
    caption: "Frames. Medians of the repetitions; least and most in brackets. The paper's: Firefox / Chromium.",
    head: [
      "",
      "frames/s",
      "the paper’s",
      "slowest second",
      "p50, ms",
      "p99, ms",
      "longest, ms",
      `over ${longFrame} ms`,
    ],
    rows: rows.map((row) => {
      const { rate, slowest, intervalP50, intervalP99, intervalMax, longFrames } = row.measures;
      const { firefox, chromium } = paperRates[row.policy][row.load];
      return [
        nameOf(row),
        range(rate, 1),
        `${firefox.toFixed(1)} / ${chromium.toFixed(1)}`,
        range(slowest, 0),
        range(intervalP50, 1),
        range(intervalP99, 1),
        range(intervalMax, 1),
        range(longFrames, 0),
      ];
    }),
  };
}

export function workTable(rows: readonly Row[], interval: number): TextTable {
  return {
    caption:
      "Input to screen, and the work. Throughput: background work in a second, as milliseconds of plain code; cost: thread time of a millisecond of it.",
    head: [
      "",
      "input p50, ms",
      "p99, ms",
      "p99, frames",
      "longest, ms",
      "throughput, ms/s",
      "cost",
      "missed",
      "preempted",
    ],
    rows: rows.map((row) => {
      const { delayP50, delayP99, delayMax, throughput, cost, misses, due, preemptions } = row.measures;
      return [
        nameOf(row),
        range(delayP50, 1),
        range(delayP99, 1),
        number(delayP99.median / interval, 2),
        range(delayMax, 1),
        range(throughput, 0),
        number(cost.median, 3),
        `${number(misses.median, 0)} of ${number(due.median, 0)}`,
        number(preemptions.median, 0),
      ];
    }),
  };
}

/** Which tasks missed their deadlines: all repetitions together. */
export function missTable({ runs }: Pick<MacroResult, "runs">, rows: readonly Row[]): TextTable {
  const names = [...new Set(runs.flatMap(({ tasks }) => tasks.map(({ name }) => name)))];
  const cell = (row: Row, name: string) => {
    const counts = runs
      .filter(({ policy, load }) => policy === row.policy && load === row.load)
      .flatMap(({ tasks }) => tasks.filter((task) => task.name === name));
    if (counts.length === 0) return "–";
    const sum = (what: "misses" | "due") => counts.reduce((all, count) => all + count[what], 0);
    return `${sum("misses")} of ${sum("due")}`;
  };
  return {
    caption: "Deadlines missed by task: all repetitions together.",
    head: ["", ...rows.map(nameOf)],
    rows: names.map((name) => [name, ...rows.map((row) => cell(row, name))]),
  };
}

function range({ median, least, most }: Spread, digits: number): string {
  const text = number(median, digits);
  const [low, high] = [number(least, digits), number(most, digits)];
  return low === high ? text : `${text} (${low}–${high})`;
}

const number = (value: number, digits: number) => (Number.isNaN(value) ? "–" : value.toFixed(digits));
