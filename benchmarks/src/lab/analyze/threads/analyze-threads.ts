/**
 * A set on several threads: each has a kernel of its own, and is analysed as a processor by itself. The set is schedulable if all
 * of them are. Where messages release jobs on other threads, the jitters of all threads are found together first.
 */
import { deadlineMonotonicOrder, rateMonotonicOrder, type TimedTask, utilisation } from "@preempt/runtime/analysis";
import { tasksBefore } from "../../chains.ts";
import { preemptionOf } from "../../regions.ts";
import type { TaskSet } from "../../task-set.ts";
import { releaseMessages, type Threads, tasksByThread } from "../../threads/threads-of.ts";
import type { SetAnalysis, ThreadAnalysis } from "../analysis.ts";
import type { Limits } from "../limits.ts";
import type { AnalyzeOptions } from "../options.ts";
import { timedTasks } from "../timed.ts";
import { mergeAnalyses, type Part } from "./merge.ts";
import { analyzeReleased } from "./released.ts";

export type ProcessorAnalysis = (set: TaskSet, options: AnalyzeOptions) => SetAnalysis;

/** Whether nothing comes from another thread: then each thread is a set by itself, and all tests apply to it. */
export function isApart(set: TaskSet): boolean {
  return tasksBefore(set).every((before) => before === undefined) && releaseMessages(set).every((m) => m === undefined);
}

/**
 * Without chains, which are looked at last.
 *
 * @param analyzeOne Analyses one processor
 */
export function analyzeThreads(
  set: TaskSet,
  threads: Threads,
  options: AnalyzeOptions,
  limits: Limits,
  analyzeOne: ProcessorAnalysis,
): SetAnalysis {
  const { preemption = preemptionOf(set) } = options;
  const tasks = timedTasks(set);
  const places = tasksByThread(threads);
  const common = {
    id: set.id,
    n: tasks.length,
    utilisation: utilisation(tasks),
    preemption,
    order_dm: deadlineMonotonicOrder(tasks),
    order_rm: rateMonotonicOrder(tasks),
  };
  const heads = places.map((own, thread) => ({
    name: threads.names[thread] as string,
    tasks: own,
    utilisation: utilisation(own.map((i) => tasks[i] as TimedTask)),
  }));
  if (!isApart(set)) {
    const { verdicts, ...found } = analyzeReleased(set, tasks, places, common, limits);
    return { ...common, ...found, threads: heads.map((head, thread) => ({ ...head, ...verdicts(thread) })) };
  }
  const also = options.also?.filter((test) => test !== "partition");
  const parts = places.map((own): Part => {
    if (own.length === 0) return { places: own, analysis: undefined };
    return { places: own, analysis: analyzeOne(partOf(set, own), { ...options, preemption, ...(also && { also }) }) };
  });
  return {
    ...common,
    ...mergeAnalyses(parts),
    threads: heads.map((head, i) => ({ ...head, ...verdictsOf(parts[i]) })),
  };
}

/** The tasks of one thread as a set. */
export function partOf({ id, tasks }: TaskSet, places: readonly number[]): TaskSet {
  return { id, tasks: places.map((i) => tasks[i] as TaskSet["tasks"][number]) };
}

type Verdicts = Pick<ThreadAnalysis, "dm" | "rm" | "edf" | "fifo">;

/** Of a thread without tasks: nothing is late there. */
function verdictsOf(part: Part | undefined): Verdicts {
  if (part?.analysis === undefined) return { dm: true, rm: true, edf: true, fifo: true };
  const { dm, rm, edf, fifo } = part.analysis;
  return { dm: dm.sched, rm: rm.sched, edf: edf.sched, fifo: fifo.sched };
}
