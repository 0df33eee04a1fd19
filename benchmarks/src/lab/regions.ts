/** What of a job cannot be preempted, as runs and sliced simulations do it. */
import { LabError, show } from "./errors.ts";
import { type Part, partsOf, resourcesUsed } from "./sections.ts";
import type { TaskParameters, TaskSet } from "./task-set.ts";

/** A stretch of a job: preemptable, with a resource, or a region in which no other job runs. */
export interface Stretch extends Part {
  readonly isRegion?: boolean;
}

/** What of a task its jobs are made of. */
export type JobParameters = Pick<TaskParameters, "C" | "q" | "chunks" | "cs">;

/** So many regions of a job are executed at most: entering and leaving one takes time, too. */
export const mostRegions = 100;

/**
 * Where the jobs of a set can be preempted, as in the analyses: between chunks, if any task has them (then a task without
 * is one chunk, and q is not looked at); anywhere but in regions, if any task has a q; else anywhere.
 */
export function preemptionOf({ tasks }: Pick<TaskSet, "tasks">): "chunks" | "regions" | "full" {
  if (tasks.some(({ chunks = [] }) => chunks.length > 0)) return "chunks";
  return tasks.some(({ q = 0 }) => q > 0) ? "regions" : "full";
}

/**
 * A task's job from begin to end. Regions of length q may lie anywhere: here they follow each other, a preemption point
 * between every two, so that there is no better place for them to hold others up. Where that would be more than
 * {@link mostRegions}, they are spread evenly.
 */
export function stretchesOf(set: Pick<TaskSet, "tasks">, task: JobParameters): Stretch[] {
  const preemption = preemptionOf(set);
  const { C, q = 0, chunks = [] } = task;
  if (C === 0 || preemption === "full") return partsOf(task);
  if (preemption === "chunks") return (chunks.length > 0 ? chunks : [C]).map(asRegion);
  if (q === 0) return partsOf(task);
  const count = Math.min(mostRegions, Math.ceil(C / q));
  if (count * q >= C) {
    return Array.from({ length: count }, (_, i) => asRegion(i < count - 1 ? q : C - (count - 1) * q));
  }
  const gap = Math.floor((C - count * q) / (count + 1));
  const stretches = Array.from({ length: count }, (): Stretch[] => [{ length: gap }, asRegion(q)]).flat();
  return [...stretches, { length: C - count * (gap + q) }];
}

const asRegion = (length: number): Stretch => ({ length, isRegion: true });

/** Of a task, or of its result: what its jobs are made of, beside C. */
export function regionsGiven({ q = 0, chunks = [], cs = {} }: Pick<TaskParameters, "q" | "chunks" | "cs">) {
  const held = resourcesUsed({ cs }).map((resource) => [resource, cs[resource] as number] as const);
  return {
    ...(q > 0 && { q }),
    ...(chunks.length > 0 && { chunks }),
    ...(held.length > 0 && { cs: Object.fromEntries(held) }),
  };
}

/** Of a task, or of its result: when its jobs come, beside T. */
export function releasesGiven({ O = 0, J = 0 }: Pick<TaskParameters, "O" | "J">) {
  return { ...(O > 0 && { O }), ...(J > 0 && { J }) };
}

/**
 * A file does not say where in its chunks or regions a job's sections lie, and a job cannot wait for one within a region.
 *
 * @throws LabError that names set and task
 */
export function checkRegions(sets: readonly TaskSet[]): void {
  for (const set of sets) {
    const preemption = preemptionOf(set);
    if (preemption === "full") continue;
    const i = set.tasks.findIndex((task) => {
      const hasRegions = preemption === "chunks" || (task.q ?? 0) > 0;
      return hasRegions && Object.values(task.cs ?? {}).some((length) => length > 0);
    });
    if (i < 0) continue;
    const own = set.tasks[i]?.chunks === undefined ? "the set has" : "it has";
    const what = preemption === "chunks" ? `${own} chunks` : "it has a region q";
    const words = `set ${show(set.id)}, task ${i} has critical sections cs, and ${what}: where the sections lie in them nobody says`;
    throw new LabError(
      "sections_in_regions",
      `${words}. Leave out one of them, or run --variants fcfs, which looks at neither.`,
    );
  }
}
