/**
 * The kernel's own test: what this scheduler, with its slices, rounds and costs on this machine, keeps. The model stands in
 * `@preempt/runtime/analysis`; here tasks of a file become tasks of it, in milliseconds.
 */
import { deadlineMonotonicOrder, exactAdmission, type SystemModel, type TaskModel } from "@preempt/runtime/analysis";
import { stretchesOf } from "../regions.ts";
import { suspensionTime } from "../suspension.ts";
import type { TaskSet } from "../task-set.ts";
import type { KernelAnalysis, KernelVerdict } from "./analysis.ts";

/** What Node on an ordinary machine stays below; `preempt-lab overheads` measures it. Milliseconds. */
export const cautiousSystem: Omit<SystemModel, "policy"> = {
  slice: 1.25,
  overrun: 0.25,
  releaseLatency: 2,
  switchCost: 0.02,
  eventLoop: { round: 2, time: 0.1 },
};

/** Regions as sections of a resource of their own, under NPCS: a file's resources may have any name but this. */
const regionName = "\0region";

/**
 * Chunks and regions count as `preempt-lab run` executes them: as sections that keep all others out.
 *
 * @param protocol Of all resources
 */
export function analyzeForKernel(
  set: TaskSet,
  system: Omit<SystemModel, "policy"> = cautiousSystem,
  protocol = "npcs",
): KernelAnalysis {
  const dynamic = set.tasks.findIndex(({ S = 0, segments }) => S > 0 && segments === undefined);
  if (dynamic >= 0) return refusedAwaits(dynamic);
  const tasks = modelsOf(set);
  const names = set.tasks.flatMap(({ cs = {} }) => Object.keys(cs));
  const protocols = { ...Object.fromEntries(names.map((name) => [name, protocol])), [regionName]: "npcs" };
  const verdict = (policy: string): KernelVerdict => {
    const answer = exactAdmission(tasks, { ...system, policy, protocols });
    if (!answer.admitted) return { admitted: false, R: null, reason: answer.reason };
    const responses = answer.responseTimes.map((ms) => (ms === undefined ? null : Math.ceil(ms * 1000)));
    return { admitted: true, R: responses.every((R) => R === null) ? null : responses };
  };
  return { edf: verdict("edf"), fp: verdict("fp"), fifo: verdict("fifo") };
}

/** Each await has its costs. */
function refusedAwaits(task: number): KernelAnalysis {
  const reason = `Jobs of task ${task} may await as often as they like. Give its segments, which say how often.`;
  const refused: KernelVerdict = { admitted: false, R: null, reason };
  return { edf: refused, fp: refused, fifo: refused };
}

function modelsOf(set: TaskSet): TaskModel[] {
  const { tasks } = set;
  const rank: number[] = [];
  deadlineMonotonicOrder(tasks).forEach((task, place) => {
    rank[task] = place;
  });
  return tasks.map((task, i) => {
    const { C, T, D, J = 0, cs = {}, segments = [], name } = task;
    const pauses = segments.filter((length, at) => at % 2 === 1 && length > 0);
    const longest = stretchesOf(set, task).reduce(
      (most, { length, isRegion }) => Math.max(most, isRegion ? length : 0),
      0,
    );
    const sections = Object.entries({ ...cs, ...(longest > 0 && { [regionName]: longest }) });
    return {
      name: name ?? `task ${i}`,
      wcet: Math.max(1, C) / 1000,
      period: T / 1000,
      deadline: D / 1000,
      jitter: J / 1000,
      priority: -(rank[i] as number),
      ...(pauses.length > 0 && { suspension: { time: suspensionTime({ segments }) / 1000, awaits: pauses.length } }),
      sections: Object.fromEntries(sections.map(([resource, length]) => [resource, length / 1000])),
    };
  });
}
