/**
 * `npm run libraries -- --work <folder>`: transforms whole npm libraries, every eligible function of them, and runs
 * their own test suites five ways: untransformed, transformed and called plainly, as jobs of the kernel with each
 * budget, and to see which share of their time is preemptable. Prints a table; the exit code is 0 if every run came out as the untransformed one. With `--sizes`: how much larger
 * their code becomes.
 */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { combinationOf, drawnFor, nameOf, problemWith } from "../../packages/transformer/test/kit/combinations.ts";
import { catalog, findLibrary } from "./catalog.ts";
import { checkOut } from "./checkout.ts";
import { type Comparison, compareRuns } from "./compare.ts";
import type { Mode } from "./invoke.ts";
import type { Library } from "./library.ts";
import type { Report } from "./session.ts";
import { measureSizes } from "./sizes.ts";
import { formatFindings, formatSizes, formatTable } from "./table.ts";

const usage = `npm run libraries -- --work <folder> [--only a,b] [--budget 1,300] [--from <address>]
                         [--optimize sampled --seed 1]
npm run libraries -- --work <folder> --sizes [--only a,b]

  --work     where the libraries are, or are put: git clones and npm packages
  --only     names of libraries, by default all: ${catalog.map((l) => l.name).join(", ")}
  --budget   preemption points between two preemptions, by default 1,300
  --from     where to clone from, by default https://github.com; a folder will do
  --optimize a combination of optimisations: speed (the default), size, none, or the switches that are on, as
             plainBodies+numbers; or "sampled": each library draws one for each way, others with another --seed
  --sizes    how much larger each library's code is, minified and compressed; their tests are not run
`;

const sessionFile = fileURLToPath(new URL("session.ts", import.meta.url));
/** Longest time for one suite in one mode, in milliseconds; a test that never ends must not hold up the others. */
const patience = 30 * 60_000;

process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      only: { type: "string" },
      budget: { type: "string", default: "1,300" },
      from: { type: "string", default: "https://github.com" },
      optimize: { type: "string", default: "speed" },
      seed: { type: "string", default: "1" },
      sizes: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  if (values.help || values.work === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const { optimize } = values;
  const problem = problemWith(optimize, ["sampled"]);
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const seed = Number(values.seed);
  const libraries = values.only === undefined ? catalog : values.only.split(",").map(findLibrary);
  const budgets = values.budget.split(",").map(budgetOf);
  const work = resolve(values.work);
  if (values.sizes) {
    console.log(formatSizes(await measureSizes(libraries, join(work, "sizes"))));
    return 0;
  }
  const comparisons: Comparison[] = [];
  const broken: string[] = [];
  for (const library of libraries) {
    try {
      const folder = checkOut(library, { work, from: values.from });
      const original = runSession(library, folder, "original", "speed");
      const runs = (["plain", ...budgets, "stretches"] as const).map((mode) =>
        runSession(library, folder, mode, combinationFor(`${library.name} ${mode}`, optimize, seed)),
      );
      comparisons.push(compareRuns(library, original, runs));
    } catch (error) {
      broken.push(`${library.name}: ${(error as Error).message}`);
    }
  }
  console.log(`\n${formatTable(comparisons)}\n\n${formatFindings(comparisons)}`);
  for (const line of broken) console.error(line);
  return broken.length === 0 && comparisons.every((c) => c.differences.length === 0) ? 0 : 1;
}

function combinationFor(run: string, optimize: string, seed: number): string {
  return nameOf(optimize === "sampled" ? drawnFor(run, seed) : combinationOf(optimize));
}

function budgetOf(text: string): number {
  const budget = Number(text);
  if (!Number.isInteger(budget) || budget < 0) throw new Error(`--budget: ${text} is not an integer of 0 or more`);
  return budget;
}

/** What the tests print goes to a file beside the library. */
function runSession(library: Library, folder: string, mode: Mode, optimize: string): Report {
  const reportFile = join(folder, `report-${mode}.json`);
  const logFile = join(folder, `log-${mode}.txt`);
  rmSync(reportFile, { force: true });
  const how = optimize === "speed" ? "" : `, ${optimize}`;
  console.error(`${library.name}: ${typeof mode === "number" ? `budget ${mode}` : mode}${how}`);
  const log = openSync(logFile, "w");
  const args = [
    "--disable-warning=ExperimentalWarning",
    sessionFile,
    library.name,
    folder,
    String(mode),
    optimize,
    reportFile,
  ];
  const { status, signal } = spawnSync(process.execPath, args, {
    stdio: ["ignore", log, log],
    timeout: patience,
    env: { ...process.env, ...library.environment },
  });
  closeSync(log);
  if (!existsSync(reportFile)) {
    throw new Error(`mode ${mode} ended without a report (${signal ?? `exit code ${status}`}); see ${logFile}`);
  }
  return JSON.parse(readFileSync(reportFile, "utf8")) as Report;
}
