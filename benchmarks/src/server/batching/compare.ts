/** How variants differ from the plain emitter: Wilcoxon's tests, corrected by Holm, with effect sizes and Hodges and Lehmann's estimates. */
import { sizeWord } from "../../lab/report/compare.ts";
import { pairedShift } from "../../lab/report/statistics/hodges-lehmann.ts";
import { holm } from "../../lab/report/statistics/holm.ts";
import { rankSumTest } from "../../lab/report/statistics/rank-sum.ts";
import { signedRankTest } from "../../lab/report/statistics/signed-rank.ts";
import type { Turn } from "./measure.ts";

export const measures = {
  cpuPerDelivery: "CPU per delivered message",
  throughput: "messages delivered a second",
  switches: "context switches per delivered message",
  p50: "median latency",
  p99: "p99 latency",
  alert: "p99 latency of alerts",
} as const;
export type Measure = keyof typeof measures;

export interface Comparison {
  readonly variant: string;
  readonly measure: Measure;
  /** By how many percent more than the plain emitter, with a 95 % interval: Hodges and Lehmann's estimate over the blocks, of ratios. */
  readonly change: number;
  readonly interval: readonly [from: number, to: number];
  /** p-values after Holm's correction, over all comparisons of the same load. */
  readonly rankSum: number;
  readonly signedRank: number;
  /** Cliff's delta: -1, all values smaller than any of the plain emitter, to 1. */
  readonly delta: number;
  readonly size: string;
}

export const measureOf = (turn: Turn, measure: Measure): number =>
  measure === "alert" ? turn.kinds.alert.p99 : turn[measure];

export function compareWith(baseline: string, turns: readonly Turn[], of: readonly Measure[]): Comparison[] {
  const names = [...new Set(turns.map(({ variant }) => variant))].filter((name) => name !== baseline);
  const found = of.flatMap((measure) => {
    // Zero switches have no logarithm: a thousandth of one counts in their place.
    const logs = (name: string) =>
      turns.filter(({ variant }) => variant === name).map((turn) => Math.log(Math.max(1e-3, measureOf(turn, measure))));
    const plain = logs(baseline);
    return names.map((variant) => {
      const own = logs(variant);
      const differences = own.map((value, block) => value - (plain[block] as number));
      return {
        variant,
        measure,
        shift: pairedShift(differences),
        rankSum: rankSumTest(own, plain),
        signedRank: signedRankTest(differences),
      };
    });
  });
  const rankSums = holm(found.map(({ rankSum }) => rankSum.p));
  const signedRanks = holm(found.map(({ signedRank }) => signedRank.p));
  return found.map(({ variant, measure, shift, rankSum }, i) => ({
    variant,
    measure,
    change: percentOf(shift.estimate),
    interval: [percentOf(shift.interval[0]), percentOf(shift.interval[1])],
    rankSum: rankSums[i] as number,
    signedRank: signedRanks[i] as number,
    delta: rankSum.delta,
    size: sizeWord(rankSum.delta),
  }));
}

const percentOf = (log: number) => (Math.exp(log) - 1) * 100;
