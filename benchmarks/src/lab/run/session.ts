/**
 * A process of its own for one cell: `node session.ts <order as JSON>`. Calibrates the task body, runs the task set for
 * real, and prints a {@link SessionReport} as JSON.
 */
import { orderOf } from "../../child.ts";
import { machineReport } from "../../machine.ts";
import type { Body } from "./bodies/body.ts";
import { runOnEventLoop } from "./event-loop-run.ts";
import { summarizeTask } from "./jobs-log.ts";
import { runOnKernel } from "./kernel-run.ts";
import type { SessionOrder } from "./order.ts";
import type { CellResult } from "./result.ts";
import { variantOf } from "./variant.ts";

/** What the session knows of a cell's result. */
export type SessionReport = Omit<CellResult, "key" | "set" | "repetition" | "ended" | "disturbed">;

const order = orderOf<SessionOrder>();
process.stdout.write(JSON.stringify(await report()), () => process.exit());

async function report(): Promise<SessionReport> {
  const { tasks, settings, variant } = order;
  const { body } = (await import(order.module)) as { body: Body };
  const execution = await (variantOf(variant).kernel === undefined
    ? runOnEventLoop(order, body)
    : runOnKernel(order, body));
  const { log, meter, pace, start } = execution;
  const rows = log.rows(start);
  const released = tasks.map(({ T, O = 0 }) => Math.max(0, Math.ceil((settings.horizon - O) / T)));
  const perTask = tasks.map((task, i) => summarizeTask(task, i, rows, released[i] as number));
  const taskTime = log.taskTime;
  const schedulerTime = variantOf(variant).kernel === undefined ? taskTime : meter.total;
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
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
    disturbance: meter.disturbance,
    machine: machineReport(),
    seconds: Math.round(performance.now() / 100) / 10,
    ...(settings.rows && { rows }),
  };
}
