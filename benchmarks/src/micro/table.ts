/** The tables of the micro-benchmarks. */
import type { MicroReport } from "../micro.ts";
import { showRange, showTime, textTable } from "../text-table.ts";
import { figure4, tableII } from "./paper.ts";
import type { MicroPart } from "./parts.ts";
import { bareNext } from "./preemption.ts";
import type { MicroRow } from "./row.ts";

export function microTable(report: MicroReport): string {
  return Object.entries(report)
    .map(([part, rows]) => `${titles[part as MicroPart]}\n\n${bodies[part as MicroPart](rows)}`)
    .join("\n\n");
}

const titles: Readonly<Record<MicroPart, string>> = {
  preemption: "A preemption by call depth (Table II)",
  capture: "The first preemption, which saves all frames: a frame's share, by call depth",
  budgets: "A round of a loop by budget (Figure 4)",
  calls: "What is not suspended",
  forms: "A round of a loop with a call, by the form of the code around the call",
  walks: "A round of a loop over values, by what it walks",
  steps: "A step of a loop that gives the thread away every 5 ms; half of the samples lie between",
};

const bodies: Readonly<Record<MicroPart, (rows: readonly MicroRow[]) => string>> = {
  preemption: (rows) => {
    const bare = rows.find(({ way }) => way === bareNext)?.nanoseconds ?? Number.NaN;
    const deepest = Math.max(...rows.map(({ subject }) => Number(subject)));
    const over = rows
      .filter(({ subject, way }) => subject === deepest && way !== bareNext)
      .map(({ way, nanoseconds }) => `${way} ${showTime(nanoseconds - bare)}`);
    return `${pivot("call depth", rows, { paper: tableII })}\n\nOver the bare next, at depth ${deepest}: ${over.join(", ")}.`;
  },
  capture: (rows) =>
    pivot(
      "call depth",
      rows.map((row) => ({ ...row, nanoseconds: row.nanoseconds / Number(row.subject) })),
    ),
  budgets: (rows) => pivot("budget", rows, { "paper, over plain": figure4 }),
  calls: (rows) => pivot("", rows),
  forms: (rows) => pivot("", rows),
  walks: (rows) => pivot("", rows),
  steps: (rows) =>
    textTable(
      ["", "a step", ""],
      rows.map(({ way, nanoseconds, quartiles }) => [way, showTime(nanoseconds), showRange(quartiles)]),
    ),
};

/** A line for each subject, a column for each way and each of the published series. */
function pivot(
  what: string,
  rows: readonly MicroRow[],
  published: Readonly<Record<string, ReadonlyMap<number, number>>> = {},
): string {
  const ways = [...new Set(rows.map(({ way }) => way))];
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const cells = (subject: MicroRow["subject"]) => [
    ...ways.map((way) => rows.find((row) => row.subject === subject && row.way === way)?.nanoseconds),
    ...Object.values(published).map((series) => series.get(Number(subject))),
  ];
  return textTable(
    [what, ...ways, ...Object.keys(published)],
    subjects.map((subject) => [
      String(subject),
      ...cells(subject).map((time) => (time === undefined ? "" : showTime(time))),
    ]),
  );
}
