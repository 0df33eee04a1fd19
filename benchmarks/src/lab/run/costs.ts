/**
 * A set with the costs of a machine in it, so that bounds of an ideal processor hold for its executions. For sets that
 * the kernel's own test leaves out: jobs that await, and event-triggered chains. And for the event loop without the kernel.
 *
 * **On the kernel.** Let a slice with its overrun be m, a dispatch d, a turn of the event loop with a dispatch e, the latency
 * of a release L, and p = m - overrun - d what a slice surely gets done. A job has n suspensions.
 *
 * - *Dispatches*: two for the release and for each resumption, and one for each slice that is used up, as in the kernel's own
 *   test: C grows by (2 + 2n + ⌊C/p⌋) d.
 * - *The event loop* has the thread once in each round r of work. In a window with the work c₁ + … + cₖ of k jobs that is at most
 *   ⌊(c₁ + … + cₖ)/r⌋ + 1 ≤ Σ (⌊cᵢ/r⌋ + 1) times. So C grows by (⌊C/r⌋ + 1 + n) e, if each part counts as a job.
 * - *Late looks and slices*: a job that is released, or resumes, may find a less urgent one in a slice, or the kernel may
 *   notice it late: m + e + L in all. Regard it as not yet released, or as still suspended, until then. From there on no less
 *   urgent job runs while it is ready: at the end of each slice the kernel chooses the most urgent job that is ready. So
 *   the schedule is one of preemptive fixed priorities, or of EDF, with a release jitter and suspensions that are longer
 *   by that time, and every bound for these holds.
 *
 * **On the event loop**: each callback, and each part of a job between two awaits, is followed by a turn of the loop. It counts
 * as a part of it. A timer is late while no callback runs: release jitter, and of awaited timers a longer suspension.
 */
import type { SystemModel } from "@preempt/runtime/analysis";
import { cautiousSystem } from "../analyze/kernel-test.ts";
import { parseSystem } from "../analyze/system-file.ts";
import type { Terminal } from "../command.ts";
import type { LoopCosts, MeasuredSystem } from "../overheads/system.ts";
import { mostPieces } from "../simulate/suspension.ts";
import { suspensionTime } from "../suspension.ts";
import { parseJson, type TaskParameters, type TaskSet } from "../task-set.ts";
import { type VariantName, variantOf } from "./variant.ts";

/** Milliseconds. */
export interface Costs {
  readonly system: Omit<SystemModel, "policy">;
  readonly loop: LoopCosts;
}

/** What Node on an ordinary machine stays below. */
export const cautiousCosts: Costs = { system: cautiousSystem, loop: { turn: 0.2, lateness: 2.5 } };

/**
 * What `preempt-lab overheads` wrote. A file of before has nothing of the loop without the kernel.
 *
 * @throws LabError if it describes no system
 */
export function parseCosts(text: string, source: string): Costs {
  const system = parseSystem(text, source);
  const { loop } = parseJson(text, source) as Partial<MeasuredSystem>;
  return { system, loop: loop ?? cautiousCosts.loop };
}

/** Of a file; cautious numbers without one. */
export async function readCosts(file: string | undefined, terminal: Pick<Terminal, "read">): Promise<Costs> {
  if (file === undefined) return cautiousCosts;
  const { text, source } = await terminal.read(file);
  return parseCosts(text, source);
}

/** Timers of Node count whole milliseconds, so that callbacks of "fcfs" may overtake each other by two of them. */
const timerOrder = 2;

/** The set as `variant` executes it, for the tests of an ideal processor. Times in microseconds, rounded up. */
export function withCosts(set: TaskSet, variant: VariantName, { system, loop }: Costs): TaskSet {
  const added = variantOf(variant).kernel === undefined ? onLoop(loop, variant) : onKernel(system);
  const tasks = set.tasks.map((task): TaskParameters => {
    const { S, segments, ...plain } = task;
    const { C, J = 0 } = plain;
    const late = microseconds(added.late);
    const grown = (length: number, parts = 1) => microseconds(added.grown(Math.max(1, length) / 1000, parts));
    if (suspensionTime(task) === 0) return { ...plain, C: grown(C), J: J + late };
    if (segments === undefined) {
      return { ...task, C: grown(C, mostPieces + 1), J: J + late, S: (S ?? 0) + mostPieces * late };
    }
    // After a suspension of 0 the job continues at once: nothing is late then.
    const own = segments.map((length, at) => (at % 2 === 0 ? grown(length) : length === 0 ? 0 : length + late));
    const sum = (rest: number) => own.reduce((all, length, at) => (at % 2 === rest ? all + length : all), 0);
    return { ...task, C: sum(0), J: J + late, segments: own, ...(S !== undefined && { S: sum(1) }) };
  });
  return { ...set, tasks };
}

/** Rounded up, but for the errors of decimal fractions. */
const microseconds = (ms: number) => Math.ceil(ms * 1000 - 1e-6);

/** In milliseconds. */
interface Added {
  /** A length of execution in so many parts, with its costs. */
  readonly grown: (length: number, parts: number) => number;
  /** At each release and resumption. */
  readonly late: number;
}

function onLoop({ turn, lateness }: LoopCosts, variant: VariantName): Added {
  return {
    grown: (length, parts) => length + parts * turn,
    late: lateness + (variant === "fcfs" ? timerOrder : 0),
  };
}

function onKernel({ slice, overrun = 0, switchCost, releaseLatency, eventLoop }: Costs["system"]): Added {
  const progress = slice - overrun - switchCost;
  const [round, turn] = [eventLoop?.round ?? Number.POSITIVE_INFINITY, (eventLoop?.time ?? 0) + switchCost];
  return {
    grown: (length, parts) =>
      length + (2 * parts + Math.floor(length / progress)) * switchCost + (Math.floor(length / round) + parts) * turn,
    late: slice + turn + releaseLatency,
  };
}
