/** The outcome as Markdown: a row for each library, then what did not pass and why it counts or does not. */
import { geometricMean } from "../../benchmarks/src/statistics.ts";
import { percentOf } from "../../benchmarks/src/stretches.ts";
import { type Comparison, failed, passed, preemptions, ran, time } from "./compare.ts";
import type { Report } from "./session.ts";
import { type Size, type Variant, variants } from "./sizes.ts";

export function formatTable(comparisons: readonly Comparison[]): string {
  const modes = comparisons[0]?.runs.filter(isTimed).map((r) => r.mode) ?? [];
  const budgets = modes.filter((m) => typeof m === "number").join(" / ");
  const header = [
    "library",
    "preemptable functions",
    "refused",
    "tests",
    `passed: untransformed / ${modes.join(" / ")}`,
    `preemptions at ${budgets}`,
    `tests preempted at ${budgets}`,
    `CPU time: ${modes.join(" / ")}`,
    "preemptable time",
    "longest stretch",
  ];
  return markdown([header, ...comparisons.map(rowOf)]);
}

/** A row for each library: its bytes, and how many times as many it has transformed. */
export function formatSizes(sizes: readonly Size[]): string {
  const names = Object.keys(variants) as Variant[];
  const times = (n: number) => n.toFixed(2);
  const rows = sizes.map(({ library, original, growth }) => [
    `${library.name} ${library.version}`,
    count(original),
    ...names.map((name) => times(growth[name])),
  ]);
  const means = names.map((name) => times(geometricMean(sizes.map(({ growth }) => growth[name]))));
  const total = (bytes: (size: Size) => number) => sizes.reduce((sum, size) => sum + bytes(size), 0);
  const original = total((size) => size.original);
  const together = names.map((name) => times(total((size) => size.original * size.growth[name]) / original));
  return markdown([
    ["library", "bytes", ...names],
    ...rows,
    ["geometric mean", "", ...means],
    ["all together", count(original), ...together],
  ]);
}

function markdown([header = [], ...rows]: readonly string[][]): string {
  const align = header.map((_, i) => (i === 0 ? ":--" : "--:"));
  return [header, align, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function rowOf({ library, original, runs }: Comparison): string[] {
  const { preemptable, functions, refused } = (runs[0] as Report).coverage;
  const timed = runs.filter(isTimed);
  const stretches = runs.find((r) => !isTimed(r))?.stretches;
  const driven = runs.filter((r) => typeof r.mode === "number");
  return [
    `${library.name} ${library.version} (${library.computes})`,
    `${preemptable} of ${functions}`,
    refusals(refused),
    count(ran(original).length),
    [original, ...timed].map((r) => count(passed(r))).join(" / "),
    driven.map((r) => count(preemptions(r))).join(" / "),
    driven.map(share).join(" / "),
    timed.map((r) => `${(time(r) / time(original)).toFixed(1)}x`).join(" / "),
    stretches === undefined ? "–" : percentOf(stretches),
    stretches === undefined ? "–" : `${stretches.longest.toFixed(1)} ms`,
  ];
}

/** The run that measures stretches reads the clock all the time. */
const isTimed = ({ mode }: Report): boolean => mode !== "stretches";

function share(report: Report): string {
  const cases = ran(report);
  const some = cases.filter((c) => c.preemptions > 0).length;
  return cases.length === 0 ? "–" : `${Math.floor((100 * some) / cases.length)} %`;
}

function refusals(refused: Readonly<Record<string, number>>): string {
  const codes = Object.entries(refused).sort(([a], [b]) => a.localeCompare(b));
  if (codes.length === 0) return "0";
  return codes.map(([code, times]) => `${times} ${code}`).join(", ");
}

const count = (n: number) => n.toLocaleString("en-GB").replaceAll(",", " ");

/** What fails without the transform too, and what differs with it. */
export function formatFindings(comparisons: readonly Comparison[]): string {
  const lines: string[] = [];
  for (const { library, original, differences, excepted } of comparisons) {
    for (const { name, error } of failed(original)) {
      lines.push(`${library.name}: fails untransformed too: ${short(name)} (${short(error ?? "")})`);
    }
    for (const { name, because } of library.exceptions ?? []) {
      lines.push(`${library.name}: "${name}…" may differ: ${because}`);
    }
    if (excepted.length > 0) lines.push(`${library.name}: ${excepted.length} outcomes of these differ`);
    for (const { mode, optimize, name, expected, actual } of differences) {
      const change = `${short(expected)} became ${short(actual)}`;
      const how = optimize === "speed" ? "" : `, ${optimize}`;
      lines.push(`${library.name}: DIFFERENT, mode ${mode}${how}: ${short(name)}: ${change}`);
    }
  }
  return lines.join("\n");
}

/** The start of a text, on one line. */
function short(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
