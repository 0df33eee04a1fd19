/** Which variant is better, and by how much? Pairs of series, measure by measure, one value for each task set. */
import { type Measure, measures, valuesBySet } from "./cell.ts";
import { hasMeasure } from "./measured.ts";
import type { PaperVariant } from "./paper-results.ts";
import { counterparts, publishedName, type Series } from "./series.ts";
import { describe } from "./statistics/describe.ts";
import { holm } from "./statistics/holm.ts";
import { type RankSumTest, rankSumTest } from "./statistics/rank-sum.ts";
import { type SignedRankTest, signedRankTest } from "./statistics/signed-rank.ts";

export interface Comparison {
  readonly measure: Measure;
  readonly a: string;
  readonly b: string;
  readonly medians: readonly [a: number, b: number];
  /** Of all sets that either has. `corrected`: by Holm, over all rank-sum tests of the report. */
  readonly rankSum: RankSumTest & { readonly corrected: number };
  /** Of the sets that both have; absent if there are none. `corrected`: over all signed-rank tests. */
  readonly paired?: SignedRankTest & {
    readonly corrected: number;
    /** Median of a - b over the sets. */
    readonly medianDifference: number;
  };
}

type Uncorrected = Omit<Comparison, "rankSum" | "paired"> & {
  readonly rankSum: RankSumTest;
  readonly paired?: SignedRankTest & { readonly medianDifference: number };
};

/** All pairs of what was measured here; and of each with its counterpart of the paper, on the task sets that both ran. */
export function compareSeries(series: readonly Series[]): Comparison[] {
  const measured = series.filter(({ published }) => !published);
  const pairs = measured.flatMap((a, i) => measured.slice(i + 1).map((b) => [a, b] as const));
  const published = (Object.keys(counterparts) as PaperVariant[]).flatMap((variant) => {
    const theirs = series.find(({ name }) => name === publishedName(variant));
    const ours = measured.filter(({ name }) => counterparts[variant].some((known) => known === name));
    return theirs === undefined ? [] : ours.map((own) => onCommonSets(own, theirs));
  });
  const all = [...pairs, ...published.filter(([a, b]) => a.cells.length > 0 && b.cells.length > 0)];
  const found = measures.flatMap((measure) =>
    all
      .filter((pair) => pair.every(({ name, cells }) => hasMeasure(name, cells, measure)))
      .map(([a, b]) => compare(a, b, measure)),
  );
  return correct(found);
}

/** Other task sets are other work: a difference would say nothing of the variants. */
function onCommonSets(a: Series, b: Series): readonly [Series, Series] {
  const sets = (one: Series) => new Set(one.cells.map(({ set }) => set));
  const [ofA, ofB] = [sets(a), sets(b)];
  const only = (one: Series) => ({ ...one, cells: one.cells.filter(({ set }) => ofA.has(set) && ofB.has(set)) });
  return [only(a), only(b)];
}

function compare(a: Series, b: Series, measure: Measure): Uncorrected {
  const [ofA, ofB] = [valuesBySet(a.cells, measure), valuesBySet(b.cells, measure)];
  const [valuesA, valuesB] = [[...ofA.values()], [...ofB.values()]];
  const differences = [...ofA].flatMap(([set, value]) => {
    const other = ofB.get(set);
    return other === undefined ? [] : [value - other];
  });
  return {
    measure,
    a: a.name,
    b: b.name,
    medians: [describe(valuesA).median, describe(valuesB).median],
    rankSum: rankSumTest(valuesA, valuesB),
    ...(differences.length > 0 && {
      paired: { ...signedRankTest(differences), medianDifference: describe(differences).median },
    }),
  };
}

function correct(all: readonly Uncorrected[]): Comparison[] {
  const rankSums = holm(all.map(({ rankSum }) => rankSum.p));
  const signedRanks = holm(all.map(({ paired }) => paired?.p ?? Number.NaN));
  return all.map(({ paired, ...rest }, i) => ({
    ...rest,
    rankSum: { ...rest.rankSum, corrected: rankSums[i] as number },
    ...(paired !== undefined && { paired: { ...paired, corrected: signedRanks[i] as number } }),
  }));
}

/** Cliff's delta in words, by the thresholds of Romano et al. (2006). */
export function sizeWord(delta: number): "negligible" | "small" | "medium" | "large" {
  const size = Math.abs(delta);
  return size < 0.147 ? "negligible" : size < 0.33 ? "small" : size < 0.474 ? "medium" : "large";
}
