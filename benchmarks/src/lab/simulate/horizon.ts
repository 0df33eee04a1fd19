/** How long a set is simulated. */
import { hyperperiod } from "@preempt/runtime/analysis";
import type { TaskSet } from "../task-set.ts";

const longestDefault = 10_000_000;

export function defaultHorizon({ tasks, jobs = [] }: TaskSet): number {
  const behindJobs = 1 + jobs.reduce((last, [release]) => Math.max(last, release), 0);
  if (tasks.length === 0) return behindJobs;
  const offset = Math.max(...tasks.map(({ O = 0 }) => O));
  const length = hyperperiod(tasks);
  const all = offset === 0 ? length : 2n * length + BigInt(offset);
  return Math.max(behindJobs, all < BigInt(longestDefault) ? Number(all) : longestDefault);
}
