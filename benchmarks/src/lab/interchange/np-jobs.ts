/**
 * Job sets of np-schedulability-analysis (its README, "Input Format"): task, job, release min and max, cost min and max, deadline,
 * priority. The jobs of a task set are those of its hyperperiod; chunks are jobs of their own, with a second file of what precedes what.
 */
import { jobsOfTasks, type TaskJob, type VariedJob, type VariedTask } from "@preempt/runtime/analysis";
import { LabError } from "../errors.ts";
import type { TaskSet } from "../task-set.ts";
import type { Format } from "./format.ts";

const head = "Task ID, Job ID, Arrival min, Arrival max, Cost min, Cost max, Deadline, Priority";

export const npJobs: Format = {
  name: "np",
  what: "job sets of np-schedulability-analysis (CSV), one set each; to read one: preempt-lab explore",
  fields: ["C", "T", "D", "O", "J", "chunks"],
  hasSets: false,
  write: ([set]) => (set === undefined ? "" : writeJobs(jobsOfTasks(set.tasks as readonly VariedTask[]))),
};

export function writeJobs(jobs: readonly TaskJob[]): string {
  const lines = jobs.map(({ task, release, execution, deadline, priority }, i) => {
    return [task + 1, i + 1, ...release, ...execution, deadline, priority].join(", ");
  });
  return `${[head, ...lines].join("\n")}\n`;
}

/** The file of what precedes what, for sets with chunks. */
export function writePrecedence({ tasks }: TaskSet): string {
  const jobs = jobsOfTasks(tasks as readonly VariedTask[]);
  const lines = jobs.flatMap(({ task, after = [] }, i) =>
    after.map((before) => [(jobs[before]?.task ?? 0) + 1, before + 1, task + 1, i + 1].join(", ")),
  );
  return `${["Predecessor TID, Predecessor JID, Successor TID, Successor JID", ...lines].join("\n")}\n`;
}

/**
 * @param precedence The second file, if there is one
 * @throws LabError that names source, line and column
 */
export function readJobs(text: string, source: string, precedence?: { text: string; source: string }): VariedJob[] {
  const places = new Map<string, number>();
  const jobs = numbersOf(text, source, 8).map(([task, job, r0, r1, c0, c1, deadline, priority], i) => {
    places.set(`${task} ${job}`, i);
    return { release: [r0, r1], execution: [c0, c1], deadline, priority, after: [] as number[] };
  }) as (Omit<VariedJob, "after"> & { after: number[] })[];
  if (precedence === undefined) return jobs;
  numbersOf(precedence.text, precedence.source, 4).forEach(([fromTask, from, toTask, to], line) => {
    const [before, after] = [places.get(`${fromTask} ${from}`), places.get(`${toTask} ${to}`)];
    if (before === undefined || after === undefined) {
      const words = `${precedence.source}, line ${line + 2}: there is no such job in ${source}`;
      throw new LabError("np_precedence", `${words}. Give task and job of both as they stand there.`);
    }
    jobs[after]?.after.push(before);
  });
  return jobs;
}

function numbersOf(text: string, source: string, columns: number): number[][] {
  const lines = text.split(/\r?\n/);
  const isHead = /[a-z]/i.test(lines[0] ?? "");
  return lines.flatMap((line, i) => {
    if ((i === 0 && isHead) || line.trim() === "") return [];
    const values = line.split(",").map(Number);
    if (values.length >= columns && values.slice(0, columns).every(Number.isSafeInteger)) return [values];
    throw new LabError(
      "np_format",
      `${source}, line ${i + 1} is "${line.slice(0, 60)}". Give ${columns} integers with commas.`,
    );
  });
}
