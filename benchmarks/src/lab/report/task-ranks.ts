/** The tasks of a set by period, the shortest first: who pays when there is too much work? */
import type { CellResult, TaskResult } from "../run/result.ts";
import { normalisedResponses } from "./cell.ts";

/** By period, then by deadline, then as they stand in the set. */
export function byPeriod(tasks: readonly TaskResult[]): TaskResult[] {
  return [...tasks].sort((a, b) => a.T - b.T || a.D - b.D);
}

export interface RankMisses {
  readonly variant: string;
  /** From 1, the shortest period. */
  readonly rank: number;
  /** Tasks of that rank, one in each cell. */
  readonly tasks: number;
  readonly jobs: number;
  readonly misses: number;
  /** misses / jobs over all of them; NaN without jobs. */
  readonly missRatio: number;
}

export function missesByRank(variant: string, results: readonly CellResult[]): RankMisses[] {
  const sorted = results.map(({ tasks }) => byPeriod(tasks));
  const ranks = sorted.reduce((most, tasks) => Math.max(most, tasks.length), 0);
  return Array.from({ length: ranks }, (_, i) => {
    const tasks = sorted.flatMap((all) => all[i] ?? []);
    const jobs = tasks.reduce((sum, task) => sum + task.jobs, 0);
    const misses = tasks.reduce((sum, task) => sum + task.misses, 0);
    return { variant, rank: i + 1, tasks: tasks.length, jobs, misses, missRatio: misses / jobs };
  });
}

export type TaskClass = "all" | "short" | "rest";

export const taskClasses: readonly TaskClass[] = ["all", "short", "rest"];

export const taskClassWords: Readonly<Record<TaskClass, string>> = {
  all: "all tasks",
  short: "the third with the shortest periods",
  rest: "the other two thirds",
};

export interface Responses {
  /** response / D of every job that ended. */
  readonly values: number[];
  /** Jobs that did not. */
  unfinished: number;
}

/** By class; the third is rounded up. */
export function responsesByClass(results: readonly CellResult[]): Record<TaskClass, Responses> {
  const empty = (): Responses => ({ values: [], unfinished: 0 });
  const found: Record<TaskClass, Responses> = { all: empty(), short: empty(), rest: empty() };
  for (const { tasks } of results) {
    const short = Math.ceil(tasks.length / 3);
    byPeriod(tasks).forEach((task, i) => {
      const own = normalisedResponses(task);
      for (const to of [found.all, found[i < short ? "short" : "rest"]]) {
        for (const value of own) to.values.push(value);
        to.unfinished += Math.max(0, task.jobs - own.length);
      }
    });
  }
  return found;
}
