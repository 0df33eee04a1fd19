/** Which suites are in the user's folder: it is a checkout itself, or holds checkouts. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { awfy } from "./awfy.ts";
import { jetstream } from "./jetstream.ts";
import { octane } from "./octane.ts";
import type { Suite } from "./suite.ts";

export const suites: readonly Suite[] = [awfy, octane, jetstream];

export interface Found {
  readonly suite: Suite;
  readonly checkout: string;
}

export interface Search {
  readonly found: readonly Found[];
  readonly missing: readonly Suite[];
}

/** @throws RangeError if the folder cannot be read, or has none of the suites */
export function findSuites(folder: string): Search {
  const places = [folder, ...foldersIn(folder)];
  const found = suites.flatMap((suite) => {
    const checkout = places.find((place) => suite.isIn(place));
    return checkout === undefined ? [] : [{ suite, checkout }];
  });
  const missing = suites.filter((suite) => found.every((one) => one.suite !== suite));
  if (found.length === 0) {
    throw new RangeError(`--from ${folder} has none of the suites. Bring one there:\n${howToGet(missing)}`);
  }
  return { found, missing };
}

export function howToGet(suites: readonly Suite[]): string {
  return suites.map(({ title, howToGet }) => `  ${title}: ${howToGet}`).join("\n");
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => join(folder, name))
      .sort();
  } catch (error) {
    throw new RangeError(`--from ${folder} cannot be read: ${(error as Error).message}`);
  }
}
