/** The cells of a run: each set in each variant, as often as it is repeated. */

import { chainsOf } from "../chains.ts";
import { regionsGiven, releasesGiven } from "../regions.ts";
import { hashOf } from "../scale/hash.ts";
import type { Keyed } from "../scale/keyed.ts";
import { suspensionGiven } from "../suspension.ts";
import type { TaskParameters, TaskSet } from "../task-set.ts";
import { threadsOf } from "../threads/threads-of.ts";
import { patience, type RunSet, type Settings } from "./order.ts";
import type { CellResult, TaskResult } from "./result.ts";
import { type VariantName, variantOf } from "./variant.ts";

export interface Cell extends Keyed, RunSet {
  /** `set/variant/repetition` */
  readonly key: string;
  readonly set: string;
  readonly variant: VariantName;
  readonly repetition: number;
  /** For the time left. */
  readonly expectedSeconds: number;
}

export interface GridOptions {
  readonly sets: readonly TaskSet[];
  readonly variants: readonly VariantName[];
  readonly repetitions: number;
  readonly settings: Settings;
}

/** Starting a process, compiling and calibrating: seconds. */
const preparation = 1.1;

/**
 * One repetition of everything after the other. Sets are in an order that is as good as random, and always the same:
 * whoever stops early has some of all kinds. The variants of a set follow each other: what changes with time on the
 * machine changes for all.
 */
export function cellsOf({ sets, variants, repetitions, settings }: GridOptions): Cell[] {
  const shuffled = sets
    .map((set) => ({ set, place: hashOf(String(set.id)) }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  const expectedSeconds = settings.horizon / 1e6 + preparation;
  const cells: Cell[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    for (const { set } of shuffled) {
      for (const variant of variants) {
        const key = `${set.id}/${variant}/${repetition}`;
        cells.push({ key, set: String(set.id), ...runSetOf(set), variant, repetition, expectedSeconds });
      }
    }
  }
  return cells;
}

/** What of a set, or of a cell, is executed. */
export function runSetOf({ tasks, chains, loop, threads, placement, messages }: RunSet): RunSet {
  return {
    tasks,
    ...(chains !== undefined && { chains }),
    ...(loop !== undefined && { loop }),
    ...(threads !== undefined && { threads }),
    ...(placement !== undefined && { placement }),
    ...(messages !== undefined && { messages }),
  };
}

/** Milliseconds after which a cell's process hangs. */
export function longestCell(settings: Settings): number {
  return Math.ceil(patience(settings)) + 60_000;
}

/** Whether `result` is of the same tasks as `cell`: files outlive the sets they were measured for. */
export function isOfCell(result: CellResult, cell: Cell): boolean {
  const { tasks, variant } = cell;
  const same = (i: number) => {
    const [a, b] = [result.tasks[i], tasks[i]];
    if (a === undefined || b === undefined || a.C !== b.C || a.T !== b.T || a.D !== b.D) return false;
    return (
      isSame(releasesGiven(a), releasesGiven(b)) && isSame(suspensionGiven(a), suspensionGiven(b)) && regionsLike(a, b)
    );
  };
  const isKernel = variantOf(variant).kernel !== undefined;
  // Plain functions run to their ends, chunks or not.
  const regionsLike = (a: TaskResult, b: TaskParameters) =>
    (!isKernel || isSame(regionsGiven(a), regionsGiven(b))) && (variant !== "loop" || a.queue === b.queue);
  if (!isSame(result.threads, threadsOf({ id: "", ...runSetOf(cell) }))) return false;
  return result.tasks.length === tasks.length && tasks.every((_, i) => same(i)) && isOfChains(result, cell);
}

function isOfChains({ chains = [], loop }: CellResult, cell: Cell): boolean {
  const given = ({ name, trigger, tasks, D }: ReturnType<typeof chainsOf>[number]) => ({ name, trigger, tasks, D });
  const isSameLoop = cell.variant !== "loop" || isSame(loop, cell.loop);
  return (
    isSameLoop &&
    isSame(
      chains.map((chain) => given({ ...chain, D: chain.D })),
      chainsOf(cell).map(given),
    )
  );
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
