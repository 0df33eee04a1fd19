/** One processor of a simulation: a kernel on a virtual clock, with tasks that release their jobs. */
import { type AnyFunction, type Observer, Resource, Scheduler, type Task } from "@preempt/runtime";
import type { VirtualHost } from "@preempt/runtime/testing";
import { hasEvents, tasksBefore } from "../chains.ts";
import { resourcesUsed } from "../sections.ts";
import { hasSuspension } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import { type BodyContext, bodyOf } from "./body.ts";
import { type ReleaseContext, type Releasing, releasingBodies } from "./chains.ts";
import { defaultHorizon } from "./horizon.ts";
import { costs, kernelOptions, policyOf, preemptionIn, prioritiesOf } from "./kernel-setup.ts";
import { loopPolicy } from "./loop-policy.ts";
import type { SimulateOptions } from "./options.ts";
import type { Recorder } from "./recorder.ts";
import { releaseDelay } from "./releases.ts";
import { type CourseOf, courseOf, sleeper } from "./suspension.ts";

export interface MachineOptions {
  readonly set: TaskSet;
  /** Which of its tasks are here. Default: all. */
  readonly places?: readonly number[];
  readonly options: SimulateOptions;
  readonly host: VirtualHost;
  readonly recorder: Recorder;
  readonly observers: readonly Observer[];
  /** By task: where its jobs suspend themselves. Default: as the options say. */
  readonly courses?: readonly (CourseOf | undefined)[] | undefined;
  /** Takes a job of the task `next` that a job here releases, if that is on another machine. Returns whether it is. */
  readonly send?: Releasing["send"];
  /** Are told of each release by another job, before and after it. */
  readonly coming?: ReleaseContext["coming"];
  readonly submitted?: ReleaseContext["submitted"];
  /** Whether the host says when a round ends. Default: the options do. */
  readonly hasOpenRounds?: boolean;
}

export interface Machine {
  readonly rt: Scheduler;
  readonly context: BodyContext;
  /** Releases a job of a task here, whose chain's first job arrived at that instant, after a delay beside its own jitter. */
  readonly release: (task: number, arrival: number, delay: number) => void;
}

/** The tasks that arrive by themselves are started; time does not pass yet. */
export function startMachine(machine: MachineOptions): Machine {
  const { set, places = [...set.tasks.keys()], options, host, recorder, observers, send, coming, submitted } = machine;
  const { protocol = "npcs", onMiss = "continue", horizon = defaultHorizon(set) } = options;
  const preemption = preemptionIn(options);
  const loop = options.policy === "loop" ? loopPolicy() : undefined;
  const { round, ...kernel } = kernelOptions({ ...options, preemption });
  const rt = new Scheduler({
    host,
    policy: policyOf(options, loop),
    ...kernel,
    ...(machine.hasOpenRounds !== true && { round }),
    observer: [recorder, ...observers, ...costs(host, options)],
    // A deadlock ends the job that finds it, which is counted.
    onError: () => {},
  });
  const resources = new Map<string, Resource>();
  for (const name of places.flatMap((i) => resourcesUsed(taskOf(i)))) {
    if (!resources.has(name)) resources.set(name, new Resource(rt, { name, protocol }));
  }
  const sleep = hasSuspension(set.tasks) ? sleeper(rt) : undefined;
  const context: BodyContext = { rt, host, preemption, resources, sleep, resumes: loop?.resumes, tasks: set.tasks };
  const priorities = prioritiesOf(set, options);
  const courses = machine.courses ?? set.tasks.map((task, i) => courseOf(task, i, options));
  const before = tasksBefore(set);
  const own = set.tasks.map((task, i) => bodyOf(context, task, courses[i]));
  const releasing = releasingBodies({ rt, set, options, priorities, bodies: own, recorder, send, coming, submitted });
  const bodies = hasEvents(set) ? releasing.bodies : own;
  for (const i of places) {
    // Others release its jobs.
    if (before[i] !== undefined) continue;
    const task = taskOf(i);
    const { C, T, D, O = 0 } = task;
    const delay = releaseDelay(set, task, i, options);
    const source = rt.task(bodies[i] as AnyFunction, {
      name: task.name ?? `task ${i}`,
      period: T,
      deadline: D,
      phase: O,
      priority: priorities[i] as number,
      backlog: Number.POSITIVE_INFINITY,
      missed: "all",
      onMiss,
      uses: resourcesUsed(task).map((name) => resources.get(name) as Resource),
      ...(C > 0 && { wcet: C }),
      ...(delay !== undefined && { jitter: (k: number) => delay(k, O + k * T) }),
    });
    recorder.knows(source as Task, i);
    // Half a unit before, so that nothing is released at the horizon.
    rt.alarm(horizon - 0.5, () => source.stop());
  }
  return { rt, context, release: releasing.release };

  function taskOf(i: number) {
    return set.tasks[i] as TaskSet["tasks"][number];
  }
}
