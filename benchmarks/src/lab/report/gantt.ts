/**
 * What ran when, as a picture. Result files tell when each job started and ended, not what happened between: here a job runs
 * from its start until it ends or another starts, and goes on when that one has ended. That is the schedule under
 * fixed priorities and EDF, where preemptions nest, but for the kernel's own time and for equals that take turns.
 */
import { type JobRecord, svgGantt } from "@preempt/runtime/observers";
import type { CellResult, JobRow } from "../run/result.ts";
import { stackedCharts } from "../threads/stacked-charts.ts";
import { time } from "./charts/show.ts";
import { byPeriod } from "./task-ranks.ts";

/**
 * @param length How much of it is shown, in µs from the first release on
 * @throws PreemptError if the length is not above 0
 */
export function ganttOf({ threads, ...cell }: CellResult, length: number): string {
  if (threads === undefined) return ganttOfThread(cell, length, cell.key, () => true);
  const charts = threads.names.map((name, thread) =>
    ganttOfThread(cell, length, `${cell.key}, ${name}`, (task) => threads.of[task] === thread),
  );
  return stackedCharts(charts);
}

/** @param isThere Whether a task is on this thread */
function ganttOfThread(
  { tasks, rows = [] }: Pick<CellResult, "tasks" | "rows">,
  length: number,
  title: string,
  isThere: (task: number) => boolean,
): string {
  const name = (task: number) => {
    const { C, T } = tasks[task] as CellResult["tasks"][number];
    return `task ${task}: ${time(C)} every ${time(T)}`;
  };
  return svgGantt(
    ganttRecords(
      rows.filter(([task, , planned]) => planned <= length && isThere(task)),
      tasks,
      name,
    ),
    {
      title,
      from: 0,
      to: length / 1000,
      rows: byPeriod(tasks)
        .map((task) => tasks.indexOf(task))
        .filter(isThere)
        .map(name),
    },
  );
}

interface Event {
  readonly time: number;
  readonly what: "finish" | "release" | "start";
  readonly row: JobRow;
}

/** What happens at one instant, in this order: who ends makes room for who starts. */
const order = ["finish", "release", "start"];

/** The rows as a trace: releases as planned, since deadlines count from there. */
export function ganttRecords(
  rows: readonly JobRow[],
  tasks: CellResult["tasks"],
  name: (task: number) => string,
): JobRecord[] {
  const events = rows.flatMap((row): Event[] => {
    const [, , planned, , start, finish] = row;
    return [
      { time: planned, what: "release", row },
      // What did not happen before the end is null, or a time before the release.
      ...(start !== null && start >= planned ? [{ time: start, what: "start", row } as const] : []),
      ...(finish !== null && finish >= planned ? [{ time: finish, what: "finish", row } as const] : []),
    ];
  });
  events.sort((a, b) => a.time - b.time || order.indexOf(a.what) - order.indexOf(b.what));
  /** Started and not ended; the last one runs. */
  const started: JobRow[] = [];
  const record = (event: JobRecord["event"], [task, k, planned]: JobRow, at: number): JobRecord => ({
    event,
    time: at / 1000,
    job: `T${task + 1}J${k}`,
    name: name(task),
    release: planned / 1000,
    deadline: (planned + (tasks[task]?.D ?? 0)) / 1000,
  });
  return events.flatMap(({ time, what, row }) => {
    const running = started.at(-1);
    if (what === "release") return [record("jobReleased", row, time)];
    if (what === "start") {
      started.push(row);
      const preempted = running === undefined ? [] : [record("jobPreempted", running, time)];
      return [...preempted, record("jobDispatched", row, time)];
    }
    const place = started.indexOf(row);
    // It started and ended at one instant, and the end comes first.
    if (place >= 0) started.splice(place, 1);
    const next = row === running ? started.at(-1) : undefined;
    const resumed = next === undefined ? [] : [record("jobDispatched", next, time)];
    return [{ ...record("jobFinished", row, time), outcome: "done" as const }, ...resumed];
  });
}
