/** Σ C/T, the processor's share that a task set needs: exact. */
import { approximately, compare, type Fraction, fraction, one, sum } from "./fraction.ts";
import { greatestCommonDivisor } from "./integers.ts";
import type { TimedTask } from "./timed-task.ts";

/** Utilisation as an exact fraction. */
export function exactUtilisation(tasks: readonly Pick<TimedTask, "C" | "T">[]): Fraction {
  return sum(tasks.map(({ C, T }) => fraction(C, T)));
}

/** Utilisation as the nearest number. */
export function utilisation(tasks: readonly Pick<TimedTask, "C" | "T">[]): number {
  return approximately(exactUtilisation(tasks));
}

/** Negative, 0 or positive: whether the utilisation is below, at or above 1. */
export function compareUtilisationToOne(tasks: readonly Pick<TimedTask, "C" | "T">[]): number {
  let rough = 0;
  for (const { C, T } of tasks) rough += C / T;
  // Each quotient and each sum is off by 2^-53 of itself at most.
  const error = (tasks.length + 1) * Math.max(1, rough) * 2 ** -52;
  if (Math.abs(rough - 1) > error) return rough - 1;
  return compare(exactUtilisation(tasks), one);
}

/** Least common multiple of the periods. */
export function hyperperiod(tasks: readonly Pick<TimedTask, "T">[]): bigint {
  let common = 1n;
  for (const T of new Set(tasks.map((task) => task.T))) {
    const period = BigInt(T);
    common *= period / greatestCommonDivisor(common, period);
  }
  return common;
}
