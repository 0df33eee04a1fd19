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
}

/**
 * The bodies of tasks by place, which release the jobs of the tasks after them when they end. Deadlines and responses of these
 * count from the arrival of the first job.
 */
export function releasingBodies(context: ReleaseContext): AnyFunction[] {
  const { rt, set, options, priorities, bodies, recorder } = context;
  const after = tasksAfter(set);
  const delays = set.tasks.map((task, i) => releaseDelay(set, task, i, options));
  const released = set.tasks.map(() => 0);
  const arrivals = new WeakMap<object, number>();
  const releasing = bodies.map((body, i) => ((after[i] as number[]).length === 0 ? body : thenRelease(body, i)));
  return releasing;

  function thenRelease(body: AnyFunction, i: number): AnyFunction {
    return function* () {
      const job = rt.currentJob as Job;
      const running: unknown = body();
      if (isGenerator(running)) yield* running;
      const arrival = arrivals.get(job) ?? job.arrival;
      for (const next of after[i] as number[]) release(next, arrival);
    };
  }

  function release(i: number, arrival: number): void {
    const task = set.tasks[i] as TaskParameters;
    const k = (released[i] as number)++;
    const job = rt.submit(releasing[i] as AnyFunction, {
      name: task.name ?? `task ${i}`,
      delay: delays[i]?.(k, rt.now()) ?? 0,
      deadline: { at: arrival + task.D },
      priority: priorities[i] as number,
      onMiss: options.onMiss === "cancel" ? "cancel" : "continue",
      ...(task.C > 0 && { wcet: task.C }),
    }) as Job;
    arrivals.set(job, arrival);
    recorder.knowsReleased(job, i, arrival);
  }
}

function isGenerator(value: unknown): value is Generator<undefined, unknown> {
  return typeof (value as { next?: unknown } | undefined)?.next === "function";
}
