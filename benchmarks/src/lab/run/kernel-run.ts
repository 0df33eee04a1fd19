/** The tasks as periodic tasks of a kernel on Node's event loop. */
import { type AnyFunction, type Lock, type ProtocolName, Resource, Scheduler, type Task } from "@preempt/runtime";
import { deadlineMonotonicOrder } from "@preempt/runtime/analysis";
import { collectGarbage } from "../../machine.ts";
import { stretchesOf } from "../regions.ts";
import { resourcesUsed } from "../sections.ts";
import type { TaskParameters } from "../task-set.ts";
import type { Body } from "./bodies/body.ts";
import { Meter } from "./meter.ts";
import { meteredHost } from "./metered-host.ts";
import { type Execution, jitterOf, patience, type SessionOrder, settling } from "./order.ts";
import { measurePace, unitsFor } from "./pace.ts";
import { Recorder } from "./recorder.ts";
import { variantOf } from "./variant.ts";

/** Milliseconds. */
const warmUpTime = 300;
/** Jobs of a millisecond. */
const rehearsals = 40;
/** Releases are whole microseconds apart. */
const halfMicrosecond = 0.0005;

export async function runOnKernel(order: SessionOrder, body: Body): Promise<Execution> {
  const { tasks, settings } = order;
  const { slice, round, budget, load, seed, horizon } = settings;
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
  const watching = rt.observe(recorder.observer);
  await warmUp((time, period) =>
    rt.task(body.run, { args: [unitsFor(time, pace)], period: period / 1000, deadline: 5, missed: "all" }),
  );
  await rt.idle();
  collectGarbage();
  // The first job after all this would be slow: the engine has to find its code again.
  for (let i = 0; i < rehearsals; i++) await rt.submit(body.run, { args: [unitsFor(1000, pace)] });

  meter = new Meter();
  const { now } = host;
  const made = now();
  const start = made + settling;
  const rank = ranks(tasks.map(({ D }) => D));
  const resources = resourcesOf(tasks, rt, settings.protocol);
  const region = regionOf(rt);
  // Offsets count from one instant, however long it takes to make the tasks.
  host.now = () => made;
  const sources = tasks.map((task, i) => {
    const { T, D, O = 0, J = 0 } = task;
    const parts = stretchesOf(order, task).map(({ length, resource, isRegion }) => ({
      rounds: unitsFor(length * load, pace),
      resource: isRegion ? region : resource === undefined ? undefined : resources.get(resource),
    }));
    const [first, ...others] = parts;
    const work =
      first !== undefined && first.resource === undefined && others.length === 0
        ? ([body.run, [first.rounds]] as const)
        : ([body.runParts, [body.run, parts]] as const);
    const source = rt.task(work[0] as AnyFunction, {
      name: task.name ?? `task ${i}`,
      args: work[1] as never,
      uses: resourcesUsed(task).map((name) => resources.get(name) as Resource),
      period: T / 1000,
      deadline: D / 1000,
      phase: settling + O / 1000,
      ...(J > 0 && { jitter: (k: number) => jitterOf(task, i, k, seed) / 1000 }),
      priority: -(rank[i] as number),
      backlog: Number.POSITIVE_INFINITY,
      // Each release counts.
      missed: "all",
    });
    recorder.places.set(source, i);
    return source;
  });
  host.now = now;
  const end = start + horizon / 1000;
  await untilDone({ rt, sources, recorder, end, giveUpAfter: patience(settings) });
  watching[Symbol.dispose]();
  return { log: recorder.log, meter, pace, start };
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
      if (!sources.every(({ unfinished }) => unfinished.length === 0)) return;
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

/**
 * A region in which no other job runs, taken as a lock that nobody else wants. What became more urgent meanwhile, and was
 * noticed at the end of a slice, takes over before the next part of the job.
 */
function regionOf(rt: Scheduler) {
  const lock = (): Lock => {
    const section = rt.criticalSection();
    return { unlock: section.leave, [Symbol.dispose]: section.leave };
  };
  return { lock };
}

function resourcesOf(tasks: readonly TaskParameters[], rt: Scheduler, protocol: ProtocolName = "npcs") {
  const names = new Set(tasks.flatMap(resourcesUsed));
  return new Map(Array.from(names, (name) => [name, new Resource(rt, { name, protocol })]));
}

/** The engine compiles what it has seen often: some thousand jobs of tasks, before the first that counts. Times in microseconds. */
async function warmUp(start: (time: number, period: number) => Task): Promise<void> {
  const tasks = Array.from({ length: 9 }, (_, i) => start(20, 1000 + 50 * i));
  tasks.push(start(3000, 20_000));
  await new Promise((resolve) => setTimeout(resolve, warmUpTime));
  for (const task of tasks) task.stop();
}

/** For each task its place among all by relative deadline, 0 for the most urgent. */
function ranks(deadlines: readonly number[]): number[] {
  const rank: number[] = [];
  deadlineMonotonicOrder(deadlines.map((D) => ({ D }))).forEach((task, place) => {
    rank[task] = place;
  });
  return rank;
}
