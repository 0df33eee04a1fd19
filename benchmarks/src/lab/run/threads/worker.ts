/** A worker of a run on several threads: calibrates the task body, releases its own tasks, and runs what comes by message. */
import { parentPort, workerData } from "node:worker_threads";
import { serve } from "@preempt/runtime/worker";
import { collectGarbage } from "../../../machine.ts";
import type { Body } from "../bodies/body.ts";
import { rehearse } from "../kernel-run.ts";
import { Meter } from "../meter.ts";
import { measurePace, type Pace } from "../pace.ts";
import type { Disturbance } from "../result.ts";
import type { BeginOrder, EndedJob, MeasuredMessage } from "./messages.ts";
import { ThreadRunner } from "./thread-runner.ts";

const { body } = (await import((workerData as { module: string }).module)) as { body: Body };

let runner: ThreadRunner | undefined;
let meter = new Meter();

/** How quick the body is here. */
async function prepare(): Promise<Pace> {
  const rt = serving.scheduler;
  const pace = await measurePace(async (units) => {
    const job = rt.submit(body.run, { args: [units] });
    await job;
    return job.executionTime;
  });
  await rehearse(rt, body, pace);
  return pace;
}

/** Starts the tasks of this thread. */
function begin(order: BeginOrder): void {
  collectGarbage();
  meter = new Meter();
  const { set, thread, settings, pace, start } = order;
  const port = parentPort as NonNullable<typeof parentPort>;
  runner = new ThreadRunner({
    ...{ rt: serving.scheduler, body, set, thread, settings, pace },
    send: (release) => port.postMessage({ release }),
  });
  runner.begin(start);
}

/** How many jobs have ended. */
function count(): number {
  return runner?.ended.length ?? 0;
}

/** What became of them. */
function finish(): {
  ended: readonly EndedJob[];
  messages: readonly MeasuredMessage[];
  disturbance: Disturbance;
} {
  runner?.stop();
  return { ended: runner?.ended ?? [], messages: runner?.messages ?? [], disturbance: meter.disturbance };
}

export const jobs = { prepare, begin, count, finish, run: body.run };
const serving = serve(jobs);
