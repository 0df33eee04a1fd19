/** What was found, for people. */
import type { EntryResult, WayResult } from "./run-entry.ts";

/** A line of a Markdown table. */
export function formatLine({ name, version, time, points, ways }: EntryResult): string {
  const cells = ways.map(formatWay).join(" | ");
  return `| ${name} ${version} | ${time.toFixed(1)} ms | ${Object.values(points).join("+")} | ${cells} |`;
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
