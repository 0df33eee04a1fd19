/** What a run is to do, from words: the cells, and what they have in common. */

import type { Terminal, Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { checkRegions } from "../regions.ts";
import { hashOf } from "../scale/hash.ts";
import { cellsOfShard, parseShard } from "../scale/shard.ts";
import { checkProtocol } from "../simulate/check-protocol.ts";
import { protocolNames } from "../simulate/options.ts";
import { parseSomeTaskSets, type TaskSet } from "../task-set.ts";
import { choiceOf, choicesOf, isSet, numberOf, textOf, timeOf } from "../words.ts";
import { type Cell, cellsOf } from "./cell.ts";
import { bodyNames } from "./compile-bodies.ts";
import type { Settings } from "./order.ts";
import { checkThreadsRun } from "./threads/check-threads-run.ts";
import { variantNames, variantOf } from "./variant.ts";

/** The words below, explained. */
export const planHelp = `  --variants A,B       ${variantNames.join(", ")} (default fcfs,fp,edf)
                       fcfs: plain functions on timers of the event loop; loop: the same by the queues of the set;
                       fp, edf: the kernel; -paper: the paper's emission
  --horizon TIME       jobs released within this time are run (default 10s)
  --sample N           only so many of the sets, evenly spread over the file
  --repetitions N      how often (default 1)
  --body NAME          what tasks do: ${bodyNames.join(", ")} (default spin: a calibrated loop)
  --load SHARE         how much of its C a job executes (default 1)
  --slice TIME, --round TIME, --budget POINTS   the kernel's (default: its own)
  --protocol NAME      for critical sections cs: ${protocolNames.join(", ")} (default npcs)
  --rows               every job: planned and actual release, start, finish, execution time, preemptions
  --suspension NAME    of jobs that suspend themselves: max, random (default max), as "preempt-lab simulate" has them
  --seed N             for release jitter, random suspensions, and the choice "any" of a loop (default 1)
  --shard I/N          the I-th of N parts; "preempt-lab merge" puts their files together`;

/** More would not fit into memory, or be run in a year. */
const mostCells = 5_000_000;

const text = { type: "string" } as const;

export const planOptions = {
  variants: text,
  horizon: text,
  sample: text,
  repetitions: text,
  body: text,
  load: text,
  slice: text,
  round: text,
  budget: text,
  protocol: text,
  suspension: text,
  seed: text,
  shard: text,
  rows: { type: "boolean" },
} as const;

export interface Plan {
  readonly sets: readonly TaskSet[];
  readonly cells: Cell[];
  readonly settings: Settings;
}

/** @throws LabError for words and files that make no sense */
export async function readPlan(words: Words, names: readonly string[], terminal: Terminal): Promise<Plan> {
  if (names.length > 1) throw new LabError("too_many_files", `give one file, not ${names.length}.`);
  const { text, source } = await terminal.read(names[0]);
  const sets = sampleOf(parseSomeTaskSets(text, source), numberOf(words, "sample", { least: 1, integer: true }));
  return { sets, ...planOf(sets, words) };
}

/** Evenly spread over the list: sets often stand in the order of their utilisation. */
export function sampleOf(sets: readonly TaskSet[], count: number | undefined): readonly TaskSet[] {
  if (count === undefined || count >= sets.length) return sets;
  return Array.from({ length: count }, (_, i) => sets[Math.floor(((i + 0.5) * sets.length) / count)] as TaskSet);
}

function planOf(sets: readonly TaskSet[], words: Words): { cells: Cell[]; settings: Settings } {
  const [slice, round] = [timeOf(words, "slice", 1), timeOf(words, "round", 1)];
  const budget = numberOf(words, "budget", { least: 0, integer: true });
  const protocol = choiceOf(words, "protocol", protocolNames);
  const suspension = choiceOf(words, "suspension", ["max", "random"] as const);
  const settings: Settings = {
    horizon: timeOf(words, "horizon", 1) ?? 10_000_000,
    body: choiceOf(words, "body", bodyNames) ?? "spin",
    load: numberOf(words, "load", { least: 0.01, most: 10 }) ?? 1,
    ...(slice !== undefined && { slice: slice / 1000 }),
    ...(round !== undefined && { round: round / 1000 }),
    ...(budget !== undefined && { budget }),
    ...(protocol !== undefined && { protocol }),
    ...(suspension !== undefined && { suspension }),
    seed: numberOf(words, "seed", { integer: true }) ?? 1,
    rows: isSet(words, "rows"),
  };
  const variants = choicesOf(words, "variants", variantNames) ?? ["fcfs", "fp", "edf"];
  const policies = variants.flatMap((name) => variantOf(name).kernel?.policy ?? []);
  checkProtocol(sets, policies.map(String), protocol);
  if (policies.length > 0) checkRegions(sets);
  checkThreadsRun(sets, variants);
  const repetitions = numberOf(words, "repetitions", { least: 1, integer: true }) ?? 1;
  const count = sets.length * variants.length * repetitions;
  if (count > mostCells) {
    const words = `${sets.length} sets in ${variants.length} variants, ${repetitions} times, are ${count} cells`;
    throw new LabError(
      "too_many_cells",
      `${words}, more than ${mostCells}. Give fewer, and the others to another file.`,
    );
  }
  const cells = cellsOf({ sets, variants, repetitions, settings });
  const shard = textOf(words, "shard");
  return { cells: shard === undefined ? cells : cellsOfShard(cells, parseShard(shard)), settings };
}

/** What all results of a file have in common. Sets, variants and repetitions may be added later. */
export function headerOf(settings: Settings) {
  const { rows: _, ...counting } = settings;
  return { grid: hashOf(counting), ...settings };
}
