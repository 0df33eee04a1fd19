/**
 * First come, first served: plain functions, called by timers, each to its end. What a program does without a scheduler,
 * and the paper's "raw". A timer for each task, set for its next planned release before the job runs.
 */
import { collectGarbage } from "../../machine.ts";
import type { TaskParameters } from "../task-set.ts";
import type { Body } from "./bodies/body.ts";
import { JobsLog } from "./jobs-log.ts";
import { Meter } from "./meter.ts";
import { type Execution, jitterOf, patience, type SessionOrder, settling } from "./order.ts";
import { measurePace, unitsFor } from "./pace.ts";

export async function runOnEventLoop({ tasks, settings }: SessionOrder, body: Body): Promise<Execution> {
  const { load, seed, horizon } = settings;
  const pace = await measurePace((units) => {
    const from = performance.now();
    body.run(units);
    return performance.now() - from;
  });
  collectGarbage();
  const meter = new Meter();
  const log = new JobsLog();
  const start = performance.now() + settling;
  const end = start + horizon / 1000;
  const gaveUp = start + patience(settings);
  let busyUntil = 0;

  const runTask = (task: TaskParameters, i: number) =>
    new Promise<void>((resolve) => {
      const units = unitsFor(task.C * load, pace);
      const arm = (k: number) => {
        const planned = start + ((task.O ?? 0) + k * task.T) / 1000;
        if (planned >= end) return resolve();
        const release = planned + jitterOf(task, i, k, seed) / 1000;
        wait(k, planned, release);
      };
      // Timers count whole milliseconds, and may fire a little early: none is to start a job before its release.
      const wait = (k: number, planned: number, release: number) => {
        const left = Math.max(0, Math.ceil(release - performance.now()));
        setTimeout(() => (performance.now() < release ? wait : fire)(k, planned, release), left);
      };
      const fire = (k: number, planned: number, release: number) => {
        const begin = performance.now();
        if (begin > gaveUp) return resolve();
        if (release > busyUntil) meter.wokeLate(begin - release);
        arm(k + 1);
        meter.enter();
        body.run(units);
        meter.leave();
        const finish = performance.now();
        busyUntil = finish;
        log.add({ task: i, planned, release: begin, start: begin, finish, execution: finish - begin, preemptions: 0 });
      };
      arm(0);
    });
  await Promise.all(tasks.map(runTask));
  return { log, meter, pace, start };
}
