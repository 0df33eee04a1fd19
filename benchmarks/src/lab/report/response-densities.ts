/** Response times of all jobs, by variant and class of tasks: in a few numbers, and as a density over the logarithm. */
import { densityOfCounts } from "./statistics/density.ts";
import { type Responses, type ResponsesByClass, type TaskClass, taskClasses } from "./task-ranks.ts";

export interface ResponseDensity {
  readonly variant: string;
  readonly taskClass: TaskClass;
  /** Jobs that ended, and jobs that did not: those have no response time. */
  readonly jobs: number;
  readonly unfinished: number;
  /** Of response / D, to 0.06 %; the worst is exact. NaN without jobs. */
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly worst: number;
  /** The share beyond the deadline. */
  readonly late: number;
  /** log₁₀(response / D) and its density, by decade. Empty without jobs. */
  readonly points: readonly (readonly [x: number, density: number])[];
}

/** Of the range, at either end, for the kernels of the last values. */
const margin = 0.3;

export function responseDensities(variant: string, responses: ResponsesByClass): ResponseDensity[] {
  return taskClasses.map((taskClass) => ({ variant, taskClass, ...summarise(responses.of(taskClass)) }));
}

function summarise({ values, late, unfinished }: Responses) {
  const [lower = Number.NaN, median = Number.NaN, upper = Number.NaN, p95 = Number.NaN, p99 = Number.NaN] = [
    0.25, 0.5, 0.75, 0.95, 0.99,
  ].map((part) => values.quantile(part));
  const logs = [...values.logs()];
  const spread = {
    count: values.count,
    deviation: values.deviation,
    lower: Math.log10(lower),
    upper: Math.log10(upper),
  };
  const [least, most] = [logs[0]?.[0] ?? 0, logs.at(-1)?.[0] ?? 0];
  return {
    jobs: values.count,
    unfinished,
    median,
    p95,
    p99,
    worst: values.count === 0 ? Number.NaN : values.most,
    late: late / values.count,
    points: values.count === 0 ? [] : densityOfCounts(logs, spread, least - margin, most + margin).points,
  };
}
