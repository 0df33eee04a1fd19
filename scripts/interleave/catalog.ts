/** The packages, in the order of the table. */
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Entry } from "./entry.ts";

/** The files in packages/. */
export const groups = [
  "numbers",
  "markup",
  "geometry",
  "worlds",
  "data",
  "languages",
  "templates",
  "formats",
  "bytes",
] as const;

/** The file of a group. */
export const fileOf = (group: string): string => fileURLToPath(new URL(`packages/${group}.mjs`, import.meta.url));

/** The entries of such a file; the packages themselves are not loaded yet. */
export async function entriesOf(file: string): Promise<readonly Entry[]> {
  const module = (await import(pathToFileURL(file).href)) as { entries: readonly Entry[] };
  return module.entries;
}
