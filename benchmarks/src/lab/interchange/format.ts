/** What a file format of another tool is to the laboratory. */
import type { TaskParameters, TaskSet } from "../task-set.ts";

export interface Read {
  readonly sets: readonly TaskSet[];
  /** What the file says, and a task-set file cannot. */
  readonly remarks: readonly string[];
}

export interface Format {
  /** As it stands on the command line. */
  readonly name: string;
  /** One line for the help. */
  readonly what: string;
  /** The fields of a task that a file of it has. Others are left out, and the command says so. */
  readonly fields: readonly (keyof TaskParameters)[];
  /** Whether a file may have several sets. */
  readonly hasSets: boolean;
  /** @throws LabError that names source, task and field */
  read?(text: string, source: string): Read;
  write(sets: readonly TaskSet[]): string;
}

/** What the file would not say of `sets`. */
export function lossesOf(format: Format, sets: readonly TaskSet[]): string[] {
  const lost = new Set<string>();
  for (const { tasks, jobs, server, threads, messages } of sets) {
    for (const task of tasks) {
      for (const [field, value] of Object.entries(task)) {
        const isKept = (format.fields as readonly string[]).includes(field);
        if (!isKept && value !== undefined && value !== 0) lost.add(field);
      }
    }
    if (jobs !== undefined) lost.add("jobs");
    if (server !== undefined) lost.add("server");
    if (threads !== undefined) lost.add("threads");
    if (messages !== undefined) lost.add("messages");
  }
  return [...lost].sort();
}
