/**
 * Runs the programs of another project's checkout, plain and transformed:
 *
 *   npm run corpora -- PATH --kind NAME [--only text] [--sample n] [--shard i/n] [--seed s] [--all] [--jobs n]
 *                                       [--json results.json] [--keep folder]
 *
 * --kind     whose checkout it is: uglify, babel, regenerator, esbuild, jerryscript, hermes, chakra, v8, spidermonkey
 * --only     programs whose name holds this text
 * --sample   so many of them, drawn by --seed; --shard: the i-th of n parts of them
 * --all      every strategy, minifier and some combinations of optimisations for each program; otherwise a seed draws one
 * --jobs     processes at once; by default one for each core
 * --keep     where to write the code of programs that differ, plain and transformed
 *
 * A program counts if it compiles and two plain runs do the same. Every function of it is made preemptable; called plainly and at
 * budgets 0, 1, 7 and 300 it has to print the same, throw the same and leave the same variables. The exit code is 1 if one does not.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { campaignWords } from "../../packages/transformer/test/kit/campaign-words.ts";
import { bundleRuntime } from "../../packages/transformer/test262/runtime-script.ts";
import { Codes } from "./execute.ts";
import { kinds } from "./kinds/all.ts";
import { runAll } from "./lanes.ts";
import type { Job } from "./messages.ts";
import { inOneFile } from "./modules.ts";
import type { Candidate, Program } from "./program.ts";
import { differencesIn, printReport } from "./report.ts";
import type { Verdict } from "./verdict.ts";
import { labelOf, waysFor } from "./ways.ts";

const { values, positionals } = campaignWords(import.meta.url, {
  allowPositionals: true,
  options: {
    kind: { type: "string" },
    only: { type: "string" },
    sample: { type: "string" },
    shard: { type: "string", default: "1/1" },
    seed: { type: "string", default: "1" },
    all: { type: "boolean", default: false },
    jobs: { type: "string", default: String(availableParallelism()) },
    json: { type: "string" },
    keep: { type: "string" },
  },
});
const [path] = positionals;
const kindName = values.kind ?? "";
const kind = kinds[kindName];
if (path === undefined || !existsSync(path) || positionals.length > 1) refuse("Give the folder of a checkout.");
if (kind === undefined) refuse(`--kind: "${kindName}" is none of ${Object.keys(kinds).join(", ")}.`);
const seed = whole("seed", 0);
const [shard, shards] = shardOf(values.shard);

const work = mkdtempSync(join(tmpdir(), "preempt-corpora-"));
process.exitCode = await main();
rmSync(work, { recursive: true, force: true });

async function main(): Promise<number> {
  const candidates = chosen((kind as (typeof kinds)[string]).collect(resolve(path as string), work));
  if (candidates.length === 0) refuse("No program matches.");
  const verdicts: Verdict[] = [];
  const programs = new Map<string, Program>();
  let next = 0;
  const source = {
    async next(): Promise<Job | undefined> {
      for (let candidate = candidates[next++]; candidate !== undefined; candidate = candidates[next++]) {
        const program = await loaded(candidate);
        if (program !== undefined) {
          programs.set(program.name, program);
          return { program, ways: waysFor(program.name, seed, values.all), isPlainOnly: false };
        }
        const { name } = candidate;
        const none = { runs: 0, preempted: 0, suspendable: 0, unfinished: [], differences: [] };
        verdicts.push({ name, isCounted: false, reason: "cannot be built", ...none });
      }
      return undefined;
    },
  };
  const started = Date.now();
  await runAll(source, await bundleRuntime(), whole("jobs", 1), (verdict) => {
    verdicts.push(verdict);
    const differences = differencesIn(kindName, verdict);
    for (const line of differences) console.log(line);
    if (differences.length > 0) keep(programs.get(verdict.name) as Program, verdict);
    programs.delete(verdict.name);
    if (verdicts.length % 100 === 0) {
      const seconds = Math.round((Date.now() - started) / 1000);
      console.error(`${verdicts.length} of ${candidates.length} programs, ${seconds} s`);
    }
  });
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(verdicts));
  return printReport(kindName, verdicts) ? 0 : 1;
}

function chosen(all: readonly Candidate[]): Candidate[] {
  const { only, sample } = values;
  const matching = all.filter(({ name }) => only === undefined || name.includes(only));
  if (sample === undefined) return matching.filter((_, i) => i % shards === shard - 1);
  let state = seed >>> 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  const drawn = matching.map((candidate) => ({ candidate, at: random() })).sort((a, b) => a.at - b.at);
  return drawn
    .slice(0, whole("sample", 1))
    .map(({ candidate }) => candidate)
    .filter((_, i) => i % shards === shard - 1);
}

async function loaded({ load, ...rest }: Candidate): Promise<Program | undefined> {
  const text = await load();
  const source = text !== undefined && rest.form === "module" ? inOneFile(text, rest.folder) : text;
  return source === undefined ? undefined : { ...rest, source };
}

/** Writes down what ran, so that it can be looked at. */
function keep(program: Program, { differences }: Verdict): void {
  if (values.keep === undefined) return;
  mkdirSync(values.keep, { recursive: true });
  const base = join(values.keep, program.name.replaceAll(/[^\w.-]+/g, "_"));
  const codes = new Codes(program);
  for (const way of waysFor(program.name, seed, values.all)) {
    if (!differences.some((difference) => difference.way === labelOf(way))) continue;
    writeFileSync(`${base}.plain.js`, codes.text({ ...way.making, minifier: "none" }, true) ?? "");
    writeFileSync(`${base}.transformed.js`, codes.text(way.making, false) ?? "");
    return;
  }
}

function shardOf(text: string): [number, number] {
  const [, i = 0, n = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (i < 1 || i > n) refuse(`--shard: "${text}" is no part as 1/4.`);
  return [i, n];
}

function whole(name: "seed" | "sample" | "jobs", least: number): number {
  const n = Number(values[name]);
  if (!Number.isSafeInteger(n) || n < least)
    refuse(`--${name}: ${values[name]} is not a whole number of ${least} or more.`);
  return n;
}

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
