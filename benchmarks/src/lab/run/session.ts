/**
 * A process of its own for one cell, or for several of one variant: `node session.ts <order as JSON>`. Calibrates the task body,
 * runs the task sets for real, and prints a {@link SessionReport} for each, as a list in JSON.
 */
import { orderOf } from "../../child.ts";
import type { Body } from "./bodies/body.ts";
import { isDisturbed } from "./disturbed.ts";
import { eventLoopExecutor } from "./event-loop-run.ts";
import { kernelExecutor } from "./kernel-run.ts";
import type { Executor, RunSet, SessionOrder } from "./order.ts";
import { reportOf, type SessionReport } from "./session-report.ts";
import { threadsExecutor } from "./threads/threads-run.ts";
import { variantOf } from "./variant.ts";

const order = orderOf<SessionOrder>();
process.stdout.write(JSON.stringify(await reports()), () => process.exit());

async function reports(): Promise<SessionReport[]> {
  const { body } = (await import(order.module)) as { body: Body };
  const isKernel = variantOf(order.variant).kernel !== undefined;
  const hasThreads = order.sets.some(({ threads }) => threads !== undefined);
  const make = hasThreads ? threadsExecutor : isKernel ? kernelExecutor : eventLoopExecutor;
  const executor = await make(order, body);
  const all: SessionReport[] = [];
  for (const set of order.sets) all.push(await leastDisturbed(executor, set));
  return all;
}

async function leastDisturbed(executor: Executor, set: RunSet): Promise<SessionReport> {
  let best: SessionReport | undefined;
  for (let left = order.redo; left >= 0; left--) {
    const execution = await executor.execute(set);
    const report = reportOf(order, set, execution, executor.pace);
    if (best === undefined || report.disturbance.stolen < best.disturbance.stolen) best = report;
    if (!isDisturbed(report, order.settings.load)) return report;
  }
  return best as SessionReport;
}
