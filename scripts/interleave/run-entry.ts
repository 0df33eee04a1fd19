/** Runs one entry of the catalog: installs it, finds out what its jobs give alone, and runs them at once. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackages } from "../../benchmarks/src/install-packages.ts";
import type { Entry } from "./entry.ts";
import type { Difference, Finding, Points, Way } from "./report.ts";
import type { SessionTask } from "./session.ts";

export interface RunEntryOptions {
  readonly work: string;
  /** The file that describes it. */
  readonly jobs: string;
  readonly budgets: readonly number[];
  /** Whether jobs may interleave everywhere, whatever the transform finds. */
  readonly isReentrant?: boolean;
  readonly schedules: number;
  readonly seed: number;
}

/** How the runs of one way came out. */
export interface WayResult {
  readonly way: Way;
  readonly runs: number;
  readonly wrong: number;
  readonly preemptions: number;
}

export interface EntryResult {
  readonly name: string;
  readonly version: string;
  /** Of the three jobs, untransformed, in milliseconds. */
  readonly time: number;
  readonly points: Points;
  readonly ways: readonly WayResult[];
  readonly differences: readonly Difference[];
}

const sessionFile = fileURLToPath(new URL("session.ts", import.meta.url));
/** Longest time for a session, in milliseconds. */
const patience = 15 * 60_000;

/** @throws Error if the jobs alone, untransformed, fail to give the same result twice */
export async function runEntry(
  entry: Entry,
  { work, jobs, budgets, isReentrant = false, schedules, seed }: RunEntryOptions,
): Promise<EntryResult> {
  const { name } = entry;
  const folder = join(work, name.replaceAll("/", "+"));
  installPackages(folder, entry.packages);
  const session = (more: Partial<SessionTask>) =>
    runSession({
      jobs,
      name,
      folder,
      isReentrant,
      report: join(folder, "report.jsonl"),
      ways: [],
      schedules,
      seed,
      ...more,
    });
  const original = (await session({})).find((f) => f.kind === "original");
  if (original === undefined) throw new Error(`the original failed; see ${join(folder, "log.txt")}`);

  const ways: WayResult[] = [];
  const differences: Difference[] = [];
  let points: Points = { points: {}, exclusive: 0, units: [] };
  let left: readonly Way[] = [...budgets, "random"];
  while (left.length > 0) {
    const findings = await session({ expected: original.texts, ways: left });
    const started = findings.findLast((f) => f.kind === "started")?.way ?? "plain";
    if (!findings.some((f) => f.kind === "finished")) {
      // The process was ended, or ended itself.
      differences.push({ way: started, job: "process", what: `ended; see ${join(folder, "log.txt")}` });
      ways.push({ way: started, runs: 1, wrong: 1, preemptions: 0 });
    }
    for (const finding of findings) {
      if (finding.kind === "points") points = finding;
      if (finding.kind === "difference" && !isKnown(finding.difference, differences))
        differences.push(finding.difference);
      if (finding.kind === "ran" && !ways.some((w) => w.way === finding.way)) ways.push(finding);
    }
    // What broke the package, or the process, is left out from then on.
    const at = left.indexOf(started);
    left = at < 0 ? [] : left.slice(at + 1);
  }
  const version = entry.packages[name] ?? Object.values(entry.packages)[0] ?? "";
  return { name, version, time: original.time, points, ways, differences };
}

const isKnown = (one: Difference, all: readonly Difference[]): boolean =>
  all.some((other) => JSON.stringify(other) === JSON.stringify(one));

/** What the package prints goes to a file beside it. */
async function runSession(task: SessionTask): Promise<Finding[]> {
  rmSync(task.report, { force: true });
  const log = openSync(join(task.folder, "log.txt"), "a");
  const flags = ["--disable-warning=ExperimentalWarning", "--max-old-space-size=3000", "--stack-size=900"];
  const child = spawn(process.execPath, [...flags, sessionFile, JSON.stringify(task)], {
    stdio: ["ignore", log, log],
    timeout: patience,
    killSignal: "SIGKILL",
  });
  await new Promise((resolve) => child.once("exit", resolve));
  closeSync(log);
  const lines = existsSync(task.report) ? readFileSync(task.report, "utf8").split("\n").filter(Boolean) : [];
  return lines.map((line) => JSON.parse(line) as Finding);
}
