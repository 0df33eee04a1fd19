/** Task sets, from options. */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import { drawChains } from "./chains.ts";
import { checkOptions, wordOf } from "./check-options.ts";
import { drawDeadline } from "./deadlines.ts";
import { executionTime } from "./execution.ts";
import { drawOffsets } from "./offsets.ts";
import { defaults, framePeriod, type GenerateOptions } from "./options.ts";
import { drawPeriods } from "./periods.ts";
import { type Count, Random, shareOf } from "./random.ts";
import { drawBlocking, drawChunks, drawSections } from "./sections.ts";
import { drawSuspension } from "./suspension.ts";
import { withThreads } from "./threads.ts";
import { utilisationsOf } from "./utilisations.ts";

/**
 * The sets that are asked for: for each utilisation in turn `sets` of them, with ids such as "u0.50-3", or, where no
 * utilisation is given, "n10-3".
 *
 * The set with the index i for the utilisation U depends on seed, U and i, and on the options that say what it is like;
 * not on how many sets there are, on the other utilisations, or on the engine. Options for offsets, jitter, blocking,
 * regions, chunks and resources add these and leave C, T and D as they are.
 *
 * @throws LabError for options that make no sense, and where no set can be found
 */
export function generateTaskSets(options: GenerateOptions): TaskSet[] {
  return Array.from(eachTaskSet(options), ({ set }) => set);
}

export interface DrawnSet {
  readonly set: TaskSet;
  /** Which was asked for. */
  readonly utilisation: number | undefined;
}

/** The same, one by one. */
export function* eachTaskSet(options: GenerateOptions): Generator<DrawnSet, void> {
  checkOptions(options);
  const { sets = defaults.sets, first = defaults.first } = options;
  const points: readonly (number | undefined)[] = options.utilisation ?? [undefined];
  // What is impossible is said before the first is drawn.
  for (const point of points) drawerOf(options, point);
  for (const point of points) {
    const draw = drawerOf(options, point);
    for (let i = 0; i < sets; i++) yield { set: draw(first + i), utilisation: point };
  }
}

/** What a stream is for. The numbers are part of what a seed means: they stay. */
const purposes = {
  count: 0,
  utilisations: 1,
  periods: 2,
  deadlines: 3,
  offsets: 4,
  jitter: 5,
  blocking: 6,
  regions: 7,
  chunks: 8,
  sections: 9,
  queues: 10,
  suspension: 11,
  chains: 12,
} as const;

function drawerOf(options: GenerateOptions, point: number | undefined): (index: number) => TaskSet {
  const { seed = defaults.seed, periods = defaults.periods, granularity = defaults.granularity } = options;
  const { execution = defaults.execution } = options;
  const utilisations = utilisationsByCount(options, point);
  return (index) => {
    const streams: Streams = (purpose) => new Random(seed, wordOf(point ?? 0), index, purposes[purpose]);
    const us = utilisations(streams);
    const Ts = drawPeriods(streams("periods"), us.length, periods, granularity);
    const times = us.map((u, k) => ({ C: executionTime(u, Ts[k] as number, execution), T: Ts[k] as number }));
    const { frame, choice, chains, threads } = options;
    const own = withParts(options, streams, times);
    const drawn = chains === undefined ? { tasks: own } : drawChains(streams("chains"), own, chains);
    const tasks = [...drawn.tasks, ...(frame === undefined ? [] : [frameTask(frame)])];
    const set: TaskSet = {
      id: `${label(point, us.length)}-${index}`,
      ...drawn,
      tasks,
      ...(choice !== undefined && { loop: { choice } }),
    };
    return threads === undefined ? set : withThreads(set, threads);
  };
}

const frameTask = (C: number): TaskParameters => ({
  C,
  T: framePeriod,
  D: framePeriod,
  queue: "render",
  name: "frame",
});

type Streams = (purpose: keyof typeof purposes) => Random;

/** Prepared once for each number of tasks, so that a number for which there is nothing is refused at once. */
function utilisationsByCount(options: GenerateOptions, point: number | undefined): (streams: Streams) => number[] {
  const { tasks = defaults.tasks, utilisations: of = defaults.utilisations } = options;
  const samplers = new Map<number, (random: Random) => number[]>();
  const prepare = (n: number) => {
    const sampler = samplers.get(n) ?? utilisationsOf(of, n, point);
    samplers.set(n, sampler);
    return sampler;
  };
  for (const n of new Set([tasks.least, tasks.most])) prepare(n);
  return (streams) => prepare(drawCount(streams("count"), tasks))(streams("utilisations"));
}

const drawCount = (random: Random, { least, most }: Count) => random.integer(least, most);

/** "u0.50", "u0.125": two digits or more, so that an id does not depend on the other utilisations. */
function label(point: number | undefined, n: number): string {
  if (point === undefined) return `n${n}`;
  const text = (wordOf(point) / 1e9).toFixed(9).replace(/0{1,7}$/, "");
  return `u${text}`;
}

type Times = Pick<TaskParameters, "C" | "T">;

function withParts(options: GenerateOptions, streams: Streams, times: readonly Times[]): TaskParameters[] {
  const {
    deadlines = defaults.deadlines,
    offsets,
    jitter,
    blocking,
    regions,
    chunks,
    resources,
    queues,
    suspension,
    segments,
  } = options;
  /** One value a task, from the stream for it, if it is asked for. */
  const each = <Of, Value>(purpose: keyof typeof purposes, of: Of | undefined, draw: Draw<Of, Value>) => {
    if (of === undefined) return undefined;
    const random = streams(purpose);
    return times.map((task) => draw(random, task, of));
  };
  const D = each("deadlines", deadlines, drawDeadline) as number[];
  const drawn = each("suspension", suspension, (random, task, share) => drawSuspension(random, task, share, segments));
  const drawnSuspension = { S: drawn?.map(({ S }) => S), segments: drawn?.map((task) => task.segments) };
  const parts = {
    O: offsets === undefined || offsets === "zero" ? undefined : drawOffsets(streams("offsets"), times, offsets),
    J: each("jitter", jitter, (random, { T }, share) => shareOf(random, share, T)),
    B:
      blocking &&
      drawBlocking(
        streams("blocking"),
        times.map(({ C }, k) => ({ C, D: D[k] as number })),
        blocking,
      ),
    q: each("regions", regions, (random, { C }, share) => shareOf(random, share, C)),
    chunks: each("chunks", chunks, (random, { C }, count) => {
      const parts = drawCount(random, count);
      return C === 0 ? undefined : drawChunks(random, C, parts);
    }),
    ...drawnSuspension,
    queue: each("queues", queues, (random, _task, names) => names[random.integer(0, names.length - 1)]),
    cs: each("sections", resources, (random, { C }, of) => drawSections(random, C, of)),
  };
  return times.map((task, k) => {
    const own = Object.entries(parts).map(([name, values]) => [name, values?.[k]]);
    return { ...task, D: D[k] as number, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) };
  });
}

type Draw<Of, Value> = (random: Random, task: Times, of: Of) => Value;
