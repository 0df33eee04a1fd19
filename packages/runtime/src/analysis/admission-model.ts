/**
 * What the kernel adds to the tasks' own times, and all of it in whole nanoseconds, rounded to the safe side: what
 * takes time up; periods and deadlines down.
 *
 * **Dispatches.** In a busy period every dispatch but the first follows the end of a job, a take-over by a more urgent
 * release of the running job, or a slice used up. The first two happen once per release at most: two dispatches for
 * each job. A job uses a slice up whether or not somebody else is there: with slices of m, of which a dispatch takes d,
 * a job of length C is still unfinished at the ends of ⌈C / (m - d)⌉ - 1 slices, each followed by one more dispatch.
 *
 * **Late looks.** A release from outside is noticed when the running slice is over: a slice is a region that cannot be
 * preempted and lies anywhere (a floating non-preemptive region), no longer than the whole job. If it comes while
 * nothing runs or the event loop has the thread, it is noticed up to `releaseLatency` later: release jitter. What the running
 * job itself releases is noticed at once, and goes first where the order of arrival decides.
 *
 * **The event loop** takes the thread up to `time` after each `round`, which costs one more dispatch: interference that
 * goes before all tasks.
 *
 * **Sections** may be entered in the rest of a slice after a more urgent release that is not yet noticed, so their
 * blocking comes on top of the slice's. They grow by a dispatch for each slice that ends in them, the first perhaps at
 * their very beginning, and by an overrun, since the section's end is acted on at the next preemption point. Two sections
 * without a preemption point between them are one, and are to be declared so.
 *
 * **Waiting** for a section: whoever finds it taken is sent away and comes back, two more dispatches, which delay the
 * holder, too. With priority inheritance a job waits once for each resource at most, with priority ceilings once (Sha,
 * Rajkumar and Lehoczky 1990); with the other protocols never.
 *
 * **Servers** take their budgets as tasks do where they are polled. A deferrable one may keep a budget up to the end of
 * its period: release jitter (Strosnider, Lehoczky and Sha, IEEE TC 1995). Those with a bandwidth take their share of any
 * window of time, not only of whole periods (Abeni and Buttazzo, RTSS 1998; Spuri and Buttazzo, Real-Time Systems 1996):
 * under EDF interference that goes before all tasks, in small portions; their jobs block by slices, since their deadlines
 * may be far off. So it is, budget by budget, with what else is no task to the policy: deferrable servers under EDF, whose
 * deadlines do not tell when their jobs came, and any server under FIFO, where it goes first. An overrun is paid back later,
 * so it comes on top once.
 *
 * **Awaits.** A job that awaits suspends itself. A promise settles when the stack is empty: between two rounds. So what a job awaits may
 * be there for a round, its last slice, and the event loop's time before the kernel learns of it, and for the release latency after that:
 * all this lengthens the suspension. No slice of a less urgent job runs at that moment, so none blocks a job that resumes. Each resumption
 * costs two dispatches: its own, and that of the job that it takes the thread from. See admission-suspension.ts for the tests.
 *
 * Left out: what jobs of a server cost beyond its budget, sections, and more dispatches than two for each budget; releases by event handlers, whose delay until the handler runs belongs into the
 * task's jitter.
 */

import { finite, notNegative, PreemptError, positive, show } from "../input/errors.ts";
import type { ServerKind, SystemModel, TaskModel } from "../scheduling/admission.ts";
import { greatestCommonDivisor, longestTime } from "./integers.ts";
import type { Interference } from "./interference.ts";
import type { TimedTask } from "./timed-task.ts";

/** Nanoseconds in a millisecond. */
const unit = 1_000_000;

export const milliseconds = (nanoseconds: number): number => nanoseconds / unit;

/** How the users of a resource are kept apart. */
export type Protocol = "npcs" | "pip" | "pcp" | "icpp" | "srp";
const protocols: readonly string[] = ["npcs", "pip", "pcp", "icpp", "srp"] satisfies Protocol[];

export interface ModelTask extends TimedTask {
  readonly name: string;
  /** Which it is of those given. */
  readonly place: number;
  /** False where the deadline is Infinity; D is the longest time there is then. */
  readonly hasDeadline: boolean;
  readonly priority: number;
  /** Longest suspension of a job, with the time until the kernel notices that it is over. C includes it. */
  readonly suspension: number;
}

export interface Server extends Interference {
  /** How long one of its jobs may run on, whatever is released. */
  readonly region: number;
}

export interface Model {
  readonly tasks: readonly ModelTask[];
  readonly interference: readonly Interference[];
  /** Those of the interference that are servers. */
  readonly servers: readonly Server[];
  /** How long a job runs on after a more urgent release: mostly a slice with its overrun; Infinity: to its end. */
  readonly region: number;
  /** The slice with its overrun. */
  readonly slice: number;
  readonly protocolOf: (resource: string) => Protocol;
}

/**
 * The analysable model of tasks under a system.
 *
 * @throws PreemptError for a time out of range or an unknown protocol
 */
export function modelOf(tasks: readonly TaskModel[], system: SystemModel): Model {
  const slice = up(positive(system.slice, "slice", "the slice"));
  const region =
    system.region === undefined ? slice : up(notNegative(system.region, "region", "the region that is not preempted"));
  const dispatch = up(notNegative(system.switchCost, "switch_cost", "the cost of a dispatch"));
  const latency = up(notNegative(system.releaseLatency, "release_latency", "the release latency"));
  const overrun = up(notNegative(system.overrun ?? 0, "overrun", "the overrun of a slice"));
  /** What a job surely gets done in a slice that it uses up. */
  const progress = down(system.slice) - overrun - dispatch;
  if (progress <= 0) {
    throw new PreemptError(
      "slice_too_short",
      `a slice of ${system.slice} ms has ${system.overrun ?? 0} ms of overrun and a dispatch of ${system.switchCost} ms in it, so nothing gets done. Give a longer slice.`,
    );
  }
  /** Slices that end within `time` of progress, at most, if the first may have begun just as that time begins. */
  const slicesUsedUp = (time: number) => (slice === Number.POSITIVE_INFINITY ? 0 : Math.floor(time / progress));
  const given = new Map(Object.entries(system.protocols ?? {}));
  const protocolOf = (resource: string) => checkedProtocol(resource, given.get(resource) ?? "npcs");
  const section = (resource: string, length: number) => {
    protocolOf(resource);
    return length === 0 ? 0 : length + overrun + (slicesUsedUp(length) + 1) * dispatch;
  };
  /** Until the kernel notices that an awaited promise has settled. Infinity: it does so when nothing is ready. */
  const unnoticed = longestRound(system) + slice + up(system.eventLoop?.time ?? 0) + dispatch + latency;
  const shared = sharedResources(tasks);
  const modelled = tasks.map((task, place): ModelTask => {
    const what = `of "${task.name}"`;
    const work = countable(up(positive(task.wcet, "wcet", `the wcet ${what}`)), `the wcet ${what}`);
    const T = whole(down(positive(task.period, "period", `the period ${what}`)), `the period ${what}`);
    /** How long a budget may be kept after its period began. */
    const kept = task.server === undefined || task.server === "polling" ? 0 : Math.max(0, T - work);
    const paidLater = task.server === undefined ? 0 : overrun;
    const jitter = up(notNegative(task.jitter ?? 0, "jitter", `the jitter ${what}`));
    const deadline = down(positive(task.deadline, "deadline", `the relative deadline ${what}`));
    const { time: awaited, awaits } = awaitsOf(task);
    const suspension = awaits === 0 ? 0 : awaited + awaits * unnoticed;
    const sections = Object.entries(task.sections ?? {}).map(([resource, length]) => {
      const checked = notNegative(length, "section", `the section on "${resource}" ${what}`);
      return [resource, section(resource, up(checked))] as const;
    });
    return {
      name: task.name,
      place,
      priority: finite(task.priority, "priority", `the priority ${what}`),
      // Suspension counts as execution here: see admission-suspension.ts.
      C:
        work +
        paidLater +
        (2 + slicesUsedUp(work - 1) + 2 * waits(task, shared, protocolOf) + 2 * awaits) * dispatch +
        suspension,
      T,
      // A server is to get its budget within a period.
      D: whole(deadline + kept, `the relative deadline ${what}`),
      hasDeadline: task.deadline !== Number.POSITIVE_INFINITY,
      J: jitter + latency + kept,
      suspension,
      cs: Object.fromEntries(sections),
    };
  });
  for (const { name, C, J = 0, cs = {} } of modelled) {
    countable(C, `the wcet of "${name}" with its dispatches`);
    countable(J, `the jitter of "${name}" with the release latency`);
    for (const [resource, length] of Object.entries(cs)) countable(length, `the section on "${resource}" of "${name}"`);
  }
  const isAbove = ({ place }: ModelTask) => goesFirst((tasks[place] as TaskModel).server, system.policy);
  const servers = modelled
    .filter(isAbove)
    .map((task) => serverOf(task, (tasks[task.place] as TaskModel).server, system.policy, region, overrun));
  const interference = [...interferenceOf(system.eventLoop, dispatch), ...servers];
  return { tasks: modelled.filter((task) => !isAbove(task)), interference, servers, region, slice, protocolOf };
}

/** How long the kernel has the thread, but for the last slice. */
function longestRound({ eventLoop }: SystemModel): number {
  const round = eventLoop?.round ?? Number.POSITIVE_INFINITY;
  return round === Number.POSITIVE_INFINITY ? round : up(round);
}

function awaitsOf({ name, suspension }: TaskModel): { readonly time: number; readonly awaits: number } {
  if (suspension === undefined) return { time: 0, awaits: 0 };
  const time = notNegative(suspension.time, "suspension", `the time for which jobs of "${name}" await`);
  const { awaits } = suspension;
  if (Number.isInteger(awaits) && awaits >= 1) return { time: up(time), awaits };
  const words = `jobs of "${name}" await ${show(awaits)} times. Give an integer, 1 or above.`;
  throw new PreemptError("suspension_awaits", words);
}

/** Whether a server is interference to all tasks, rather than one of them. */
function goesFirst(server: ServerKind | undefined, policy: string): boolean {
  if (server === undefined || policy === "fp") return false;
  return policy !== "edf" || server !== "polling";
}

function serverOf(
  { C, T, J = 0 }: ModelTask,
  kind: ServerKind | undefined,
  policy: string,
  region: number,
  overrun: number,
): Server {
  // Who trusts the wcet of jobs does not cut them at a budget.
  const longest = kind === "total bandwidth" ? region : Math.min(region, C);
  if (policy !== "edf") return { C, T, J, region: longest };
  // What is due by the end of a window and came within it: one budget for each period that is begun.
  if (kind === "deferrable") return { C, T, region: longest };
  const share = C - overrun;
  return { ...inPortions(share, T), J: Math.ceil((overrun * T) / share), region: longest };
}

/** The longest portion of a share of the processor, in nanoseconds, where it is no fraction with small numbers. */
const portion = 10_000;

/** `C` in `T`, and as much in proportion in any part of it. */
function inPortions(C: number, T: number): { C: number; T: number } {
  const common = Number(greatestCommonDivisor(BigInt(C), BigInt(T)));
  const parts = Math.max(common, Math.floor(C / portion));
  return { C: Math.ceil(C / parts), T: Math.max(1, Math.floor(T / parts)) };
}

function resourcesOf({ sections = {} }: TaskModel): string[] {
  return Object.keys(sections).filter((resource) => (sections[resource] as number) > 0);
}

/** Those that more than one task uses. */
function sharedResources(tasks: readonly TaskModel[]): ReadonlySet<string> {
  const users = new Map<string, number>();
  for (const resource of tasks.flatMap(resourcesOf)) users.set(resource, (users.get(resource) ?? 0) + 1);
  return new Set([...users].filter(([, count]) => count > 1).map(([resource]) => resource));
}

/** How often a job can find a section taken and be sent away. */
function waits(task: TaskModel, shared: ReadonlySet<string>, protocolOf: (resource: string) => Protocol): number {
  const used = resourcesOf(task);
  const inherited = used.filter((resource) => shared.has(resource) && protocolOf(resource) === "pip").length;
  // Even a resource of its own is refused while another one's ceiling is above the task.
  const isUnderCeiling = used.some((resource) => protocolOf(resource) === "pcp");
  return inherited + (isUnderCeiling ? 1 : 0);
}

function interferenceOf(eventLoop: SystemModel["eventLoop"], dispatch: number): Interference[] {
  if (eventLoop === undefined || eventLoop.round === Number.POSITIVE_INFINITY) return [];
  const round = positive(eventLoop.round, "round", "the round");
  const time = notNegative(eventLoop.time, "event_loop", "the event loop's time");
  const taken = up(time) + dispatch;
  countable(taken, "the event loop's time");
  return taken === 0 ? [] : [{ C: taken, T: whole(down(round), "the round") }];
}

function checkedProtocol(resource: string, protocol: string): Protocol {
  if (protocols.includes(protocol)) return protocol as Protocol;
  throw new PreemptError(
    "protocol_unknown",
    `the protocol of "${resource}" is ${show(protocol)}. Give one of ${protocols.join(", ")}.`,
  );
}

function whole(nanoseconds: number, what: string): number {
  if (nanoseconds >= 1) return Math.min(nanoseconds, longestTime);
  throw new PreemptError("time_too_short", `${what} is below a nanosecond. Give a longer one.`);
}

/** What takes up time cannot be cut, as periods and deadlines are: that would not be safe. */
function countable(nanoseconds: number, what: string): number {
  if (nanoseconds <= longestTime) return nanoseconds;
  throw new PreemptError(
    "time_too_long",
    `${what} is ${milliseconds(nanoseconds)} ms. Give a shorter one: 52 days, 2^52 ns, is the longest that is calculated with.`,
  );
}

const up = (ms: number): number => nearInteger(ms * unit) ?? Math.ceil(ms * unit);
const down = (ms: number): number => nearInteger(ms * unit) ?? Math.floor(ms * unit);

/** The integer that differs only by the rounding errors of a decimal fraction and the product: 1.1 ms are 1,100,000 ns. */
function nearInteger(value: number): number | undefined {
  const nearest = Math.round(value);
  return Math.abs(value - nearest) <= Math.abs(value) * 2 ** -51 ? nearest : undefined;
}
