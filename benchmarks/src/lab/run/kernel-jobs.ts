/** What a task's jobs do on the kernel: one piece of work, parts with sections, parts with awaits, and an end that releases others. */
import type { AnyFunction, Job, Lock, Resource, Scheduler } from "@preempt/runtime";
import { tasksAfter } from "../chains.ts";
import { stretchesOf } from "../regions.ts";
import { courseOf } from "../simulate/suspension.ts";
import type { TaskParameters } from "../task-set.ts";
import type { Body } from "./bodies/body.ts";
import { jitterOf, type RunSet, type Settings } from "./order.ts";
import type { Recorder } from "./recorder.ts";

export interface JobsContext {
  readonly rt: Scheduler;
  readonly set: RunSet;
  readonly settings: Settings;
  readonly body: Body;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly priorities: readonly number[];
  readonly recorder: Recorder;
  /** Units of work of so many microseconds. */
  readonly unitsOf: (length: number) => number;
}

/** A function with its arguments. */
export type Work = readonly [fn: AnyFunction, args: readonly unknown[]];

/** By task. */
export function worksOf(context: JobsContext): Work[] {
  const { set, rt, settings, body, recorder, priorities } = context;
  const after = tasksAfter(set);
  const counts = set.tasks.map(() => 0);
  const works = set.tasks.map((task, i) => workOf(context, task, i, releaserOf(after[i] as number[])));
  return works;

  function releaserOf(next: readonly number[]): (() => void) | undefined {
    if (next.length === 0) return undefined;
    return () => {
      const arrival = recorder.arrivalOf(rt.currentJob as Job);
      for (const i of next) release(i, arrival);
    };
  }

  /** Deadlines count from the arrival of the first job. */
  function release(i: number, arrival: number): void {
    const task = set.tasks[i] as TaskParameters;
    const k = (counts[i] as number)++;
    const [fn, args] = works[i] ?? [body.run, [0]];
    const job = rt.submit(fn, {
      name: task.name ?? `task ${i}`,
      args: args as never,
      delay: jitterOf(task, i, k, settings.seed) / 1000,
      deadline: { at: arrival + task.D / 1000 },
      priority: priorities[i] as number,
    }) as Job;
    recorder.knowsReleased(job, i, arrival);
  }
}

function workOf(context: JobsContext, task: TaskParameters, i: number, release: (() => void) | undefined): Work {
  const { set, settings, body, resources, unitsOf, rt, recorder } = context;
  const course = courseOf(task, i, { suspension: settings.suspension ?? "max", seed: settings.seed });
  if (course !== undefined) {
    let started = 0;
    const next = () => {
      const planned = course(started++);
      recorder.plans(rt.currentJob as Job, planned);
      return partsOf(planned, unitsOf);
    };
    return [body.runAwaiting as AnyFunction, [body.run, next, sleep]];
  }
  const region = regionOf(rt);
  const parts = stretchesOf(set, task).map(({ length, resource, isRegion }) => ({
    rounds: unitsOf(length),
    resource: isRegion ? region : resource === undefined ? undefined : resources.get(resource),
  }));
  if (release !== undefined) return [body.runReleasing as AnyFunction, [body.run, parts, release]];
  const [first, ...others] = parts;
  const isPlain = first !== undefined && first.resource === undefined && others.length === 0;
  return isPlain ? [body.run as AnyFunction, [first.rounds]] : [body.runParts as AnyFunction, [body.run, parts]];
}

function partsOf(course: readonly number[], unitsOf: (length: number) => number) {
  return course.flatMap((length, at) => {
    const pause = at === 0 ? 0 : (course[at - 1] as number) / 1000;
    return at % 2 === 0 ? [{ rounds: unitsOf(length), pause }] : [];
  });
}

/** A timer of Node, which counts whole milliseconds, and may fire a little early. */
function sleep(ms: number): Promise<void> {
  const due = performance.now() + ms;
  return new Promise((resolve) => {
    const wait = () => {
      const left = due - performance.now();
      if (left > 0) setTimeout(wait, Math.ceil(left));
      else resolve();
    };
    wait();
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
