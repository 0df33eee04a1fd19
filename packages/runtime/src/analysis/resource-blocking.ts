/**
 * How long critical sections of less urgent tasks can block. Sections are not nested; `cs` tells the longest of a task
 * on each resource. Lengths count whole (the convention "continuous"); with "discrete" less one unit each.
 */
import { type BlockingStep, blockingByLaterDeadlines, stepsAt } from "./edf-blocking.ts";
import { type Convention, remainder } from "./preemption.ts";
import { checkOrder, checkTasks, type TimedTask } from "./timed-task.ts";

/**
 * - "npcs": non-preemptive sections.
 * - "pip": priority inheritance (Sha, Rajkumar and Lehoczky, IEEE TC 1990).
 * - "ceiling": priority ceiling, immediate ceiling, stack resource policy: the same blocking under fixed priorities
 *   (ibid.; Baker 1991).
 */
export type BlockingProtocol = "npcs" | "pip" | "ceiling";

/** Blocking of the task for which `users`, itself and those above it, are not to be held up by `below`. */
type LevelBlocking = (users: readonly TimedTask[], below: readonly TimedTask[], convention: Convention) => number;

/** The rule of each protocol. */
export const levelBlocking: Readonly<Record<BlockingProtocol, LevelBlocking>> = {
  npcs: (_users, below, convention) => Math.max(0, ...below.map((task) => longestSection(task, convention))),
  pip: (users, below, convention) => inheritanceBlocking(sharedSections(users, below, convention)),
  ceiling: (users, below, convention) =>
    Math.max(0, ...sharedSections(users, below, convention).flatMap((sections) => [...sections.values()])),
};

/**
 * Blocking of each task under fixed priorities, by task index.
 *
 * @param order task indices, the most urgent first
 */
export function resourceBlocking(
  tasks: readonly TimedTask[],
  order: readonly number[],
  protocol: BlockingProtocol,
  { convention = "continuous" }: { readonly convention?: Convention } = {},
): number[] {
  checkTasks(tasks);
  checkOrder(order, tasks.length);
  const sorted = order.map((i) => tasks[i] as TimedTask);
  const blocking: number[] = [];
  order.forEach((i, level) => {
    blocking[i] = levelBlocking[protocol](sorted.slice(0, level + 1), sorted.slice(level + 1), convention);
  });
  return blocking;
}

/**
 * Blocking under EDF: with "npcs" by any section of a task with a later deadline, with "srp" by one on a resource that
 * is also used by a task whose deadline fits (Baker 1991; Baruah, RTSS 2006), with "pip" by one section per such task and
 * per such resource.
 */
export function edfResourceBlocking(
  tasks: readonly TimedTask[],
  protocol: "npcs" | "srp" | "pip",
  { convention = "continuous" }: { readonly convention?: Convention } = {},
): BlockingStep[] {
  checkTasks(tasks);
  if (protocol === "npcs") return blockingByLaterDeadlines(tasks, (task) => longestSection(task, convention));
  const rule = levelBlocking[protocol === "srp" ? "ceiling" : "pip"];
  const instants = tasks.flatMap(({ D, J = 0 }) => [D, D - J]);
  return stepsAt(instants, (t) => {
    const due = tasks.filter(({ D, J = 0 }) => D - J <= t);
    const later = tasks.filter(({ D }) => D > t);
    return due.length === 0 ? 0 : rule(due, later, convention);
  });
}

function longestSection({ cs = {} }: TimedTask, convention: Convention): number {
  return Math.max(0, ...Object.values(cs).map((length) => remainder(length, convention)));
}

/** For each task of `below`, its sections on resources that somebody of `users` uses too. */
function sharedSections(
  users: readonly TimedTask[],
  below: readonly TimedTask[],
  convention: Convention,
): Map<string, number>[] {
  const used = new Set(users.flatMap(({ cs = {} }) => Object.keys(cs).filter((resource) => (cs[resource] ?? 0) > 0)));
  return below.map(({ cs = {} }) => {
    const shared = Object.entries(cs).filter(([resource, length]) => used.has(resource) && length > 0);
    return new Map(shared.map(([resource, length]) => [resource, remainder(length, convention)]));
  });
}

/** Each less urgent task blocks once, and each resource once (Sha, Rajkumar and Lehoczky 1990, theorem 6). */
function inheritanceBlocking(sections: readonly ReadonlyMap<string, number>[]): number {
  const byResource = new Map<string, number>();
  let byTask = 0;
  for (const shared of sections) {
    byTask += Math.max(0, ...shared.values());
    for (const [resource, length] of shared) byResource.set(resource, Math.max(byResource.get(resource) ?? 0, length));
  }
  let all = 0;
  for (const length of byResource.values()) all += length;
  return Math.min(byTask, all);
}
