/**
 * A set on several threads, by a PartitionedScheduler. Each worker's kernel releases the tasks of its thread. What crosses goes
 * through the main thread: the end of a job comes as a message, and the next one is submitted to its worker. The main thread
 * has a scheduler, too, for its own tasks and for the arrivals of what it submits.
 */
import { Worker } from "node:worker_threads";
import { Scheduler } from "@preempt/runtime";
import { PartitionedScheduler } from "@preempt/runtime/partitioned";
import { collectGarbage } from "../../../machine.ts";
import { mainThread, type TaskParameters, type TaskSet } from "../../task-set.ts";
import { type Threads, threadsOf } from "../../threads/threads-of.ts";
import type { Body } from "../bodies/body.ts";
import { JobsLog } from "../jobs-log.ts";
import { rehearse } from "../kernel-run.ts";
import { Meter } from "../meter.ts";
import { type Execution, type Executor, patience, type RunSet, type SessionOrder, settling } from "../order.ts";
import { measurePace, type Pace } from "../pace.ts";
import type { Disturbance } from "../result.ts";
import { releasedBy } from "../session-report.ts";
import { variantOf } from "../variant.ts";
import { messageTimes } from "./message-times.ts";
import { absoluteNow, type BeginOrder, type EndedJob, nameOf, type Release } from "./messages.ts";
import { halfMicrosecond, isSubmitted, ThreadRunner } from "./thread-runner.ts";
import type { jobs } from "./worker.ts";

/** Milliseconds between two looks at whether all jobs have ended. */
const look = 50;

/** @param sets With threads, all of the same number: workers are started once */
export async function threadsExecutor(order: SessionOrder, body: Body): Promise<Executor> {
  const threads = threadsOf(withId(order.sets[0] as RunSet)) as Threads;
  const cores = threads.names.flatMap((name, place) => (name === mainThread ? [] : [place]));
  const { slice, round } = order.settings;
  const options = {
    policy: variantOf(order.variant).kernel?.policy as "edf" | "fp",
    ...(slice !== undefined && { slice }),
    ...(round !== undefined && { round }),
  };
  const workers: Worker[] = [];
  const rt = new PartitionedScheduler<typeof jobs>({
    ...options,
    worker(core) {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { workerData: { module: order.module } });
      workers[core] = worker;
      return worker;
    },
    cores: Math.max(1, cores.length),
  });
  const main = new Scheduler({ ...options, margin: false });
  await rt.ready();
  const paces: Pace[] = [];
  for (const core of cores.keys()) paces.push(await rt.submit("prepare", { core }));
  const mainPace = cores.length === threads.names.length ? undefined : await prepareMain();
  return { pace: paces[0] ?? (mainPace as Pace), execute };

  async function prepareMain(): Promise<Pace> {
    const pace = await measurePace(async (units) => {
      const job = main.submit(body.run, { args: [units] });
      await job;
      return job.executionTime;
    });
    await rehearse(main, body, pace);
    return pace;
  }

  async function execute(given: RunSet): Promise<Execution> {
    const set = withId(given);
    const { of, names } = threadsOf(set) as Threads;
    const { settings } = order;
    collectGarbage();
    const meter = new Meter();
    const start = absoluteNow() + 2 * settling;
    const mainPlace = names.indexOf(mainThread);
    const runner = new ThreadRunner({
      ...{ rt: main, body, set, thread: mainPlace, settings, pace: mainPace ?? (paces[0] as Pace) },
      send: (release) => pass({ ...release, hops: 1 }),
    });
    /** Each thread has its own pace. */
    const unitsOn = (task: number, core: number) => unitsAt(set, task, settings.load, paces[core] as Pace);

    function pass(release: Release): void {
      const thread = of[release.task] as number;
      if (thread === mainPlace) {
        runner.release(release);
        return;
      }
      const core = cores.indexOf(thread);
      const { D } = set.tasks[release.task] as TaskParameters;
      void rt.submit("run", {
        ...{ core, name: nameOf(release), args: [unitsOn(release.task, core)], ...runner.timesOf(release) },
        deadline: Math.max(0.001, release.arrival + D / 1000 - absoluteNow()),
      });
    }

    const listeners = cores.map((thread, core) => {
      const listener = ({ release }: { readonly release?: Omit<Release, "hops"> }) => {
        if (release === undefined) return;
        pass({ ...release, hops: of[release.task] === mainPlace ? 1 : 2 });
      };
      const worker = workers[core] as Worker;
      worker.on("message", listener);
      return { worker, listener, thread };
    });
    for (const [core, thread] of cores.entries()) {
      const begin: BeginOrder = { set, thread, settings, variant: order.variant, pace: paces[core] as Pace, start };
      await rt.submit("begin", { core, args: [begin] });
    }
    runner.begin(start);
    submitArrivals(set, start, settings.horizon, pass, main);
    const expected = releasedBy(set, settings.horizon).reduce((all, jobs) => all + jobs, 0);
    await untilEnded(expected, start + settings.horizon / 1000, start + patience(settings), runner);
    const found = await Promise.all([...cores.keys()].map((core) => rt.submit("finish", { core })));
    runner.stop();
    for (const { worker, listener } of listeners) worker.off("message", listener);
    const all = [...runner.ended, ...found.flatMap((each) => each.ended)];
    // A kernel that looked late may have released one more.
    const ended = all.filter(({ arrival }) => arrival < start + settings.horizon / 1000 - halfMicrosecond);
    const messages = [...runner.messages, ...found.flatMap((each) => each.messages)];
    const hops = [...new Set(messages.map((message) => message.hops))].sort((a, b) => a - b);
    return {
      log: logOf(ended),
      meter: { total: 0, disturbance: together([meter.disturbance, ...found.map((each) => each.disturbance)]) },
      start: start - performance.timeOrigin,
      messages: hops.map((count) => ({
        hops: count,
        ...messageTimes(messages.filter((message) => message.hops === count).map(({ time }) => time)),
      })),
    };
  }

  /** Looks only when nothing is released any more: each look is a job on each thread. */
  async function untilEnded(expected: number, end: number, giveUp: number, runner: ThreadRunner): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - absoluteNow())));
    while (absoluteNow() < giveUp) {
      const counts = await Promise.all([...cores.keys()].map((core) => rt.submit("count", { core })));
      if (counts.reduce((all, jobs) => all + jobs, runner.ended.length) >= expected) return;
      await new Promise((resolve) => setTimeout(resolve, look));
    }
  }
}

function withId(set: RunSet): TaskSet {
  return { id: "", ...set };
}

function unitsAt({ tasks }: TaskSet, task: number, load: number, pace: Pace): number {
  return Math.min(2 ** 30 - 1, Math.round((tasks[task] as TaskParameters).C * load * pace.units)) | 0;
}

/** An alarm for each arrival of a task whose jobs the main thread submits. */
function submitArrivals(
  set: TaskSet,
  start: number,
  horizon: number,
  pass: (release: Release) => void,
  main: Scheduler,
): void {
  set.tasks.forEach(({ T, O = 0 }, task) => {
    if (!isSubmitted(set, task)) return;
    const arm = (k: number) => {
      const arrival = start + (O + k * T) / 1000;
      if (O + k * T >= horizon) return;
      main.alarm({ in: Math.max(0, arrival - absoluteNow()) }, () => {
        pass({ task, arrival, sent: absoluteNow(), hops: 1 });
        arm(k + 1);
      });
    };
    arm(0);
  });
}

function logOf(ended: readonly EndedJob[]): JobsLog {
  const log = new JobsLog();
  const here = (time: number) => time - performance.timeOrigin;
  for (const { task, arrival, release, start, finish, execution, preemptions } of ended) {
    log.add({
      ...{ task, execution, preemptions, planned: here(arrival), release: here(release) },
      ...{ start: here(start), finish: here(finish) },
    });
  }
  return log;
}

/** What was taken from all threads, and the worst of any. */
function together(all: readonly Disturbance[]): Disturbance {
  const sum = (of: (one: Disturbance) => number) => all.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: Disturbance) => number) => Math.max(...all.map(of));
  return {
    stolen: sum(({ stolen }) => stolen),
    longest: most(({ longest }) => longest),
    longestWake: most(({ longestWake }) => longestWake),
    // Of the process, whoever asks.
    involuntarySwitches: most(({ involuntarySwitches }) => involuntarySwitches),
  };
}
