/**
 * A process of its own: `node session.ts <order as JSON>`. Runs periodic tasks on a kernel, notes each turn of it, and
 * prints {@link Observed} as JSON.
 */
import { type Host, nodeHost, Scheduler } from "@preempt/runtime";
import { orderOf } from "../../child.ts";
import { machineReport } from "../../machine.ts";
import type { Body } from "../run/bodies/body.ts";
import { executeCallbacks } from "../run/callbacks.ts";
import { loopQueue } from "../run/loop-queue.ts";
import { measurePace, type Pace, unitsFor } from "../run/pace.ts";
import type { Observed, ObserveOrder } from "./observed.ts";

/** A turn of the kernel; times in milliseconds. */
interface Turn {
  readonly begin: number;
  readonly isPosted: boolean;
  end: number;
  /** In it jobs ran so long, in so many dispatches; the longest of them. */
  executed: number;
  dispatches: number;
  longest: number;
  /** When its first job ran, and when that was to be released. */
  firstStart: number | undefined;
  firstPlanned: number | undefined;
}

/** Some tasks with short periods and some with long jobs, half of the time together. Milliseconds. */
const probes: readonly (readonly [C: number, T: number])[] = [
  [1, 7],
  [1, 11],
  [2, 23],
  [3, 41],
  [30, 300],
];

const order = orderOf<ObserveOrder>();
process.stdout.write(JSON.stringify(await observe()), () => process.exit());

async function observe(): Promise<Observed> {
  const { body } = (await import(order.module)) as { body: Body };
  const turns: Turn[] = [];
  let turn: Turn | undefined;
  const rt = new Scheduler({
    // As a scheduler with an admission test has it.
    margin: false,
    host: noted(nodeHost(), (begin, isPosted, callback) => {
      const outer = turn;
      const empty = {
        end: begin,
        executed: 0,
        dispatches: 0,
        longest: 0,
        firstStart: undefined,
        firstPlanned: undefined,
      };
      turn = { begin, isPosted, ...empty };
      turns.push(turn);
      callback();
      turn.end = performance.now();
      turn = outer;
    }),
    policy: "fp",
    ...(order.slice !== undefined && { slice: order.slice }),
    ...(order.round !== undefined && { round: order.round }),
  });
  const pace = await measurePace(async (units) => {
    const job = rt.submit(body.run, { args: [units] });
    await job;
    return job.executionTime;
  });
  await run(rt, 500, (C) => unitsFor(C, pace), body);
  turns.length = 0;
  let since = 0;
  const leave = (_job: unknown, now: number) => {
    if (turn === undefined) return;
    const length = now - since;
    turn.executed += length;
    turn.longest = Math.max(turn.longest, length);
  };
  rt.observe({
    jobDispatched(job, now) {
      since = now;
      if (turn === undefined) return;
      turn.dispatches++;
      if (turn.firstStart !== undefined || turn.isPosted) return;
      turn.firstStart = now;
      turn.firstPlanned = job.release;
    },
    jobPreempted: leave,
    jobBlocked: leave,
    jobFinished: leave,
  });
  await run(rt, order.time, (C) => unitsFor(C, pace), body);
  return { ...summary(turns), ...(await runWithoutKernel(order.time / 4, pace, body)) };
}

/** The same tasks as callbacks of the event loop. */
async function runWithoutKernel(time: number, pace: Pace, body: Body): Promise<Pick<Observed, "turns" | "wakes">> {
  const set = { tasks: probes.map(([C, T]) => ({ C: C * 1000, T: T * 1000, D: T * 1000 })) };
  const settings = { horizon: time * 1000, body: "spin", load: 1, seed: 1, rows: false } as const;
  const queue = loopQueue(set, settings.seed);
  const { loop } = await executeCallbacks(set, { settings, body, pace, queue, variant: "loop" });
  return loop as NonNullable<typeof loop>;
}

function noted(host: Host, note: (begin: number, isPosted: boolean, callback: () => void) => void): Host {
  return {
    ...host,
    post: (callback) => host.post(() => note(performance.now(), true, callback)),
    timer: (at, callback) => host.timer(at, () => note(performance.now(), false, callback)),
  };
}

async function run(rt: Scheduler, time: number, units: (C: number) => number, body: Body): Promise<void> {
  const tasks = probes.map(([C, T], i) =>
    rt.task(body.run, {
      args: [units(C * 1000)],
      period: T,
      priority: -i,
      phase: 5,
      missed: "all",
      name: `probe ${i}`,
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, time));
  for (const task of tasks) task.stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
}

function summary(turns: readonly Turn[]): Omit<Observed, "turns" | "wakes"> {
  const warm = turns.filter(({ isPosted, dispatches }) => isPosted && dispatches > 0);
  const gaps: number[] = [];
  turns.forEach(({ begin, isPosted }, i) => {
    const before = turns[i - 1];
    if (isPosted && before !== undefined) gaps.push(begin - before.end);
  });
  return {
    dispatches: warm.map(({ begin, end, executed, dispatches }) => (end - begin - executed) / dispatches),
    eventLoop: gaps,
    latencies: turns.flatMap(({ firstStart, firstPlanned }) =>
      firstStart === undefined || firstPlanned === undefined ? [] : [firstStart - firstPlanned],
    ),
    stretches: turns.filter(({ dispatches }) => dispatches > 0).map(({ longest }) => longest),
    machine: machineReport(),
  };
}
