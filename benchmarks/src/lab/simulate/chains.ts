/** Event-triggered chains in simulations: the ends of jobs release others. */
import type { AnyFunction, Job, Scheduler } from "@preempt/runtime";
import { tasksAfter } from "../chains.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { SimulateOptions } from "./options.ts";
import type { Recorder } from "./recorder.ts";
import { releaseDelay } from "./releases.ts";

export interface ReleaseContext {
  readonly rt: Scheduler;
  readonly set: TaskSet;
  readonly options: SimulateOptions;
  readonly priorities: readonly number[];
  readonly bodies: readonly AnyFunction[];
  readonly recorder: Recorder;
  readonly send?: Releasing["send"];
  /** Is told of each release to come, and of each job when it was released. */
  readonly coming?: ((task: number, at: number) => void) | undefined;
  readonly submitted?: ((job: Job, task: number) => void) | undefined;
}

export interface Releasing {
  readonly bodies: AnyFunction[];
  /** Releases a job, for a chain whose first job arrived at that instant, after a delay beside its own jitter. */
  readonly release: (task: number, arrival: number, delay: number) => void;
  /** Passes on to another processor that a job of `next` is to be released. Returns whether it is there. Default: all are here. */
  readonly send: ((task: number, next: number, arrival: number) => boolean) | undefined;
}

/**
 * The bodies of tasks by place, which release the jobs of the tasks after them when they end. Deadlines and responses of these
 * count from the arrival of the first job.
 */
export function releasingBodies(context: ReleaseContext): Omit<Releasing, "send"> {
  const { rt, set, options, priorities, bodies, recorder, send, coming, submitted } = context;
  const after = tasksAfter(set);
  const delays = set.tasks.map((task, i) => releaseDelay(set, task, i, options));
  const released = set.tasks.map(() => 0);
  const last = set.tasks.map(() => 0);
  /** By task: releases to come. */
  const waiting = set.tasks.map(() => 0);
  const arrivals = new WeakMap<object, number>();
  const releasing = bodies.map((body, i) => ((after[i] as number[]).length === 0 ? body : thenRelease(body, i)));
  return { bodies: releasing, release };

  function thenRelease(body: AnyFunction, i: number): AnyFunction {
    return function* () {
      const job = rt.currentJob as Job;
      const running: unknown = body();
      if (isGenerator(running)) yield* running;
      const arrival = arrivals.get(job) ?? job.arrival;
      for (const next of after[i] as number[]) if (send?.(i, next, arrival) !== true) release(next, arrival, 0);
    };
  }

  function release(i: number, arrival: number, message: number): void {
    const k = (released[i] as number)++;
    const now = rt.now();
    // None is released before the one before it: analyses have the jobs of a task in their order.
    const at = Math.max(last[i] as number, now + message + (delays[i]?.(k, now + message) ?? 0));
    last[i] = at;
    coming?.(i, at);
    if (at === now && waiting[i] === 0) {
      submit(i, arrival);
      return;
    }
    waiting[i] = (waiting[i] as number) + 1;
    rt.alarm(at, () => {
      waiting[i] = (waiting[i] as number) - 1;
      submit(i, arrival);
    });
  }

  function submit(i: number, arrival: number): void {
    const task = set.tasks[i] as TaskParameters;
    const job = rt.submit(releasing[i] as AnyFunction, {
      name: task.name ?? `task ${i}`,
      deadline: { at: arrival + task.D },
      priority: priorities[i] as number,
      onMiss: options.onMiss === "cancel" ? "cancel" : "continue",
      ...(task.C > 0 && { wcet: task.C }),
    }) as Job;
    arrivals.set(job, arrival);
    recorder.knowsReleased(job, i, arrival);
    submitted?.(job, i);
  }
}

function isGenerator(value: unknown): value is Generator<undefined, unknown> {
  return typeof (value as { next?: unknown } | undefined)?.next === "function";
}
