/** The tasks as periodic tasks of a kernel on Node's event loop. */
import { type ProtocolName, Resource, Scheduler, type Task } from "@preempt/runtime";
import { deadlineMonotonicOrder } from "@preempt/runtime/analysis";
import { collectGarbage } from "../../machine.ts";
import { tasksBefore } from "../chains.ts";
import { resourcesUsed } from "../sections.ts";
import type { TaskParameters } from "../task-set.ts";
import type { Body } from "./bodies/body.ts";
import { worksOf } from "./kernel-jobs.ts";
import { Meter } from "./meter.ts";
import { meteredHost } from "./metered-host.ts";
import {
  type Execution,
  type Executor,
  jitterOf,
  patience,
  type RunSet,
  type SessionOrder,
  settling,
} from "./order.ts";
import { measurePace, type Pace, unitsFor } from "./pace.ts";
import { Recorder } from "./recorder.ts";
import { variantOf } from "./variant.ts";

/** Milliseconds. */
const warmUpTime = 300;
/** Jobs of a millisecond. */
const rehearsals = 40;
/** Releases are whole microseconds apart. */
const halfMicrosecond = 0.0005;

export async function kernelExecutor(order: SessionOrder, body: Body): Promise<Executor> {
  const { settings } = order;
  const { slice, round, budget, load } = settings;
  let meter = new Meter();
  const host = meteredHost({
    enter: () => meter.enter(),
    leave: () => meter.leave(),
    wokeLate: (ms) => meter.wokeLate(ms),
  });
  const rt = new Scheduler({
    ...variantOf(order.variant).kernel,
    host,
    // Experiments have the slices that they ask for.
    margin: false,
    ...(slice !== undefined && { slice }),
    ...(round !== undefined && { round }),
    ...(budget !== undefined && { budget }),
  });
  const pace = await measurePace(async (units) => {
    const job = rt.submit(body.run, { args: [units] });
    await job;
    return job.executionTime;
  });
  const recorder = new Recorder();
  rt.observe(recorder.observer);
  await warmUp(rt, body, pace);
  await rt.idle();
  return { pace, execute };

  async function execute(set: RunSet): Promise<Execution> {
    collectGarbage();
    await repeat(rt, body, pace);
    meter = new Meter();
    const { now } = host;
    const made = now();
    const start = made + settling;
    // Offsets count from one instant, however long it takes to make the tasks.
    host.now = () => made;
    const sources = startTasks(set);
    host.now = now;
    const end = start + settings.horizon / 1000;
    await untilDone({ rt, sources, recorder, end, giveUpAfter: patience(settings) });
    recorder.stop();
    return { log: recorder.log, meter, start };
  }

  function startTasks(set: RunSet): Task[] {
    const { tasks } = set;
    const before = tasksBefore(set);
    const priorities = ranks(tasks.map(({ D }) => D)).map((rank) => -rank);
    const resources = resourcesOf(tasks, rt, settings.protocol);
    const unitsOf = (length: number) => unitsFor(length * load, pace);
    const works = worksOf({ rt, set, settings, body, resources, priorities, recorder, unitsOf });
    return tasks.flatMap((task, i) => {
      // Other jobs release its jobs.
      if (before[i] !== undefined) return [];
      const { T, D, O = 0, J = 0 } = task;
      const [fn, args] = works[i] as (typeof works)[number];
      const source = rt.task(fn, {
        name: task.name ?? `task ${i}`,
        args: args as never,
        uses: resourcesUsed(task).map((name) => resources.get(name) as Resource),
        period: T / 1000,
        deadline: D / 1000,
        phase: settling + O / 1000,
        ...(J > 0 && { jitter: (k: number) => jitterOf(task, i, k, settings.seed) / 1000 }),
        priority: priorities[i] as number,
        backlog: Number.POSITIVE_INFINITY,
        // Each release counts.
        missed: "all",
      });
      recorder.places.set(source, i);
      return [source];
    });
  }
}

interface Ending {
  readonly rt: Scheduler;
  readonly sources: readonly Task[];
  readonly recorder: Recorder;
  /** On the scheduler's clock. */
  readonly end: number;
  /** Milliseconds. */
  readonly giveUpAfter: number;
}

/** Until the last job that was released before `end` has ended, or for as long as there is patience. */
function untilDone({ rt, sources, recorder, end, giveUpAfter }: Ending): Promise<void> {
  return new Promise<void>((resolve) => {
    const giveUp = setTimeout(resolve, giveUpAfter);
    let isOver = false;
    const endIfDone = () => {
      if (recorder.open > 0 || !sources.every(({ unfinished }) => unfinished.length === 0)) return;
      clearTimeout(giveUp);
      resolve();
    };
    recorder.record(end, () => {
      // The task knows a little later.
      if (isOver) setImmediate(endIfDone);
    });
    // What arrives at the very end is no part of the run: its execution would look like the kernel's own time.
    rt.alarm(end - halfMicrosecond, () => {
      isOver = true;
      for (const source of sources) source.stop();
      endIfDone();
    });
  });
}

function resourcesOf(tasks: readonly TaskParameters[], rt: Scheduler, protocol: ProtocolName = "npcs") {
  const names = new Set(tasks.flatMap(resourcesUsed));
  return new Map(Array.from(names, (name) => [name, new Resource(rt, { name, protocol })]));
}

/** The engine compiles what it has seen often: some thousand jobs of tasks, before the first that counts. */
async function warmUp(rt: Scheduler, body: Body, pace: Pace): Promise<void> {
  /** Times in microseconds. */
  const start = (time: number, period: number) =>
    rt.task(body.run, { args: [unitsFor(time, pace)], period: period / 1000, deadline: 5, missed: "all" });
  const tasks = Array.from({ length: 9 }, (_, i) => start(20, 1000 + 50 * i));
  tasks.push(start(3000, 20_000));
  await new Promise((resolve) => setTimeout(resolve, warmUpTime));
  for (const task of tasks) task.stop();
}

/** The first job after all this would be slow: the engine has to find its code again. */
async function repeat(rt: Scheduler, body: Body, pace: Pace): Promise<void> {
  for (let i = 0; i < rehearsals; i++) await rt.submit(body.run, { args: [unitsFor(1000, pace)] });
}

/** Both, on a scheduler of another thread. */
export async function rehearse(rt: Scheduler, body: Body, pace: Pace): Promise<void> {
  await warmUp(rt, body, pace);
  await repeat(rt, body, pace);
}

/** For each task its place among all by relative deadline, 0 for the most urgent. */
function ranks(deadlines: readonly number[]): number[] {
  const rank: number[] = [];
  deadlineMonotonicOrder(deadlines.map((D) => ({ D }))).forEach((task, place) => {
    rank[task] = place;
  });
  return rank;
}
