/** Response times of all jobs, by variant and class of tasks: in a few numbers, and as a density over the logarithm. */
import type { CellResult } from "../run/result.ts";
import { variantNames } from "../run/variant.ts";
import { densityOf } from "./statistics/density.ts";
import { quantilesOf } from "./statistics/describe.ts";
import { responsesByClass, type TaskClass, taskClasses } from "./task-ranks.ts";

export interface ResponseDensity {
  readonly variant: string;
  readonly taskClass: TaskClass;
  /** Jobs that ended, and jobs that did not: those have no response time. */
  readonly jobs: number;
  readonly unfinished: number;
  /** Of response / D. NaN without jobs. */
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly worst: number;
  /** The share beyond the deadline. */
  readonly late: number;
  /** log₁₀(response / D) and its density, by decade. Empty without jobs. */
  readonly points: readonly (readonly [x: number, density: number])[];
}

/** A job that does nothing takes less than the clock shows: it stands at the end of the axis. */
const leastShown = 1e-5;
/** Of the range, at either end, for the kernels of the last values. */
const margin = 0.3;

export function responseDensities(results: readonly CellResult[]): ResponseDensity[] {
  return variantNames.flatMap((variant) => {
    const own = results.filter((result) => result.variant === variant);
    if (own.length === 0) return [];
    const byClass = responsesByClass(own);
    return taskClasses.map((taskClass) => ({ variant, taskClass, ...summarise(byClass[taskClass]) }));
  });
}

function summarise({ values, unfinished }: { readonly values: readonly number[]; readonly unfinished: number }) {
  const [median = Number.NaN, p95 = Number.NaN, p99 = Number.NaN, worst = Number.NaN] = quantilesOf(
    values,
    [0.5, 0.95, 0.99, 1],
  );
  const logs = values.map((value) => Math.log10(Math.max(value, leastShown)));
  const least = logs.reduce((low, value) => Math.min(low, value), Infinity);
  const most = logs.reduce((high, value) => Math.max(high, value), -Infinity);
  return {
    jobs: values.length,
    unfinished,
    median,
    p95,
    p99,
    worst,
    late: values.filter((value) => value > 1).length / values.length,
    points: values.length === 0 ? [] : densityOf(logs, least - margin, most + margin).points,
  };
}
