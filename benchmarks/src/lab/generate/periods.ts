/** Periods, in microseconds. */
import { exp, log } from "./elementary.ts";
import type { Random } from "./random.ts";

/**
 * - log-uniform: each order of magnitude equally likely (Davis, Zabos and Burns, IEEE TC 2008; Emberson, Stafford and
 *   Davis, WATERS 2010)
 * - uniform: each period equally likely
 * - harmonic: of any two periods of a set one divides the other. A base from `least` to 2 `least` is doubled or tripled,
 *   equally likely, while it stays within `most`; each task has one of these periods, equally likely
 * - automotive: periods of engine control, by the shares of runnables in Kramer, Ziegenbein and Hamann, Real World
 *   Automotive Benchmarks for Free, WATERS 2015, without the 15 % that are angle-synchronous
 * - list: any of these, equally likely
 */
export type Periods =
  | { readonly kind: "log-uniform" | "uniform" | "harmonic"; readonly least: number; readonly most: number }
  | { readonly kind: "automotive" }
  | { readonly kind: "list"; readonly periods: readonly number[] };

/**
 * How log-uniform and uniform periods become multiples of the granularity g.
 *
 * - floor: g ⌊x/g⌋ with x from least to most + g, so that the multiple `most` has its share (Emberson, Stafford and
 *   Davis; with g = 1 SchedCAT's `log_uniform_int`)
 * - nearest: g times the integer nearest to x/g, with x from least to most, so that the two ends have half of it (SimSo)
 */
export type PeriodRounding = "floor" | "nearest";

export interface Granularity {
  /** `least` and `most` are multiples of it. */
  readonly granularity: number;
  readonly rounding: PeriodRounding;
}

/** Period in milliseconds, and percent of the tasks. */
export const automotiveShares: readonly (readonly [period: number, share: number])[] = [
  [1, 3],
  [2, 2],
  [5, 2],
  [10, 25],
  [20, 25],
  [50, 3],
  [100, 20],
  [200, 1],
  [1000, 4],
];

/** The periods of a set of `n` tasks. */
export function drawPeriods(random: Random, n: number, of: Periods, granularity: Granularity): number[] {
  const draw = drawer(random, of, granularity);
  return Array.from({ length: n }, draw);
}

function drawer(random: Random, of: Periods, { granularity, rounding }: Granularity): () => number {
  switch (of.kind) {
    case "log-uniform":
    case "uniform": {
      const { least, most } = of;
      const end = rounding === "floor" ? most + granularity : most;
      const snap = rounding === "floor" ? Math.floor : Math.round;
      const [from, to] = [log(least), log(end)];
      return () => {
        const x = of.kind === "uniform" ? random.between(least, end) : exp(random.between(from, to));
        return Math.min(most, Math.max(least, granularity * snap(x / granularity)));
      };
    }
    case "harmonic": {
      const chain = harmonicChain(random, of.least, of.most, granularity);
      return () => chain[random.integer(0, chain.length - 1)] as number;
    }
    case "automotive": {
      const all = automotiveShares.reduce((sum, [, share]) => sum + share, 0);
      return () => {
        let left = random.between(0, all);
        const found = automotiveShares.find(([, share]) => {
          left -= share;
          return left < 0;
        });
        return 1000 * (found ?? automotiveShares[0] ?? [1, 1])[0];
      };
    }
    case "list":
      return () => of.periods[random.integer(0, of.periods.length - 1)] as number;
  }
}

function harmonicChain(random: Random, least: number, most: number, granularity: number): number[] {
  const base = granularity * random.integer(least / granularity, Math.floor(Math.min(most, 2 * least) / granularity));
  const chain: number[] = [];
  for (let period = base; period <= most; period *= random.integer(2, 3)) chain.push(period);
  return chain;
}

/** No period is shorter. */
export function leastPeriod(of: Periods): number {
  switch (of.kind) {
    case "automotive":
      return 1000;
    case "list":
      return of.periods.reduce((least, period) => Math.min(least, period), Number.POSITIVE_INFINITY);
    case "log-uniform":
    case "uniform":
    case "harmonic":
      return of.least;
  }
}
