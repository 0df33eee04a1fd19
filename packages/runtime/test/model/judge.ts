/** What has to hold when a program has run. */

import { isDeadlock } from "./bodies.ts";
import { Player } from "./player.ts";
import type { Program } from "./program.ts";
import type { JobRecord } from "./record.ts";
import { numberOf } from "./rules.ts";

export interface Verdict {
  readonly wrong: readonly string[];
  readonly trace: readonly string[];
  readonly jobs: number;
}

/** Runs the program and tells what was wrong. */
export async function judge(program: Program): Promise<Verdict> {
  const player = new Player(program);
  const { oracle, host, rt, time } = player;
  await player.run(150);
  await player.stop();
  if (!host.isExhausted) reportLost(player);
  await player.end();
  const complain = (what: string) => oracle.complain(`at the end ${what}`);
  if (host.isExhausted) return { wrong: ["the kernel runs for ever", ...oracle.wrong], trace: oracle.trace, jobs: 0 };
  let isIdle = false;
  await Promise.race([
    rt.idle().then(() => {
      isIdle = true;
    }),
    new Promise((resolve) => setImmediate(resolve)),
  ]);
  if (!isIdle) complain("idle() does not resolve");
  await new Promise((resolve) => setImmediate(resolve));
  if (player.closing !== undefined && !player.isClosed) complain("close() does not resolve");
  const { turns, timers } = host.pending;
  if (turns + timers > 0) complain(`${turns} turns and ${timers} timers are left`);
  if (time.jobs + time.alarms + time.idle !== host.now()) {
    complain(`${host.now()} ms have passed: ${JSON.stringify(time)} are accounted for`);
  }
  for (const resource of oracle.resources) {
    if (resource.real.isLocked) complain(`${resource.real.name} is locked`);
    if (resource.real.waiters.size > 0) complain(`somebody waits for ${resource.real.name}`);
  }
  for (const r of oracle.records.values()) judgeJob(r, complain);
  for (const task of player.tasks) {
    const misses = [...oracle.records.values()].filter((r) => r.task === task && r.job.missed).length;
    if (task.misses !== misses) complain(`${task.name} counts ${task.misses} misses of ${misses}`);
    if (task.unfinished.length > 0) complain(`${task.name} has unfinished jobs`);
  }
  judgeErrors(player, complain);
  return { wrong: oracle.wrong, trace: oracle.trace, jobs: oracle.records.size };
}

function judgeJob(r: JobRecord, complain: (what: string) => void): void {
  const { job } = r;
  if (r.timesFinished !== 1) complain(`${job} has finished ${r.timesFinished} times`);
  if (r.awaited && r.timesSettled > 1) complain(`${job} has settled ${r.timesSettled} times`);
  if (r.guards !== r.finalizers) complain(`${job} has run ${r.finalizers} of ${r.guards} finalizers`);
  if (job.missed !== r.timesMissed > 0) complain(`${job} ${job.missed ? "missed, untold" : "is said to have missed"}`);
  if (job.executionTime !== r.executed) complain(`${job} has run for ${r.executed}, not ${job.executionTime}`);
  if (job.start !== undefined && job.start < job.release) complain(`${job} started before its release`);
  if (job.state === "failed" && r.threw.length === 0) complain(`${job} failed though it threw nothing`);
}

/** Each error that nobody awaits is reported once. */
function judgeErrors({ errors, oracle }: Player, complain: (what: string) => void): void {
  const seen = new Set<unknown>();
  for (const { error, job } of errors) {
    if (seen.has(error)) complain(`${error} is reported twice`);
    seen.add(error);
    const r = job === undefined ? undefined : oracle.records.get(job);
    if (r === undefined || !(r.threw.includes(error) || isDeadlock(error))) complain(`${error} is reported of ${job}`);
  }
  for (const r of oracle.records.values()) {
    if (r.job.state === "failed" && !r.awaited && !r.threw.some((error) => seen.has(error))) {
      complain(`the error of ${r.job} is lost`);
    }
  }
}

/** Nothing more happens by itself: whoever has not ended waits for something that does not come, and is right to. */
function reportLost({ oracle }: Player): void {
  for (const r of oracle.records.values()) {
    if (r.phase === "ended" || r.phase === "pending") continue;
    if (!isRight(r, oracle, new Set(), [...oracle.records.values()])) {
      oracle.complain(`${r.job} (${r.job.name}) is ${r.phase} for ever`);
    }
  }
}

function isRight(r: JobRecord, oracle: Player["oracle"], seen: Set<JobRecord>, all: readonly JobRecord[]): boolean {
  if (seen.has(r)) return false;
  seen.add(r);
  const right = (other: JobRecord | "outside" | undefined) =>
    other === "outside" || (other !== undefined && isRight(other, oracle, seen, all));
  if (r.awaitsNever) return true;
  if (r.group !== undefined && !r.hasStarted && all.some((o) => o.group === r.group && o.hasStarted && right(o)))
    return true;
  const { waitsFor } = r;
  if (waitsFor !== undefined && "job" in waitsFor) return right(waitsFor.job);
  if (waitsFor !== undefined) return right(waitsFor.resource.owner) || right(oracle.keptOutBy(r));
  if (r.phase !== "ready" && r.phase !== "pending") return false;
  const isBefore = (other: JobRecord) =>
    other.task === r.task && other.phase !== "ended" && numberOf(other.job) < numberOf(r.job);
  if (r.task !== undefined && all.some((other) => isBefore(other) && right(other))) return true;
  return !r.hasStarted && oracle.resources.some(({ protocol, owner }) => protocol === "srp" && right(owner));
}
