/** What was found, for people. */
import type { Points } from "./report.ts";
import type { EntryResult, WayResult } from "./run-entry.ts";

/** A line of a Markdown table. */
export function formatLine({ name, version, time, points, ways }: EntryResult): string {
  const cells = ways.map(formatWay).join(" | ");
  return `| ${name} ${version} | ${time.toFixed(1)} ms | ${Object.values(points.points).join("+")} | ${formatShare(points)} | ${cells} |`;
}

/** How much of its points stand where one job at a time may be. */
function formatShare({ points, exclusive, units }: Points): string {
  const all = Object.values(points).reduce((sum, n) => sum + n, 0);
  return units.length === 0
    ? "-"
    : `${((100 * exclusive) / all).toFixed(exclusive === all ? 0 : 1)} % (${units.join(", ")})`;
}

function formatWay({ way, runs, wrong, preemptions }: WayResult): string {
  return `${way}: ${wrong === 0 ? "right" : runs === 1 ? "WRONG" : `WRONG ${wrong}/${runs}`} (${runs > 1 ? `${runs} runs, ` : ""}${preemptions})`;
}

/** The first difference of each way. */
export function formatDifferences({ differences }: EntryResult): string {
  const first = differences.filter((d, i) => differences.findIndex((other) => other.way === d.way) === i);
  return first
    .map(({ way, seed, job, what }) => `    ${way}${seed === undefined ? "" : ` (seed ${seed})`}, ${job}: ${what}`)
    .join("\n");
}
