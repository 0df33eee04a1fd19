/** The tasks of a set by period, the shortest first: who pays when there is too much work? */
import type { CellResult, TaskResult } from "../run/result.ts";
import { normalisedResponses } from "./cell.ts";
import { LogHistogram } from "./statistics/log-histogram.ts";

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

/** What the cells of one variant missed, as they come. */
export class MissesByRank {
  readonly #ranks: { tasks: number; jobs: number; misses: number }[] = [];

  add({ tasks }: CellResult): void {
    byPeriod(tasks).forEach(({ jobs, misses }, i) => {
      this.#ranks[i] ??= { tasks: 0, jobs: 0, misses: 0 };
      const rank = this.#ranks[i];
      rank.tasks++;
      rank.jobs += jobs;
      rank.misses += misses;
    });
  }

  rows(variant: string): RankMisses[] {
    return this.#ranks.map((rank, i) => ({ variant, rank: i + 1, ...rank, missRatio: rank.misses / rank.jobs }));
  }
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
  readonly values: LogHistogram;
  /** How many were late: above 1. */
  late: number;
  /** Jobs that did not end. */
  unfinished: number;
}

const noResponses = (): Responses => ({ values: new LogHistogram(), late: 0, unfinished: 0 });

/** The responses of one variant, as they come, by class; the third is rounded up. */
export class ResponsesByClass {
  readonly #classes = { short: noResponses(), rest: noResponses() };

  add({ tasks }: CellResult): void {
    const short = Math.ceil(tasks.length / 3);
    byPeriod(tasks).forEach((task, i) => {
      const to = this.#classes[i < short ? "short" : "rest"];
      const own = normalisedResponses(task);
      for (const value of own) {
        to.values.add(value);
        if (value > 1) to.late++;
      }
      to.unfinished += Math.max(0, task.jobs - own.length);
    });
  }

  of(taskClass: TaskClass): Responses {
    if (taskClass !== "all") return this.#classes[taskClass];
    const all = noResponses();
    for (const { values, late, unfinished } of Object.values(this.#classes)) {
      all.values.merge(values);
      all.late += late;
      all.unfinished += unfinished;
    }
    return all;
  }
}
