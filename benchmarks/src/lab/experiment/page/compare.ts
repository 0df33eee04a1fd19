/** What was measured of the chains of a page, beside what the model says of them: and whether the model's assumptions held. */

import { median } from "../../../statistics.ts";
import { analyzeSet } from "../../analyze/analyze-set.ts";
import type { PageChain } from "../../import/page-chains.ts";
import { control, pageSet, refresh } from "../../import/page-set.ts";
import type { PageTask, PageTrace } from "../../import/page-tasks.ts";
import { simulateSet } from "../../simulate/simulate.ts";
import type { TaskSet } from "../../task-set.ts";

/** Of one chain, in microseconds. The first four add up to the response. */
export interface ChainTimes {
  /** In the queue; the input's task; until its frame begins; the frame. */
  readonly queued: number;
  readonly dispatch: number;
  readonly waiting: number;
  readonly frame: number;
  /** From the arrival in the queue to the end of the frame's task. */
  readonly response: number;
  /** Outside the model: from the device to the queue, and from the end of the frame's task to the screen. */
  readonly before: number;
  readonly after: number | undefined;
  /** Of the response: the thread had no processor, for it waited for the compositor, or other programs had it. Part of the tasks' C. */
  readonly stalled: number;
}

/** How often the model's assumptions did not hold, by chain. */
export interface Exceptions {
  /** The frame was asked for later than a refresh of the display after the input's task. */
  readonly lateFrames: number;
  /** Another task began while an input waited. */
  readonly inputNotFirst: number;
  /** A task that was due later began while the frame waited. */
  readonly youngerFirst: number;
  /** Chains with a garbage collection in their time: it is in the execution times of the tasks that it fell into. */
  readonly withCollections: number;
}

export interface PageComparison {
  readonly set: TaskSet;
  readonly chains: readonly ChainTimes[];
  readonly measured: { readonly median: number; readonly worst: number };
  /** The longest of the simulations; null: no chain ended. */
  readonly simulated: number | null;
  /** Null: none. */
  readonly bound: number | null;
  /** Chains that took longer than the bound. */
  readonly above: number;
  readonly exceptions: Exceptions;
}

/** Simulated time, and how many simulations with random release jitter. */
export interface CompareOptions {
  readonly horizon: number;
  readonly simulations: number;
}

export function comparePage(
  trace: PageTrace,
  source: string,
  { horizon, simulations }: CompareOptions,
): PageComparison {
  const { set, chains } = pageSet(trace, source);
  const times = chains.map((chain) => timesOf(chain, trace.tasks));
  const responses = times.map(({ response }) => response);
  const bound = analyzeSet(set).chains?.[0]?.loop;
  // From the arrival in the queue: what kept it from there is no part of what was measured.
  const jitter = set.tasks[0]?.J ?? 0;
  const limit = bound !== undefined && "R" in bound && bound.R !== null ? bound.R - jitter : null;
  const prompt = { ...set, tasks: set.tasks.map((task, i) => (i === 0 ? { ...task, J: 0 } : task)) };
  // Without a bound there is too much to do: what waits, and the simulation, would grow and grow.
  const runs = Array.from({ length: limit === null ? 0 : simulations }, (_, seed) => {
    const { chains } = simulateSet(prompt, { policy: "loop", horizon, jitter: seed === 0 ? "max" : "random", seed });
    const [outcome] = chains ?? [];
    return outcome !== undefined && "response" in outcome ? (outcome.response ?? 0) : 0;
  });
  const simulated = Math.max(0, ...runs);
  return {
    set,
    chains: times,
    measured: { median: median(responses), worst: Math.max(...responses) },
    simulated: simulated === 0 ? null : simulated,
    bound: limit,
    above: limit === null ? 0 : responses.filter((response) => response > limit).length,
    exceptions: exceptionsOf(chains, trace.tasks),
  };
}

function timesOf({ input, dispatch, frame }: PageChain, tasks: readonly PageTask[]): ChainTimes {
  const [first, last] = [tasks[dispatch] as PageTask, tasks[frame] as PageTask];
  const begin = Math.max(input.arrival, first.start);
  // A frame may dispatch what waits, and is the input's task then.
  const isOne = dispatch === frame;
  return {
    queued: begin - input.arrival,
    dispatch: first.end - begin,
    waiting: isOne ? 0 : last.start - first.end,
    frame: isOne ? 0 : last.end - last.start,
    response: last.end - input.arrival,
    before: input.arrival - input.made,
    after: input.presented === undefined ? undefined : input.presented - last.end,
    stalled: tasks
      .filter(({ start, end }) => end > input.arrival && start < last.end)
      .reduce((sum, task) => sum + task.stalled, 0),
  };
}

function exceptionsOf(chains: readonly PageChain[], tasks: readonly PageTask[]): Exceptions {
  const count = (holds: (chain: PageChain) => boolean) => chains.filter(holds).length;
  /** Tasks that began between two instants. */
  const begun = (from: number, to: number) => tasks.filter(({ start }) => start >= from && start < to);
  return {
    lateFrames: count(
      ({ dispatch, frame }) => (tasks[frame] as PageTask).due - (tasks[dispatch] as PageTask).end > refresh,
    ),
    inputNotFirst: count(({ input, dispatch }) =>
      begun(input.arrival, (tasks[dispatch] as PageTask).start).some(
        ({ events, label }) => events.length === 0 && !control.has(label),
      ),
    ),
    youngerFirst: count(({ frame }) => {
      const { due, start } = tasks[frame] as PageTask;
      return begun(due, start).some((task) => task.due > due && task.events.length === 0 && !control.has(task.label));
    }),
    withCollections: count(({ input, frame }) =>
      begun(input.arrival, (tasks[frame] as PageTask).end).some(({ collections }) => collections > 0),
    ),
  };
}
