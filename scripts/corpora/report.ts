/** The results as text: a line for each difference, and the row of the kind in a table. */
import { exceptionFor } from "./exceptions.ts";
import type { Verdict } from "./verdict.ts";

/** Ways that end alike are told once. */
export function differencesIn(kind: string, { name, differences }: Verdict): string[] {
  if (exceptionFor(kind, name) !== undefined) return [];
  const ways = new Map<string, string[]>();
  for (const { way, expected, actual } of differences) {
    const said = `    plain: ${expected}\n    here:  ${actual}`;
    ways.set(said, [...(ways.get(said) ?? []), way]);
  }
  return [...ways].map(([said, labels]) => `${name} [${labels.join("; ")}]\n${said}`);
}

/** Prints the counts; whether there is no difference that the list of exceptions does not explain. */
export function printReport(kind: string, verdicts: readonly Verdict[]): boolean {
  const counted = verdicts.filter(({ isCounted }) => isCounted);
  const differing = counted.filter(({ differences }) => differences.length > 0);
  const excepted = differing.filter(({ name }) => exceptionFor(kind, name) !== undefined);
  const different = differing.length - excepted.length;
  const sum = (of: (verdict: Verdict) => number) => counted.reduce((total, verdict) => total + of(verdict), 0);
  const cells = {
    kind,
    programs: count(verdicts.length),
    counted: count(counted.length),
    runs: count(sum(({ runs }) => runs)),
    preempted: `${count(counted.filter(({ preempted }) => preempted > 0).length)} programs, ${count(sum(({ preempted }) => preempted))} runs`,
    different: count(different),
    excepted: count(excepted.length),
  };
  console.log(
    `\n| ${Object.keys(cells).join(" | ")} |\n|:--|--:|--:|--:|--:|--:|--:|\n| ${Object.values(cells).join(" | ")} |`,
  );
  const reasons = tally(verdicts.filter(({ isCounted }) => !isCounted).map(({ reason }) => reason));
  console.log(`\nnot counted: ${reasons || "none"}`);
  const unfinished = counted.filter((verdict) => verdict.unfinished.length > 0).map(({ name }) => name);
  console.log(`too long in some ways: ${unfinished.join(", ") || "none"}`);
  console.log(`excepted: ${excepted.map(({ name }) => name).join(", ") || "none"}`);
  return different === 0;
}

function tally(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([reason, n]) => `${n} ${reason}`)
    .join("; ");
}

const count = (n: number) => n.toLocaleString("en-GB").replaceAll(",", " ");
