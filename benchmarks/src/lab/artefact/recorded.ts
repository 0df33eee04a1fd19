/** Our own runs: numbers alone, in small files of the repository, made by `--record`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder, writeTo } from "../write-file.ts";
import type { Item, Mode, Numbers } from "./experiment.ts";
import { root } from "./files.ts";
import type { MachineFacts } from "./machine.ts";

export interface Recorded {
  readonly when: string;
  readonly seconds: number;
  readonly machine: MachineFacts;
  readonly numbers: Numbers;
}

export const recordedFolder: string = join(root, "benchmarks/data/artefact");

const fileOf = (id: string, mode: Mode, folder: string) => join(folder, mode, `${id}.json`);

/** Our numbers of an item; undefined where it was not recorded. */
export function recordedOf(
  { id }: Pick<Item, "id">,
  mode: Mode,
  folder: string = recordedFolder,
): Recorded | undefined {
  const file = fileOf(id, mode, folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Recorded) : undefined;
}

/** Four digits are enough to compare by. */
export function record({ id }: Pick<Item, "id">, mode: Mode, one: Recorded, folder: string = recordedFolder): void {
  const numbers = Object.fromEntries(
    Object.entries(one.numbers).map(([label, value]) => [label, Number(value.toPrecision(4))]),
  );
  makeFolder(join(folder, mode));
  writeTo(fileOf(id, mode, folder), `${JSON.stringify({ ...one, numbers }, undefined, 2)}\n`);
}
