/** What was found, for people. */
import type { Points } from "./report.ts";
import type { EntryResult, WayResult } from "./run-entry.ts";

/** A package when it is done, with the first difference of each way. */
export function formatProgress({ name, version, points, ways, differences }: EntryResult): string {
  const first = differences.filter((d, i) => differences.findIndex((other) => other.way === d.way) === i);
  const lines = first.map(
    ({ way, seed, job, what }) => `  ${way}${seed === undefined ? "" : `, seed ${seed}`}, ${job}: ${what}`,
  );
  const idle = Object.keys(points.points).filter((job) => points.points[job] === 0);
  if (idle.length > 0) lines.push(`  never preempted: ${idle.join(", ")}`);
  return [`${name} ${version}: ${ways.map(formatWay).join("; ")}; exclusive: ${formatShare(points)}`, ...lines].join(
    "\n",
  );
}

function formatWay({ way, runs, wrong, preemptions }: WayResult): string {
  return `${way} ${wrong === 0 ? "right" : "WRONG"} (${wrong > 0 ? `${wrong} of ` : ""}${runs}, ${preemptions} preemptions)`;
}

/** The table of docs/interleaving-packages.md. */
export function formatTable(results: readonly EntryResult[], before: readonly EntryResult[]): string {
  const head = ["package", "without exclusive units", "by default", "exclusive", "random schedules", "preemptions"];
  const rows = results.map((result) => {
    const random = result.ways.find(({ way }) => way === "random");
    const old = before.find(({ name }) => name === result.name);
    return [
      `${result.name} ${result.version}`,
      // Without a unit it is the same code.
      formatOutcome(old ?? (result.points.units.length === 0 ? result : undefined)),
      formatOutcome(result),
      formatShare(result.points),
      String(random?.runs ?? 0),
      String(result.ways.reduce((sum, { preemptions }) => sum + preemptions, 0)),
    ];
  });
  const lines = [head, [":--", ":--", ":--", ":--", "--:", "--:"], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** In which ways it came out wrong: at which budgets, and in how many random schedules of how many. */
function formatOutcome(result: EntryResult | undefined): string {
  if (result === undefined) return "not run";
  const { ways } = result;
  const wrong = ways.filter((way) => way.wrong > 0);
  const named = wrong.map(({ way, runs, wrong }) => (way === "random" ? `${wrong} of ${runs} schedules` : String(way)));
  return wrong.length === 0 ? "right" : `wrong: ${named.join(", ")}`;
}

/** How many of its preemption points stand where one job at a time may be, and the units. */
function formatShare({ points, exclusive, units }: Points): string {
  const all = Object.values(points).reduce((sum, n) => sum + n, 0);
  if (units.length === 0) return "no";
  const share = (100 * exclusive) / all;
  return `${share < 0.1 ? "< 0.1" : share > 99.9 ? "100" : share.toFixed(1)} % (${units.join(", ")})`;
}
