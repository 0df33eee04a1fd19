/** What a session knows of a cell's result. */
import { machineReport } from "../../machine.ts";
import { chainsOf, tasksBefore } from "../chains.ts";
import { measureChains } from "../simulate/measure-chains.ts";
import type { JobOutcome } from "../simulate/outcome.ts";
import type { TaskParameters } from "../task-set.ts";
import { threadsOf } from "../threads/threads-of.ts";
import { summarizeTask } from "./jobs-log.ts";
import type { Execution, RunSet, SessionOrder } from "./order.ts";
import type { Pace } from "./pace.ts";
import type { CellResult, ChainResult, JobRow, TaskResult } from "./result.ts";
import { variantOf } from "./variant.ts";

export type SessionReport = Omit<CellResult, "key" | "set" | "repetition" | "ended" | "disturbed">;

export function reportOf(
  { settings, variant }: Pick<SessionOrder, "settings" | "variant">,
  set: RunSet,
  { log, meter, start, loop, messages }: Execution,
  pace: Pace,
): SessionReport {
  const { tasks } = set;
  const rows = log.rows(start);
  const released = releasedBy(set, settings.horizon);
  const perTask = tasks.map((task, i) => {
    return summarizeTask(task, i, rows, released[i] as number, log.longestCourse(i));
  });
  const taskTime = log.taskTime;
  const threads = threadsOf({ id: "", ...set });
  // On several threads nobody meters the kernels.
  const schedulerTime = variantOf(variant).kernel === undefined || threads !== undefined ? taskTime : meter.total;
  return {
    variant,
    utilisation: sum(tasks.map(({ C, T }) => C / T)),
    horizon: settings.horizon,
    jobs: sum(released),
    misses: sum(perTask.map(({ misses }) => misses)),
    totalTime: Math.round((log.lastFinish - start) * 1000),
    taskTime: Math.round(taskTime * 1000),
    schedulerTime: Math.round(schedulerTime * 1000),
    overhead: taskTime > 0 ? (schedulerTime - taskTime) / taskTime : 0,
    plannedTime: sum(tasks.map(({ C }, i) => C * (released[i] as number))),
    pace,
    tasks: perTask,
    ...(set.chains !== undefined && { chains: chainResults(set, rows, perTask) }),
    ...(variant === "loop" && set.loop !== undefined && { loop: set.loop }),
    ...(loop !== undefined && loop.turns.length > 0 && { turns: turnsOf(loop.turns) }),
    ...(threads !== undefined && { threads }),
    ...(messages !== undefined && { messages }),
    disturbance: meter.disturbance,
    machine: machineReport(),
    seconds: Math.round(performance.now() / 100) / 10,
    ...(settings.rows && { rows }),
  };
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** How many jobs of each task there are. Of a task whose jobs others release: as many as of the chain's first one. */
export function releasedBy(set: RunSet, horizon: number): number[] {
  const before = tasksBefore(set);
  const firstOf = (i: number): number => (before[i] === undefined ? i : firstOf(before[i] as number));
  return set.tasks.map((_, i) => {
    const { T, O = 0 } = set.tasks[firstOf(i)] as TaskParameters;
    return Math.max(0, Math.ceil((horizon - O) / T));
  });
}

/** By the code that measures simulations. */
function chainResults(set: RunSet, rows: readonly JobRow[], perTask: readonly TaskResult[]): ChainResult[] {
  const jobs = rows.map(([task, k, , release, start, finish, , preemptions]): JobOutcome => {
    return [task, k, release, start, finish, preemptions];
  });
  const longest = perTask.map(({ responses }) => responses.reduce<number | null>((a, b) => Math.max(a ?? 0, b), null));
  const measured = measureChains({ id: "", ...set }, jobs, longest);
  return chainsOf(set).map(({ tasks, D }, i) => ({
    ...(measured[i] as (typeof measured)[number]),
    tasks,
    ...(D !== undefined && { D }),
  }));
}

function turnsOf(turns: readonly number[]): { mean: number; max: number } {
  const max = turns.reduce((most, turn) => Math.max(most, turn), 0);
  return { mean: Math.round((1000 * sum(turns)) / turns.length), max: Math.round(1000 * max) };
}
