/** Analyses at a glance: a line for each set, and how many of them pass each test. */
import { textTable } from "../../text-table.ts";
import type { SetAnalysis } from "./analysis.ts";
import { furtherVerdicts, verdicts } from "./verdicts.ts";

const words = (verdict: boolean | null | undefined) =>
  verdict === null || verdict === undefined ? "-" : verdict ? "yes" : "no";

export function analysisTable(sets: readonly SetAnalysis[]): string {
  const shown = [
    ...verdicts,
    ...furtherVerdicts.filter(([, verdict]) => sets.some((set) => verdict(set) !== undefined)),
  ];
  const hasBreakdown = sets.some(({ breakdown }) => breakdown !== undefined);
  const head = [
    "set",
    "tasks",
    "U",
    ...shown.map(([name]) => name),
    ...(hasBreakdown ? ["breakdown DM", "breakdown EDF"] : []),
  ];
  const lines = sets.map((set) => [
    String(set.id),
    String(set.n),
    set.utilisation.toFixed(3),
    ...shown.map(([, verdict]) => words(verdict(set))),
    ...(hasBreakdown ? [share(set.breakdown?.dm_k), share(set.breakdown?.edf_k)] : []),
  ]);
  const passed = shown.map(([, verdict]) => String(sets.filter((set) => verdict(set) === true).length));
  const all = sets.length > 1 ? [["schedulable", "", "", ...passed, ...(hasBreakdown ? ["", ""] : [])]] : [];
  return `${textTable(head, [...lines, ...all])}\n${threadTable(sets)}`;
}

/** The verdict of each thread. Empty where no set has threads, or too many sets to look at one by one. */
function threadTable(sets: readonly SetAnalysis[]): string {
  const lines = sets.flatMap(({ id, threads = [] }) =>
    threads.map(({ name, tasks, utilisation, rm, dm, edf, fifo }) => [
      String(id),
      name,
      String(tasks.length),
      utilisation.toFixed(3),
      ...[rm, dm, edf, fifo].map(words),
    ]),
  );
  if (lines.length === 0 || lines.length > mostThreadLines) return "";
  return `\n${textTable(["set", "thread", "tasks", "U", "RM", "DM", "EDF", "FIFO"], lines)}\n`;
}

const mostThreadLines = 100;

const share = (thousandths: number | null | undefined) =>
  thousandths === null || thousandths === undefined ? "-" : (thousandths / 1000).toFixed(3);
