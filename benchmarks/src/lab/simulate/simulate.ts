/**
 * Task sets under virtual time: the real kernel with its policies, resources and servers, on a clock that goes on where
 * jobs say so. The kernel's millisecond stands for a microsecond here, so that times are integers and sums are exact.
 *
 * At one instant jobs end first, then others are released, and then one is chosen: under EDF by absolute deadline,
 * release, task and job; under fixed priorities by priority, release and job; first come, first served by release and
 * task.
 */
import {
  type AnyFunction,
  aging,
  ConstantBandwidthServer,
  DeferrableServer,
  edf,
  fifo,
  fixedPriority,
  type Job,
  leastLaxity,
  type Observer,
  type Policy,
  PollingServer,
  Resource,
  roundRobin,
  Scheduler,
  type Task,
  TotalBandwidthServer,
} from "@preempt/runtime";
import { deadlineMonotonicOrder, hyperperiod } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import { hasEvents, tasksBefore } from "../chains.ts";
import { LabError, show } from "../errors.ts";
import { resourcesUsed } from "../sections.ts";
import { hasSuspension } from "../suspension.ts";
import type { ServerParameters, TaskSet } from "../task-set.ts";
import { type BodyContext, bodyOf } from "./body.ts";
import { releasingBodies } from "./chains.ts";
import { type LoopPolicy, loopPolicy, loopPriorities } from "./loop-policy.ts";
import { defaultRound, defaultSlice, type PreemptionName, type SimulateOptions } from "./options.ts";
import type { SimulatedSet } from "./outcome.ts";
import { Recorder } from "./recorder.ts";
import { releaseDelay } from "./releases.ts";
import { type CourseOf, courseOf, sleeper } from "./suspension.ts";

const forever = Number.POSITIVE_INFINITY;

/**
 * @param observer Is told of everything, too: a trace, for a chart. Its milliseconds are microseconds.
 * @param courseOfEach Where the jobs of each task suspend themselves. Default: as the options say.
 */
export function simulateSet(
  set: TaskSet,
  options: SimulateOptions = {},
  observer?: Observer,
  courseOfEach?: readonly (CourseOf | undefined)[],
): SimulatedSet {
  const { protocol = "npcs", onMiss = "continue", horizon = defaultHorizon(set) } = options;
  const preemption = preemptionIn(options);
  const loop = options.policy === "loop" ? loopPolicy() : undefined;
  const host = new VirtualHost();
  const recorder = new Recorder(set);
  const rt = new Scheduler({
    host,
    policy: policyOf(options, loop),
    ...kernelOptions({ ...options, preemption }),
    observer: [recorder, ...(observer === undefined ? [] : [observer]), ...costs(host, options)],
    // A deadlock ends the job that finds it, which is counted.
    onError: () => {},
  });
  const resources = new Map<string, Resource>();
  for (const name of set.tasks.flatMap(resourcesUsed)) {
    if (!resources.has(name)) resources.set(name, new Resource(rt, { name, protocol }));
  }
  const sleep = hasSuspension(set.tasks) ? sleeper(rt) : undefined;
  const context: BodyContext = { rt, host, preemption, resources, sleep, resumes: loop?.resumes, tasks: set.tasks };
  const priorities = prioritiesOf(set, options);
  const courses = courseOfEach ?? set.tasks.map((task, i) => courseOf(task, i, options));
  const before = tasksBefore(set);
  const own = set.tasks.map((task, i) => bodyOf(context, task, courses[i]));
  const bodies = hasEvents(set) ? releasingBodies({ rt, set, options, priorities, bodies: own, recorder }) : own;
  set.tasks.forEach((task, i) => {
    // Others release its jobs.
    if (before[i] !== undefined) return;
    const { C, T, D, O = 0 } = task;
    const delay = releaseDelay(set, task, i, options);
    const source = rt.task(bodies[i] as AnyFunction, {
      name: task.name ?? `task ${i}`,
      period: T,
      deadline: D,
      phase: O,
      priority: priorities[i] as number,
      backlog: forever,
      missed: "all",
      onMiss,
      uses: resourcesUsed(task).map((name) => resources.get(name) as Resource),
      ...(C > 0 && { wcet: C }),
      ...(delay !== undefined && { jitter: (k: number) => delay(k, O + k * T) }),
    });
    recorder.knows(source as Task, i);
    // Half a unit before, so that nothing is released at the horizon.
    rt.alarm(horizon - 0.5, () => source.stop());
  });
  submitJobs(set, horizon, rt, context, recorder);
  host.run();
  return recorder.result();
}

/** @throws LabError if the event loop is to preempt */
function preemptionIn({ policy, preemption }: SimulateOptions): PreemptionName {
  if (policy !== "loop") return preemption ?? "full";
  if (preemption === undefined || preemption === "none") return "none";
  const words = `the policy is "loop", where callbacks run to their ends, and the preemption is ${show(preemption)}`;
  throw new LabError("loop_preemption", `${words}. Leave it out, or choose another policy.`);
}

/** By task: the larger number is the more urgent. */
export function prioritiesOf(set: TaskSet, { policy, seed }: SimulateOptions): number[] {
  if (policy === "loop") return loopPriorities(set, seed);
  const priorities: number[] = [];
  deadlineMonotonicOrder(set.tasks).forEach((task, place) => {
    priorities[task] = -place;
  });
  return priorities;
}

function submitJobs(
  { tasks, jobs = [], server }: TaskSet,
  horizon: number,
  rt: Scheduler,
  context: BodyContext,
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

function policyOf({ policy = "edf", patience }: SimulateOptions, loop: LoopPolicy | undefined): Policy {
  const policies = { edf, fp: fixedPriority, fifo, rr: roundRobin, llf: leastLaxity } as const;
  const chosen = policy === "loop" ? (loop as LoopPolicy).policy : policies[policy];
  return patience === undefined ? chosen : aging(chosen, { patience });
}

function kernelOptions({ preemption, slice = defaultSlice, round = defaultRound, policy, patience }: SimulateOptions) {
  if (preemption === "sliced") return { slice, round };
  // Equals take turns, and patience is looked at, where a slice ends.
  const isSliced = policy === "rr" || policy === "llf" || patience !== undefined;
  return { preemption: "ideal", slice: isSliced ? slice : forever, round: forever, budget: 0 } as const;
}

/** What a dispatch and a turn of the event loop take. */
function costs(host: VirtualHost, { preemption, dispatchCost = 0, eventLoopCost = 0 }: SimulateOptions): Observer[] {
  if (preemption !== "sliced" || dispatchCost + eventLoopCost === 0) return [];
  return [{ jobDispatched: () => host.advance(dispatchCost), roundEnded: () => host.advance(eventLoopCost) }];
}

const longestDefault = 10_000_000;

export function defaultHorizon({ tasks, jobs = [] }: TaskSet): number {
  const behindJobs = 1 + jobs.reduce((last, [release]) => Math.max(last, release), 0);
  if (tasks.length === 0) return behindJobs;
  const offset = Math.max(...tasks.map(({ O = 0 }) => O));
  const length = hyperperiod(tasks);
  const all = offset === 0 ? length : 2n * length + BigInt(offset);
  return Math.max(behindJobs, all < BigInt(longestDefault) ? Number(all) : longestDefault);
}
