/** The paper's task sets, as they were published; see data/paper. */
import { readFileSync } from "node:fs";
import { importPaperSets } from "../import/paper.ts";
import type { TaskSet } from "../task-set.ts";

const file = new URL("../../../data/paper/task-sets.json", import.meta.url);

/** 1000 of 15 tasks, with the ids "paper-0" to "paper-999", by utilisation. */
export function publishedSets(): TaskSet[] {
  const sets = JSON.parse(readFileSync(file, "utf8")) as [wcet: number, period: number][][];
  const asPublished = sets.map((tasks) => ({ tasks: tasks.map(([wcet, period]) => ({ wcet, period })) }));
  return importPaperSets(JSON.stringify(asPublished), "data/paper/task-sets.json");
}
