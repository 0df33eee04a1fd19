/**
 * The paper's task sets as task-set files. They have `wcet` and `period` in milliseconds and no deadlines, which are the
 * periods. Execution times of 0 are in them, and stay: such a task releases jobs that do nothing.
 */
import { LabError, show } from "../errors.ts";
import { parseJson, type TaskSet } from "../task-set.ts";

/**
 * @param text A list of `{ "tasks": [ { "wcet", "period" } ] }`
 * @param source Its name, for messages
 * @returns sets with the ids "paper-0", "paper-1", …: the paper's `schedcat_set_N`
 * @throws LabError that names set, task and field
 */
export function importPaperSets(text: string, source: string): TaskSet[] {
  const value = parseJson(text, source);
  if (!Array.isArray(value)) {
    const expected = 'Give the paper\'s list, [ { "tasks": [ { "wcet", "period" } ] } ]';
    throw new LabError("paper_format", `${source} has no list of task sets in it. ${expected}.`);
  }
  return value.map((set: { tasks?: unknown } | null, i) => {
    const tasks = set?.tasks;
    if (!Array.isArray(tasks) || tasks.length === 0) {
      throw new LabError("paper_format", `${source}, set ${i}: tasks is ${show(tasks)}. Give a list of tasks.`);
    }
    return { id: `paper-${i}`, tasks: tasks.map((task, k) => importTask(task, `${source}, set ${i}, task ${k}`)) };
  });
}

function importTask(task: { wcet?: unknown; period?: unknown } | null, where: string): TaskSet["tasks"][number] {
  const T = microseconds(task?.period, `${where}: the period`, 1);
  const C = microseconds(task?.wcet, `${where}: the wcet`, 0);
  if (C <= T) return { C, T, D: T };
  throw new LabError(
    "wcet_above_deadline",
    `${where}: the wcet is ${C} µs, above the deadline, which is the period of ${T} µs.`,
  );
}

function microseconds(ms: unknown, what: string, least: number): number {
  const value = typeof ms === "number" ? Math.round(ms * 1000) : Number.NaN;
  if (value >= least && value <= 2 ** 52) return value;
  throw new LabError(
    "paper_format",
    `${what} is ${show(ms)}. Give milliseconds, ${least === 0 ? "0 or more" : "above 0"}.`,
  );
}
