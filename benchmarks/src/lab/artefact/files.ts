/** Files of a run: read by items, and written down with their checksums. */
import { hash } from "node:crypto";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import type { ResultFiles } from "./experiment.ts";

/** The root of the repository. */
export const root: string = fileURLToPath(new URL("../../../../", import.meta.url));

export function filesIn(folder: string): ResultFiles {
  const text = (name: string) => readFileSync(join(folder, name), "utf8");
  return {
    text,
    json: (name) => JSON.parse(text(name)),
    csv: (name) => parse(text(name), { columns: true }) as Record<string, string>[],
  };
}

/** sha256 in hexadecimal digits, by names in the order of the alphabet. */
export type Checksums = Readonly<Record<string, string>>;

/** Of all files in a folder and below. */
export function checksumsIn(folder: string): Checksums {
  const names = globSync("**/*", { cwd: folder }).filter((name) => statSync(join(folder, name)).isFile());
  return checksumsOf(names.sort(), folder);
}

/** @param names From the folder; those that are not there are left out */
export function checksumsOf(names: readonly string[], folder: string = root): Checksums {
  return Object.fromEntries(
    names.filter((name) => existsSync(join(folder, name))).map((name) => [name, sha256Of(join(folder, name))]),
  );
}

export const sha256Of = (file: string): string => hash("sha256", readFileSync(file));
