/**
 * Task sets under virtual time: the real kernel with its policies, resources and servers, on a clock that goes on where
 * jobs say so. The kernel's millisecond stands for a microsecond here, so that times are integers and sums are exact.
 *
 * At one instant jobs end first, then others are released, and then one is chosen: under EDF by absolute deadline,
 * release, task and job; under fixed priorities by priority, release and job; first come, first served by release and
 * task.
 */
import {
  ConstantBandwidthServer,
  DeferrableServer,
  type Job,
  type Observer,
  PollingServer,
  type Scheduler,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import type { ServerParameters, TaskSet } from "../task-set.ts";
import { threadsOf } from "../threads/threads-of.ts";
import { bodyOf } from "./body.ts";
import { defaultHorizon } from "./horizon.ts";
import { type Machine, startMachine } from "./machine.ts";
import type { SimulateOptions } from "./options.ts";
import type { SimulatedSet } from "./outcome.ts";
import { Recorder } from "./recorder.ts";
import type { CourseOf } from "./suspension.ts";
import { simulateThreads } from "./threads/simulate-threads.ts";

const forever = Number.POSITIVE_INFINITY;

/**
 * @param observer Is told of everything, too: a trace, for a chart. Its milliseconds are microseconds. Of threads it is told one after
 * the other: see {@link simulateThreads}.
 * @param courseOfEach Where the jobs of each task suspend themselves. Default: as the options say.
 */
export function simulateSet(
  set: TaskSet,
  options: SimulateOptions = {},
  observer?: Observer,
  courseOfEach?: readonly (CourseOf | undefined)[],
): SimulatedSet {
  const threads = threadsOf(set);
  if (threads !== undefined) return simulateThreads(set, threads, options, observer && (() => observer), courseOfEach);
  const host = new VirtualHost();
  const recorder = new Recorder(set);
  const machine = startMachine({
    set,
    options,
    host,
    recorder,
    observers: observer === undefined ? [] : [observer],
    courses: courseOfEach,
  });
  submitJobs(set, options.horizon ?? defaultHorizon(set), machine, recorder);
  host.run();
  return recorder.result();
}

function submitJobs(
  { tasks, jobs = [], server }: TaskSet,
  horizon: number,
  { rt, context }: Machine,
  recorder: Recorder,
) {
  const container = server === undefined ? rt : serverOf(rt, server);
  jobs.forEach(([release, execution, deadline, priority = 0], i) => {
    if (release >= horizon) return;
    const job = container.submit(bodyOf(context, { C: execution }), {
      name: `job ${i}`,
      delay: release,
      // A total-bandwidth server gives its jobs deadlines of its own.
      ...(server?.kind !== "tbs" && { deadline: deadline === null ? forever : { at: deadline } }),
      priority: -priority,
      ...(execution > 0 && { wcet: execution }),
    });
    recorder.knowsJob(job as Job, tasks.length + i);
  });
}

function serverOf(rt: Scheduler, { kind, Q, T }: ServerParameters): Pick<Scheduler, "submit"> {
  // All jobs here have a wcet, without which this server takes none.
  if (kind === "tbs") return new TotalBandwidthServer(rt, { bandwidth: Q / T }) as Pick<Scheduler, "submit">;
  const options = { budget: Q, period: T };
  if (kind === "cbs") return new ConstantBandwidthServer(rt, options);
  if (kind === "deferrable") return new DeferrableServer(rt, options);
  return new PollingServer(rt, options);
}
