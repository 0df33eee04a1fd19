/** What became of the items of a run: a file beside the results, and small files in the repository for our own. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Experiment, Item, Mode, Numbers } from "./experiment.ts";
import { type Checksums, filesIn } from "./files.ts";
import type { MachineFacts } from "./machine.ts";

/**
 * - "holds", "differs": the experiment ran, and the expected shape holds or not.
 * - "disturbed": it does not hold, and other programs had the processor meanwhile.
 * - "failed": a command failed, or its results have no numbers.
 * - "left out": the machine lacks what the experiment needs.
 * - "open": it was not run yet.
 */
export type Status = "holds" | "differs" | "disturbed" | "failed" | "left out" | "open";

export interface ItemResult {
  readonly status: Status;
  readonly numbers: Numbers;
  /** In the order of the item's shapes; null where a quick run is too short to say. */
  readonly holds: readonly (boolean | null)[];
  /** Of "failed" and "left out". */
  readonly why?: string;
}

/** What an experiment's folder holds when its commands have ended. */
export interface Done {
  /** Of the commands and the inputs: other ones are run again. */
  readonly key: string;
  readonly mode: Mode;
  /** ISO 8601. */
  readonly when: string;
  readonly seconds: number;
  readonly machine: MachineFacts;
  readonly inputs: Checksums;
  readonly outputs: Checksums;
}

export const doneFile = "done.json";

export function readDone(folder: string): Done | undefined {
  const file = join(folder, doneFile);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Done) : undefined;
}

/** The numbers of an item in a folder of results, and whether its shape holds. */
export function resultOf(item: Item, folder: string, mode: Mode): ItemResult {
  try {
    return judged(item, item.read(filesIn(folder)), mode);
  } catch (error) {
    return { status: "failed", numbers: {}, holds: [], why: `its results cannot be read: ${(error as Error).message}` };
  }
}

/** A number that is not there makes no shape hold. */
export function judged(
  { shape, isDisturbed }: Pick<Item, "shape" | "isDisturbed">,
  numbers: Numbers,
  mode: Mode,
): ItemResult {
  const holds = shape.map(({ holds, fullOnly = false }) => (fullOnly && mode === "quick" ? null : holds(numbers)));
  const status = !holds.includes(false) ? "holds" : isDisturbed?.(numbers) ? "disturbed" : "differs";
  return { status, numbers, holds };
}

export const openResult: ItemResult = { status: "open", numbers: {}, holds: [] };

/** All items of some experiments, each with its experiment. */
export function itemsOf(experiments: readonly Experiment[]): { experiment: Experiment; item: Item }[] {
  return experiments.flatMap((experiment) => experiment.items.map((item) => ({ experiment, item })));
}
