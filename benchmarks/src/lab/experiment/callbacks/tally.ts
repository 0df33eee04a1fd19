/** Counts of the sets that tests accept, and of those that are simulated without a miss. */
import { intervalOf } from "../../analyze/acceptance.ts";
import { csvField } from "../../csv.ts";
import type { CellResult } from "../../run/result.ts";
import { type SimulatedName, simulatedNames, type TestedSet, type TestName, testNames } from "./test-each.ts";

export interface Counted {
  readonly sets: number;
  readonly accepted: number;
  /** 95 % interval of the share (Wilson). */
  readonly interval: readonly [from: number, to: number];
  /** Weighted schedulability, Σ U·S / Σ U (Bastoni, Brandenburg and Anderson 2010). */
  readonly weighted: number;
}

/** What a column of the table says: an analysis accepts the set, or its simulation has no miss. */
export type Column =
  | { readonly kind: "accepted"; readonly name: TestName }
  | { readonly kind: "simulated"; readonly name: SimulatedName };

export const columns: readonly Column[] = [
  ...testNames.map((name) => ({ kind: "accepted", name }) as const),
  ...simulatedNames.map((name) => ({ kind: "simulated", name }) as const),
];

/** Null: the test was left undecided. */
export function passes(set: TestedSet, column: Column): boolean | null {
  return column.kind === "accepted" ? set.accepted[column.name] : set.simulated[column.name].misses === 0;
}

export function countOf(sets: readonly TestedSet[], column: Column): Counted {
  const decided = sets.filter((set) => passes(set, column) !== null);
  const accepted = decided.filter((set) => passes(set, column) === true);
  const weight = (of: readonly TestedSet[]) => of.reduce((sum, { utilisation }) => sum + utilisation, 0);
  const counts = { sets: decided.length, accepted: accepted.length };
  if (decided.length === 0) return { ...counts, interval: [0, 1], weighted: Number.NaN };
  return { ...counts, interval: intervalOf(counts), weighted: weight(accepted) / weight(decided) };
}

/** Of all jobs of these sets in simulation, the part that missed its deadline. */
export function missRatioOf(sets: readonly TestedSet[], name: SimulatedName): number {
  const all = sets.map(({ simulated }) => simulated[name]);
  const sum = (field: "jobs" | "misses") => all.reduce((total, counts) => total + counts[field], 0);
  return sum("misses") / sum("jobs");
}

export interface Executed {
  readonly share: number;
  readonly variant: string;
  /** Cells that count, and those that other programs disturbed. */
  readonly cells: number;
  readonly disturbed: number;
  readonly withoutMiss: number;
  readonly jobs: number;
  readonly misses: number;
}

/** @param sets The ids tell the share. */
export function executedOf(results: readonly CellResult[], sets: readonly TestedSet[]): Executed[] {
  const shareOf = new Map(sets.map(({ key, share }) => [key, share]));
  const groups = Map.groupBy(
    results.filter(({ set }) => shareOf.has(set)),
    ({ set, variant }) => JSON.stringify([shareOf.get(set), variant]),
  );
  return [...groups]
    .map(([key, all]) => {
      const [share, variant] = JSON.parse(key) as [number, string];
      const quiet = all.filter(({ disturbed }) => !disturbed);
      const sum = (field: "jobs" | "misses") => quiet.reduce((total, result) => total + result[field], 0);
      return {
        share,
        variant,
        cells: quiet.length,
        disturbed: all.length - quiet.length,
        withoutMiss: quiet.filter(({ misses }) => misses === 0).length,
        jobs: sum("jobs"),
        misses: sum("misses"),
      };
    })
    .sort((a, b) => a.share - b.share);
}

/** A line for each share, utilisation and column, and without a utilisation for each share and column. */
export function callbacksCsv(sets: readonly TestedSet[]): string {
  const lines: string[] = [];
  for (const share of distinct(sets.map((set) => set.share))) {
    const own = sets.filter((set) => set.share === share);
    for (const utilisation of [...distinct(own.map(({ nominal }) => nominal)), undefined]) {
      const cell = own.filter(({ nominal }) => utilisation === undefined || nominal === utilisation);
      for (const column of columns) {
        const { sets, accepted, interval, weighted } = countOf(cell, column);
        const ratio = column.kind === "simulated" ? missRatioOf(cell, column.name) : "";
        const place = [share, utilisation ?? "", column.kind, csvField(column.name)];
        lines.push([...place, sets, accepted, accepted / sets, ...interval, weighted, ratio].join(","));
      }
    }
  }
  return ["long,utilisation,kind,test,sets,passed,share,from,to,weighted,missRatio", ...lines, ""].join("\n");
}

export function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Sets by the longest callback over the shortest deadline: where one callback alone can make another late. */
export const ratioBins: readonly (readonly [from: number, to: number])[] = [
  [0, 0.25],
  [0.25, 0.5],
  [0.5, 0.75],
  [0.75, 1],
  [1, 2],
  [2, Number.POSITIVE_INFINITY],
];

export function inBin(sets: readonly TestedSet[], [from, to]: readonly [number, number]): TestedSet[] {
  return sets.filter(({ longestC, shortestD }) => longestC / shortestD >= from && longestC / shortestD < to);
}
