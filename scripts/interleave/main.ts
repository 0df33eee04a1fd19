/**
 * `npm run interleave -- --work <folder>`: runs three different jobs of each package of the catalog at once, all of its functions
 * preemptable, and compares their results with those that they give alone, untransformed. The exit code is 0 if all are the same.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { entriesOf, fileOf, groups } from "./catalog.ts";
import type { Entry } from "./entry.ts";
import { type EntryResult, runEntry } from "./run-entry.ts";
import { formatProgress, formatTable } from "./table.ts";

const usage = `npm run interleave -- --work <folder> [--only big.js,templates] [--budget 0,3,50] [--schedules 1000] [--seed 1]
                          [--reentrant] [--json <file>] [--before <file>]

  --work       where the packages are, or are put by npm
  --only       names of packages, or of groups: ${groups.join(", ")}
  --budget     preemption points between two preemptions, jobs taking turns
  --schedules  random schedules: at each point another job may be drawn, 1 to 20 times in a run
  --seed       of the first of them
  --reentrant  every package is declared reentrant: what happens without exclusive units
  --json       writes what was found to a file
  --before     such a file, of a run with --reentrant: one more column of the table
`;

process.exitCode = await main().catch((error: unknown) => {
  console.error((error as Error).message);
  return 2;
});

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      only: { type: "string", multiple: true },
      budget: { type: "string", default: "0,3,50" },
      schedules: { type: "string", default: "1000" },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      reentrant: { type: "boolean", default: false },
      before: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help || values.work === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const wanted = await chosen(values.only);
  const options = {
    work: join(resolve(values.work), "interleave"),
    budgets: values.budget.split(",").map((text) => whole("budget", text)),
    schedules: whole("schedules", values.schedules),
    seed: whole("seed", values.seed),
    isReentrant: values.reentrant,
  };
  const before = values.before === undefined ? [] : (JSON.parse(readFileSync(values.before, "utf8")) as EntryResult[]);
  const results: EntryResult[] = [];
  let failures = 0;
  for (const { group, entry } of wanted) {
    try {
      const result = await runEntry(entry, { ...options, jobs: fileOf(group) });
      results.push(result);
      console.log(formatProgress(result));
      if (result.ways.some(({ wrong }) => wrong > 0)) failures++;
    } catch (error) {
      console.error(`${entry.name}: ${(error as Error).message}`);
      failures++;
    }
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, undefined, 2)}\n`);
  }
  console.log(`\n${formatTable(results, before)}`);
  return failures > 0 ? 1 : 0;
}

/** @throws Error if the text is no whole number of 0 or more */
function whole(option: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`--${option}: ${JSON.stringify(text)} is not a whole number of 0 or more.`);
}

/** @throws Error if a name is no package of the catalog */
async function chosen(only: readonly string[] | undefined): Promise<{ group: string; entry: Entry }[]> {
  const all: { group: string; entry: Entry }[] = [];
  for (const group of groups) all.push(...(await entriesOf(fileOf(group))).map((entry) => ({ group, entry })));
  if (only === undefined) return all;
  const isEntry = (name: string) => all.some(({ group, entry }) => group === name || entry.name === name);
  // The name of an entry may have a comma.
  const names = only.flatMap((text) => (isEntry(text) ? [text] : text.split(",")));
  const unknown = names.filter((name) => !isEntry(name));
  if (unknown.length > 0) throw new Error(`not in the catalog: ${unknown.join(", ")}`);
  return all.filter(({ group, entry }) => names.includes(group) || names.includes(entry.name));
}
