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

/** A task's longest section on each resource that it uses, as far as it can block. */
type Sections = readonly (readonly [resource: string, length: number])[];

/** How long `below` can hold up work that uses the resources `used`. */
type Rule = (used: ReadonlySet<string>, below: readonly Sections[]) => number;

const rules: Readonly<Record<BlockingProtocol, Rule>> = {
  npcs: (_used, below) => longestOf(below, () => true),
  pip: inheritanceBlocking,
  ceiling: (used, below) => longestOf(below, (resource) => used.has(resource)),
};

/**
 * Blocking of the tasks at each level, the most urgent one first, by those at the levels below it. Tasks at one level
 * may go before each other.
 */
export function blockingByLevel(
  protocol: BlockingProtocol,
  levels: readonly (readonly TimedTask[])[],
  convention: Convention,
): number[] {
  const sections = levels.map((level) =>
    level.map((task) => sectionsOf(task, convention)).filter((own) => own.length > 0),
  );
  const used = new Set<string>();
  return levels.map((level, at) => {
    for (const resource of level.flatMap(resourcesOf)) used.add(resource);
    return rules[protocol](used, sections.slice(at + 1).flat());
  });
}

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
  const levels = order.map((i) => [tasks[i] as TimedTask]);
  const blocking: number[] = [];
  for (const [level, length] of blockingByLevel(protocol, levels, convention).entries())
    blocking[order[level] as number] = length;
  return blocking;
}

/**
 * Blocking under EDF: with "npcs" by any section of a task with a later deadline, with "srp" by one on a resource that
 * is also used by a task whose deadline fits (Baker 1991; Baruah, RTSS 2006), with "pip" by one section per such task and
 * per such resource. With "srp" jitter makes it longer.
 */
export function edfResourceBlocking(
  tasks: readonly TimedTask[],
  protocol: "npcs" | "srp" | "pip",
  { convention = "continuous" }: { readonly convention?: Convention } = {},
): BlockingStep[] {
  checkTasks(tasks);
  if (protocol === "npcs") return blockingByLaterDeadlines(tasks, (task) => longestSection(task, convention));
  if (protocol === "srp") return stackBlocking(tasks, convention);
  const urgent = byLatest(tasks);
  const sections = tasks.map((task) => ({ D: task.D, own: sectionsOf(task, convention) }));
  const used = new Set<string>();
  let due = 0;
  return stepsAt(changesOf(tasks), (t) => {
    for (let next = urgent[due]; next !== undefined && latest(next) <= t; next = urgent[++due]) {
      for (const resource of resourcesOf(next)) used.add(resource);
    }
    const later = sections.filter(({ D }) => D > t).map(({ own }) => own);
    return due === 0 ? 0 : inheritanceBlocking(used, later);
  });
}

/**
 * The stack resource policy's levels are relative deadlines. Without jitter what is due by t has a higher level than all
 * that is due later, so one section blocks: of those that are held only the last one has a ceiling as high.
 *
 * A job that was released late may be due by t and have a lower level than others that are due later. Each of these may have
 * started above the ceiling of a section that is held, and hold one as well.
 */
function stackBlocking(tasks: readonly TimedTask[], convention: Convention): BlockingStep[] {
  const ceilings = new Map<string, number>();
  for (const task of tasks) {
    for (const resource of resourcesOf(task)) {
      ceilings.set(resource, Math.min(task.D, ceilings.get(resource) ?? Number.POSITIVE_INFINITY));
    }
  }
  const jobs = tasks.map((task) => ({
    D: task.D,
    longest: longestSection(task, convention),
    held: sectionsOf(task, convention).map(([name, length]) => ({ ceiling: ceilings.get(name) as number, length })),
  }));
  const urgent = byLatest(tasks);
  let due = 0;
  /** Relative deadline of the lowest level of what may be due. */
  let lowest = 0;
  return stepsAt(changesOf(tasks), (t) => {
    for (let next = urgent[due]; next !== undefined && latest(next) <= t; next = urgent[++due]) {
      lowest = Math.max(lowest, next.D);
    }
    const later = jobs.filter(({ D }) => D > t);
    const above = later.filter(({ D }) => D < lowest);
    let most = 0;
    for (const job of later) {
      for (const { ceiling, length } of job.held) {
        if (ceiling > lowest) continue;
        const others = above.reduce((all, { D, longest }) => (D < ceiling ? all + longest : all), 0);
        most = Math.max(most, length + others);
      }
    }
    return most;
  });
}

/** Where what may be due changes, or what is due later. */
const changesOf = (tasks: readonly TimedTask[]) => tasks.flatMap((task) => [task.D, latest(task)]);

const byLatest = (tasks: readonly TimedTask[]) => [...tasks].sort((a, b) => latest(a) - latest(b));

/** From release to deadline, after the most jitter. */
const latest = ({ D, J = 0 }: TimedTask) => D - J;

function sectionsOf({ cs = {} }: TimedTask, convention: Convention): Sections {
  const held = Object.entries(cs).filter(([, length]) => length > 0);
  return held.map(([resource, length]) => [resource, remainder(length, convention)]);
}

const resourcesOf = ({ cs = {} }: TimedTask) => Object.keys(cs).filter((resource) => (cs[resource] ?? 0) > 0);

function longestSection(task: TimedTask, convention: Convention): number {
  return longestOf([sectionsOf(task, convention)], () => true);
}

// Loops without lists of their own: these are asked for each task about all that are less urgent.

function longestOf(all: readonly Sections[], counts: (resource: string) => boolean): number {
  let longest = 0;
  for (const sections of all) {
    for (const [resource, length] of sections) if (length > longest && counts(resource)) longest = length;
  }
  return longest;
}

/** Each less urgent task blocks once, and each resource once (Sha, Rajkumar and Lehoczky 1990, theorem 6). */
function inheritanceBlocking(used: ReadonlySet<string>, below: readonly Sections[]): number {
  const byResource = new Map<string, number>();
  let byTask = 0;
  for (const sections of below) {
    let longest = 0;
    for (const [resource, length] of sections) {
      if (!used.has(resource)) continue;
      longest = Math.max(longest, length);
      if (length > (byResource.get(resource) ?? 0)) byResource.set(resource, length);
    }
    byTask += longest;
  }
  let all = 0;
  for (const length of byResource.values()) all += length;
  return Math.min(byTask, all);
}
