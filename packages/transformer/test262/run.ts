/**
 * Runs test262 through the transform:
 *
 *   node packages/transformer/test262/run.ts --suite <checkout of tc39/test262> [--grep text] [--sample n --seed s]
 *                                            [--strategy paper] [--optimize sampled] [--points both]
 *                                            [--json results.json] [--workers n] [folders…]
 *
 * A case is a file in one form (sloppy or strict, in a plain or an async function, its functions as they are or with preemption
 * points added) and counts if it passes wrapped and untransformed. It has to pass in the same way transformed: called plainly, at
 * budgets 0, 1 and 300, and interleaved.
 *
 * --points: none leaves functions as they are, most of them without a point; added puts an empty loop between their statements, so that
 * they are suspended everywhere; both (the default) makes cases of either kind.
 * --optimize: a combination of optimisations for all files: speed (default), size, none, or the switches that are on, as
 * plainBodies+numbers. Or "sampled": each file draws one, another with another --seed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, globSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { campaignWords } from "../test/kit/campaign-words.ts";
import { combinationOf, drawnFor, nameOf, problemWith } from "../test/kit/combinations.ts";
import { type FileResult, formsWith, type Job, pointsWords, type Setup } from "./messages.ts";
import { differencesIn, printReport } from "./report.ts";
import { bundleRuntime } from "./runtime-script.ts";
import type { Form } from "./wrap.ts";

const defaultFolders = ["test/language", "test/built-ins/Array"];
const fileTimeout = 120_000;
// Realms are not all given back: an old process is a slow one.
const filesPerWorker = 200;

const { values, positionals } = campaignWords(import.meta.url, {
  allowPositionals: true,
  options: {
    suite: { type: "string" },
    grep: { type: "string" },
    sample: { type: "string" },
    seed: { type: "string", default: "20191203" },
    strategy: { type: "string", default: "capture" },
    optimize: { type: "string", default: "speed" },
    points: { type: "string", default: "both" },
    json: { type: "string" },
    workers: { type: "string", default: String(availableParallelism()) },
  },
});
const { suite, strategy, optimize, points } = values;
if (suite === undefined || !existsSync(join(suite, "harness/assert.js"))) {
  console.error(
    "--suite: give the folder of a checkout of https://github.com/tc39/test262 (it holds harness/assert.js).",
  );
  process.exit(2);
}
if (strategy !== "capture" && strategy !== "paper") {
  console.error(`--strategy: "${strategy}" is neither capture nor paper.`);
  process.exit(2);
}
if (!Object.hasOwn(pointsWords, points)) {
  console.error(`--points: "${points}" is none of ${Object.keys(pointsWords).join(", ")}.`);
  process.exit(2);
}
const problem = problemWith(optimize, ["sampled"]);
if (problem !== undefined) {
  console.error(problem);
  process.exit(2);
}

const files = listFiles(suite, positionals.length > 0 ? positionals : defaultFolders);
if (files.length === 0) {
  console.error("No test file matches.");
  process.exit(2);
}
const forms = formsWith(points as keyof typeof pointsWords);
const setup: Setup = { suite, strategy, forms, runtime: await bundleRuntime() };
const jobs = files.map((file) => ({ file, optimize: combinationFor(file) }));
const results = await runAll(jobs, setup, Number(values.workers));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(results));
const ok = printReport(results);
process.exit(ok ? 0 : 1);

function listFiles(root: string, folders: readonly string[]): string[] {
  const all = folders
    .flatMap((folder) => (folder.endsWith(".js") ? [folder] : globSync(`${folder}/**/*.js`, { cwd: root })))
    .filter((file) => !file.endsWith("_FIXTURE.js") && (values.grep === undefined || file.includes(values.grep)))
    .sort();
  if (values.sample === undefined) return all;
  let state = Number(values.seed) >>> 0;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((file) => ({ file, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, Number(values.sample))
    .map(({ file }) => file);
}

function combinationFor(file: string): string {
  return optimize === "sampled" ? nameOf(drawnFor(file, Number(values.seed))) : nameOf(combinationOf(optimize));
}

/** Hands the files out to worker processes; one that hangs or dies is replaced, and its file reported. */
async function runAll(queue: readonly Job[], setup: Setup, workers: number): Promise<FileResult[]> {
  const results: FileResult[] = [];
  let next = 0;
  const lane = async () => {
    while (next < queue.length) {
      const worker = await startWorker(setup);
      for (let n = 0; n < filesPerWorker && next < queue.length; n++) {
        const job = queue[next++] as Job;
        const result = await ask(worker, job);
        results.push(result ?? (await died(job, setup)));
        for (const difference of differencesIn(results.at(-1) as FileResult)) console.log(difference);
        if (process.stderr.isTTY && results.length % 100 === 0) {
          process.stderr.write(`\r${results.length} of ${queue.length} files`);
        }
        if (result === undefined) break;
      }
      worker.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, workers) }, lane));
  return results;
}

/** The process hung or died: our doing, unless it does so with the test as it stands. */
async function died(job: Job, setup: Setup): Promise<FileResult> {
  const worker = await startWorker(setup);
  const plain = await ask(worker, { ...job, plainOnly: true });
  worker.kill("SIGKILL");
  if (plain === undefined) {
    const cases = [{ form: forms[0] as Form, counted: false, reason: "the engine dies", findings: [], runs: [] }];
    return { ...job, ineligible: false, cases };
  }
  const runs = [{ way: "budget 1" as const, passed: false, reason: "the process hung or died", preemptions: 0 }];
  const cases = [{ form: forms[0] as Form, counted: true, reason: "", findings: [], runs }];
  return { ...job, ineligible: false, cases };
}

function startWorker(setup: Setup): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL("worker.ts", import.meta.url)), {
    execArgv: ["--stack-size=900", "--no-warnings"],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  worker.send(setup);
  return new Promise((resolve) => worker.once("message", () => resolve(worker)));
}

function ask(worker: ChildProcess, job: Job): Promise<FileResult | undefined> {
  return new Promise((resolve) => {
    const finish = (result: FileResult | undefined) => {
      clearTimeout(timer);
      worker.off("message", finish);
      worker.off("exit", gone);
      resolve(result);
    };
    const gone = () => finish(undefined);
    const timer = setTimeout(gone, fileTimeout);
    worker.once("message", finish);
    worker.once("exit", gone);
    worker.send(job);
  });
}
