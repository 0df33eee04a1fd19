/**
 * One package in a process of its own: `node session.ts <task as JSON>`. Either runs each job alone, untransformed; or transforms the
 * package and runs the jobs at once. Findings go to the report file, a line of JSON each.
 */
import { appendFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { entriesOf } from "./catalog.ts";
import type { Entry, Jobs } from "./entry.ts";
import { importFrom, transformAll } from "./hooks.ts";
import type { Finding, Way } from "./report.ts";
import { firstDifference, plainText, textOfError } from "./result.ts";
import { runRoundRobin } from "./round-robin.ts";
import { type Outcome, randomSchedule, runJobs } from "./schedules.ts";

export interface SessionTask {
  /** The file that describes it. */
  readonly jobs: string;
  readonly name: string;
  /** Where the package is installed. */
  readonly folder: string;
  readonly report: string;
  /** The results of the jobs, untransformed. Undefined: they are to be found out. */
  readonly expected?: Readonly<Record<string, string>>;
  readonly ways: readonly Way[];
  /** Whether jobs may interleave everywhere. */
  readonly isReentrant: boolean;
  /** How many random schedules. */
  readonly schedules: number;
  readonly seed: number;
}

/** Random schedules are given up after so many wrong ones. */
const enoughWrong = 10;
/** More than any job of the catalog passes. */
const mostPoints = 5_000_000;

const task = JSON.parse(process.argv[2] ?? "") as SessionTask;
const { expected } = task;
const tell = (finding: Finding): void => appendFileSync(task.report, `${JSON.stringify(finding)}\n`);

importFrom(task.folder, task.jobs);
if (expected !== undefined) await transformAll(task.folder, task.jobs, task.isReentrant);
const entry = (await entriesOf(task.jobs)).find(({ name }) => name === task.name) as Entry;
const jobs = await entry.load();
/** What timers of the package threw since the last look. */
const thrown: unknown[] = [];

if (expected === undefined) await runOriginal();
else await runTogether(expected);
tell({ kind: "finished" });
// A package may have left timers behind.
process.exit(0);

async function runOriginal(): Promise<void> {
  const texts = await alone(jobs);
  const started = performance.now();
  const again = await alone(jobs);
  const time = performance.now() - started;
  for (const [name, text] of Object.entries(texts)) {
    if (text !== again[name])
      throw new Error(`${name} does not give the same twice: ${firstDifference(again[name] ?? "", text)}`);
  }
  tell({ kind: "original", texts, time });
}

async function alone(all: Jobs): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, job] of Object.entries(all)) texts[name] = await plainText(job);
  return texts;
}

async function runTogether(right: Readonly<Record<string, string>>): Promise<void> {
  process.on("uncaughtException", (error) => thrown.push(error));
  const names = Object.keys(jobs);
  let points = 0;

  /** Returns whether the jobs came out right. */
  const compare = (way: Way, { texts, isEndless }: Pick<Outcome, "texts" | "isEndless">, seed?: number): boolean => {
    const wrong = names.filter((name) => name in texts && texts[name] !== right[name]);
    if (isEndless && wrong.length === 0) wrong.push(...names.filter((name) => !(name in texts)));
    for (const job of wrong) {
      const what = job in texts ? firstDifference(texts[job] ?? "", right[job] ?? "") : "does not end";
      tell({ kind: "difference", difference: { way, ...(seed === undefined ? {} : { seed }), job, what } });
    }
    const errors = thrown.splice(0);
    for (const error of errors)
      tell({ kind: "difference", difference: { way, job: "a timer", what: textOfError(error) } });
    return wrong.length === 0 && errors.length === 0;
  };
  const isDamaged = async (): Promise<boolean> => {
    const texts = await alone(jobs);
    return names.some((name) => texts[name] !== right[name]);
  };

  tell({ kind: "started", way: "plain" });
  const isPlainRight = compare("plain", { texts: await alone(jobs), isEndless: false });
  tell({ kind: "ran", way: "plain", runs: 1, wrong: isPlainRight ? 0 : 1, preemptions: 0 });

  const byJob: Record<string, number> = {};
  const units = new Set<string>();
  let exclusive = 0;
  const onPreempt = (held: readonly string[]): void => {
    if (held.length > 0) exclusive++;
    for (const unit of held) units.add(unit);
  };
  tell({ kind: "started", way: "alone" });
  let wrongAlone = 0;
  for (const name of names) {
    const one = { [name]: jobs[name] as () => unknown };
    const outcome = await runJobs(one, { schedule: () => ({ which: 0, budget: 0 }), most: mostPoints, onPreempt });
    if (!compare("alone", outcome)) wrongAlone++;
    byJob[name] = outcome.preemptions;
    points += outcome.preemptions;
  }
  tell({ kind: "ran", way: "alone", runs: names.length, wrong: wrongAlone, preemptions: points });
  tell({ kind: "points", points: byJob, exclusive, units: [...units] });

  for (const way of task.ways) {
    tell({ kind: "started", way });
    const isRight = way === "random" ? await runRandom() : await runTurns(way as number);
    if (!isRight && (await isDamaged())) {
      tell({ kind: "damaged" });
      return;
    }
  }

  async function runTurns(budget: number): Promise<boolean> {
    const most = 100_000 + (20 * points) / (budget + 1);
    const outcome = await runRoundRobin(jobs, { budget, round: entry.timers ? 1 : 200, most });
    const isRight = compare(budget, outcome);
    tell({ kind: "ran", way: budget, runs: 1, wrong: isRight ? 0 : 1, preemptions: outcome.preemptions });
    return isRight;
  }

  async function runRandom(): Promise<boolean> {
    let runs = 0;
    let wrong = 0;
    let preemptions = 0;
    const pause = entry.timers ? () => turn() : undefined;
    while (runs < task.schedules && wrong < enoughWrong) {
      const seed = task.seed + runs++;
      const outcome = await runJobs(jobs, { schedule: randomSchedule(seed, points), most: 1000, pause });
      preemptions += outcome.preemptions;
      if (compare("random", outcome, seed)) continue;
      wrong++;
      if (await isDamaged()) break;
    }
    tell({ kind: "ran", way: "random", runs, wrong, preemptions });
    return wrong === 0;
  }
}
