/**
 * Task sets of an event loop: callbacks that are short and come often, and a share of long ones that come seldom.
 *
 * Periods are drawn first. Then utilisations are drawn so that they have the given sum and each execution time lies between
 * its bounds, all such vectors equally likely (see generate/convolutional-fixed-sum.ts). Where the periods leave no such
 * vector, they are drawn anew.
 */
import { LabError } from "../../errors.ts";
import { type Bounds, convolutionalFixedSum } from "../../generate/convolutional-fixed-sum.ts";
import { drawPeriods, type Periods } from "../../generate/periods.ts";
import { Random } from "../../generate/random.ts";
import type { TaskParameters, TaskSet } from "../../task-set.ts";

export const periodKinds = ["log-uniform", "automotive"] as const;
export type PeriodKind = (typeof periodKinds)[number];

/** A set with what it was generated for. `analyze --by share` finds the number in the file. */
export interface CallbackSet extends TaskSet {
  readonly id: string;
  /** Part of the tasks whose callbacks are long: 0 to 1. */
  readonly share: number;
  /** That the set was generated for; that of the set differs by rounding. */
  readonly nominal: number;
}

export interface SetOptions {
  /** An integer from 0 to 2^53 - 1. */
  readonly seed: number;
  readonly tasks: number;
  readonly periods: PeriodKind;
}

/** Microseconds: the execution times of short and of long callbacks, and the shortest period of a long one. */
export const short = { least: 50, most: 2000 } as const;
export const long = { least: 5000, most: 50_000 } as const;
export const seldom = 100_000;

const shortPeriods: Periods = { kind: "log-uniform", least: 10_000, most: seldom };
const longPeriods: Periods = { kind: "log-uniform", least: seldom, most: 1_000_000 };
const granularity = { granularity: 1000, rounding: "floor" } as const;
const mostAttempts = 10_000;

/**
 * @param share Of long callbacks; rounded to whole tasks
 * @param index From 0: sets of one cell are told apart by it
 * @throws LabError if no periods leave such a utilisation
 */
export function callbackSet(options: SetOptions, share: number, utilisation: number, index: number): CallbackSet {
  const { seed, tasks: n, periods } = options;
  const longs = Math.round(share * n);
  const random = new Random(seed, Math.round(share * 1e6), Math.round(utilisation * 1e6), index);
  const times = Array.from({ length: n }, (_, i) => (i < longs ? long : short));
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const Ts = times.map((bounds) => drawPeriod(random, bounds === long, periods));
    const bounds = times.map(({ least, most }, i): Bounds => {
      const T = Ts[i] as number;
      return { least: least / T, most: Math.min(most, T) / T };
    });
    if (!allows(bounds, utilisation)) continue;
    const us = convolutionalFixedSum(bounds, utilisation)(random);
    const tasks = us.map((u, i) => taskOf(u, Ts[i] as number, times[i] as typeof long | typeof short));
    const id = `s${share.toFixed(2)}-u${utilisation.toFixed(2)}-${index}`;
    return { id, share, nominal: utilisation, tasks, ...(longs > 0 && { loop: { levels: { long: 1 } } }) };
  }
  const words = `${longs} of ${n} callbacks are long, and no periods were found with the utilisation ${utilisation}`;
  throw new LabError("callbacks_impossible", `${words}. Give another --share, --utilisation or --tasks.`);
}

function taskOf(u: number, T: number, { least, most }: { readonly least: number; readonly most: number }) {
  const C = Math.max(least, Math.min(most, T, Math.round(u * T)));
  return { C, T, D: T, queue: most === long.most ? "long" : "short" } satisfies TaskParameters;
}

function allows(bounds: readonly Bounds[], sum: number): boolean {
  const of = (field: keyof Bounds) => bounds.reduce((all, bound) => all + bound[field], 0);
  return of("least") <= sum && sum <= of("most");
}

/** Those of an engine control are drawn again until they are of that kind. */
function drawPeriod(random: Random, isLong: boolean, kind: PeriodKind): number {
  if (kind === "log-uniform")
    return drawPeriods(random, 1, isLong ? longPeriods : shortPeriods, granularity)[0] as number;
  for (;;) {
    const [T] = drawPeriods(random, 1, { kind }, granularity) as [number];
    if (T >= seldom === isLong) return T;
  }
}
