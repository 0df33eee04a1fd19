/** `preempt-lab explore`: all schedules of a set whose jobs run to their ends, or are preempted between chunks only. */
import { type ExploredTasks, exploreSchedules, exploreTasks, type VariedTask } from "@preempt/runtime/analysis";
import { textTable } from "../../text-table.ts";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { readJobs } from "../interchange/np-jobs.ts";
import { chooseSet, parseSomeTaskSets, type TaskSet } from "../task-set.ts";
import { choiceOf, isSet, numberOf, textOf } from "../words.ts";

const policies = ["edf", "fp"] as const;

export const explore: LabCommand = {
  name: "explore",
  help: `preempt-lab explore [FILE] [options]

  Explores all schedules on one processor, by a schedule-abstraction graph (Nasri and Brandenburg, RTSS 2017). Jobs run to their
  ends, or are preempted between their chunks. Releases vary by the jitter J, execution times between Cmin and C. Exact without
  chunks, safe with them. FILE: task sets, or a job set of np-schedulability-analysis (.csv). "-" or none: standard input.

  --policy NAME        edf (default), or fp: deadline-monotonic priorities
  --set ID             this set alone
  --variation SHARE    Cmin of tasks that have none, as a part of C (default 1: execution times do not vary)
  --until TIME         jobs that arrive before this instant, in µs (default: the longest offset and the hyperperiod)
  --precedence FILE    for a job set: which job is after which
  --until-miss         end at the first deadline that may be missed
  --max-steps N        before a set is left undecided (default 100000000)
  --json               a line of JSON for each set

Examples:
  preempt-lab explore sets.json --policy fp --variation 0.5
  preempt-lab explore fig1a.csv --precedence fig1a.prec.csv`,
  options: {
    ...Object.fromEntries(
      ["policy", "set", "variation", "until", "precedence", "max-steps"].map((name) => [
        name,
        { type: "string" as const },
      ]),
    ),
    "until-miss": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(words, [file, ...more], terminal) {
    if (more.length > 0) throw new LabError("too_many_files", `Give one file. Given: ${[file, ...more].join(", ")}.`);
    const { text, source } = await terminal.read(file);
    if (/^\s*[[{]/.test(text))
      return exploreSets(words, chooseSet(parseSomeTaskSets(text, source), textOf(words, "set"), source), terminal);
    return exploreJobs(words, text, source, terminal);
  },
};

async function exploreSets(words: Words, sets: readonly TaskSet[], terminal: Terminal): Promise<number> {
  const policy = choiceOf(words, "policy", policies) ?? "edf";
  const share = numberOf(words, "variation", { least: 0, most: 1 }) ?? 1;
  const until = numberOf(words, "until", { least: 1, integer: true });
  const effort = effortOf(words);
  let undecided = 0;
  const rows: string[][] = [];
  const apart = sets.find(({ threads }) => threads !== undefined);
  if (apart !== undefined) {
    const words = `the set ${show(apart.id)} has threads, and explore has one processor`;
    throw new LabError("threads_not_explored", `${words}. Analyse or simulate it, or leave them out.`);
  }
  for (const { id, tasks } of sets) {
    const varied = tasks.map((task) => ({ ...task, Cmin: (task as VariedTask).Cmin ?? Math.floor(task.C * share) }));
    try {
      const found = exploreTasks(varied, { policy, ...(until !== undefined && { until }), ...effort });
      if (isSet(words, "json")) await terminal.out(`${JSON.stringify({ id, ...found })}\n`);
      else rows.push(rowOf(String(id), found));
    } catch (error) {
      // A set too large for the steps or the number of jobs: the others are explored all the same.
      if (!/^(?:analysis_too_long|exploration_too_large)/.test((error as Error).message)) throw error;
      undecided++;
      terminal.err(`${String(id)}: ${(error as Error).message}\n`);
      if (!isSet(words, "json")) rows.push([String(id), "undecided", "", "", "", ""]);
    }
  }
  if (rows.length > 0)
    await terminal.out(table(["set", "schedulable", "for ever", "jobs", "states", "responses, µs"], rows));
  return undecided === 0 ? exitCodes.done : exitCodes.failed;
}

function rowOf(id: string, { schedulable, repeats, jobs, states, tasks }: ExploredTasks): string[] {
  const responses = tasks.map((task) => (task === undefined ? "-" : `${task.best}-${task.worst}`)).join(" ");
  return [id, yes(schedulable), yes(repeats), String(jobs), String(states), responses];
}

async function exploreJobs(words: Words, text: string, source: string, terminal: Terminal): Promise<number> {
  const other = textOf(words, "precedence");
  const jobs = readJobs(text, source, other === undefined ? undefined : await terminal.read(other));
  const found = exploreSchedules(jobs, effortOf(words));
  if (isSet(words, "json")) {
    await terminal.out(`${JSON.stringify({ id: source, ...found })}\n`);
    return exitCodes.done;
  }
  const { schedulable, states, edges, width } = found;
  await terminal.out(
    table(
      ["jobs", "schedulable", "states", "edges", "width"],
      [[String(jobs.length), yes(schedulable), ...[states, edges, width].map(String)]],
    ),
  );
  return exitCodes.done;
}

function effortOf(words: Words): { maxSteps?: number; untilMiss: boolean } {
  const maxSteps = numberOf(words, "max-steps", { least: 1, integer: true });
  return { untilMiss: isSet(words, "until-miss"), ...(maxSteps !== undefined && { maxSteps }) };
}

const yes = (is: boolean) => (is ? "yes" : "no");

/** To the left: what stands in the columns are words, or lists of numbers. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  `${textTable(head, rows, () => true)}\n`;
