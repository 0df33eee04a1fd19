/**
 * Compares our exploration of schedules with np-schedulability-analysis (Nasri and Brandenburg), job by job:
 *
 *   npm run cross-check:np -- --nptest PATH [--sets 1000] [--seed 1] [--record FILE]
 *
 * PATH is its program `nptest` (https://github.com/brandenburg/np-schedulability-analysis, built with the C++ compiler). Sets are drawn from
 * the seed: 2 to 6 tasks, jitter, varying execution times, EDF and fixed priorities. `--record` writes the first 60 with its answers, which
 * a test compares where there is no compiler. The exit code is 1 if a verdict or a bound differs.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { exploreSchedules, jobsOfTasks, type VariedTask } from "@preempt/runtime/analysis";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { writeJobs } from "../src/lab/interchange/np-jobs.ts";

const { values } = parseArgs({
  options: {
    nptest: { type: "string" },
    sets: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    record: { type: "string" },
  },
});
if (values.nptest === undefined) {
  console.error("Say where np-schedulability-analysis is: --nptest PATH.");
  process.exit(2);
}
const nptest = values.nptest;
const random = xoroshiro128plus(Number(values.seed));
const draw = (least: number, most: number) => uniformInt(random, least, most);
const folder = mkdtempSync(join(tmpdir(), "preempt-np-"));
const periods = [10, 20, 25, 40, 50, 100, 200];

interface Recorded {
  readonly tasks: readonly VariedTask[];
  readonly policy: "edf" | "fp";
  readonly schedulable: boolean;
  /** Ends at the earliest and at the latest, in the order of the jobs. */
  readonly ends: readonly (readonly [number, number])[];
}

const recorded: Recorded[] = [];
const sum = { sets: 0, jobs: 0, schedulable: 0, differences: 0 };
for (; sum.sets < Number(values.sets); sum.sets++) {
  const tasks = drawTasks();
  const policy = draw(0, 1) === 0 ? "edf" : "fp";
  // Of two jobs with one priority, nptest takes that of the task with the smaller number.
  const jobs = jobsOfTasks(tasks, { policy }).sort((a, b) => a.task - b.task || a.number - b.number);
  const ours = exploreSchedules(jobs);
  const theirs = ask(writeJobs(jobs));
  const same = jobs.every((_, i) => {
    const [job, bound] = [ours.jobs[i], theirs.ends[i]];
    return job?.earliest === bound?.[0] && job?.latest === bound?.[1];
  });
  sum.jobs += jobs.length;
  if (ours.schedulable) sum.schedulable++;
  if (!same || ours.schedulable !== theirs.schedulable) {
    sum.differences++;
    console.log(JSON.stringify({ policy, tasks, ours, theirs }));
  }
  if (recorded.length < 60) recorded.push({ tasks, policy, ...theirs });
}
rmSync(folder, { recursive: true, force: true });
if (values.record !== undefined) {
  writeFileSync(values.record, `[\n${recorded.map((one) => JSON.stringify(one)).join(",\n")}\n]\n`);
}
console.log(
  `${sum.sets} sets, ${sum.jobs} jobs, ${sum.schedulable} sets schedulable: ${sum.differences} sets with a difference.`,
);
process.exitCode = sum.differences === 0 ? 0 : 1;

function drawTasks(): VariedTask[] {
  const count = draw(2, 6);
  return Array.from({ length: count }, () => {
    const T = periods[draw(0, periods.length - 1)] as number;
    const C = draw(1, Math.max(1, Math.floor((1.4 * T) / count)));
    return { C, Cmin: draw(0, C), T, D: draw(Math.max(C, Math.floor(T / 2)), T), J: draw(0, Math.floor(T / 5)) };
  });
}

function ask(csv: string): Pick<Recorded, "schedulable" | "ends"> {
  const file = join(folder, "set.csv");
  writeFileSync(file, csv);
  const line = execFileSync(nptest, ["-c", "-r", file], { encoding: "utf8", maxBuffer: 1e8 });
  // Task ID, Job ID, BCCT, WCCT, BCRT, WCRT: the completion times are absolute.
  const rows = readFileSync(join(folder, "set.rta.csv"), "utf8").trim().split("\n").slice(1);
  const ends: [number, number][] = [];
  for (const row of rows) {
    const [, job, least, greatest] = row.split(",").map(Number) as [number, number, number, number];
    ends[job - 1] = [least, greatest];
  }
  return { schedulable: line.split(",")[1]?.trim() === "1", ends };
}
