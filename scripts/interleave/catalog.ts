/** The packages, in the order of the table. */
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

/** The entries of one group; the packages themselves are not loaded yet. */
export async function entriesOf(group: string): Promise<readonly Entry[]> {
  const module = (await import(new URL(`packages/${group}.mjs`, import.meta.url).href)) as {
    entries: readonly Entry[];
  };
  return module.entries;
}
