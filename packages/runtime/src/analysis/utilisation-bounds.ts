/**
 * Sufficient tests in one look at the utilisations, all decided exactly. They tell nothing where they fail.
 */
import { compare, type Fraction, fraction, one, plus, product, sum, times } from "./fraction.ts";
import { checkOrder, checkTasks, type TimedTask } from "./timed-task.ts";
import { exactUtilisation, utilisation } from "./utilisation.ts";

const two = fraction(2, 1);

/** The least upper bound of Liu and Layland 1973, theorem 5: n (2^(1/n) - 1). For people; the tests decide exactly. */
export function liuLaylandBound(n: number): number {
  return n * (2 ** (1 / n) - 1);
}

/**
 * Whether a sum or product of positive terms is at most `bound`. Rounded numbers decide where rounding cannot matter, which
 * is nearly everywhere; fractions of large sets have a million digits.
 *
 * @param estimate Rounded, each of `roundings` times
 */
function isAtMost(estimate: number, bound: number, roundings: number, exact: () => boolean): boolean {
  const doubt = 4 * roundings * Number.EPSILON * bound;
  if (estimate < bound - doubt) return true;
  return estimate <= bound + doubt && exact();
}

/** U ≤ n (2^(1/n) - 1), without a root: (1 + U/n)^n ≤ 2. */
function isWithinLiuLayland(estimate: number, n: number, exact: () => Fraction): boolean {
  return isAtMost(estimate, n * Math.expm1(Math.LN2 / n), 3 * n + 6, () => {
    const { top, bottom } = exact();
    return isPowerAtMostTwo(plus(one, { top, bottom: bottom * BigInt(n) }), n);
  });
}

/**
 * Whether `base`^n ≤ 2, in so many binary digits as it takes: for n above 1 the root of 2 is no fraction, so that some
 * number of digits tells them apart.
 */
function isPowerAtMostTwo({ top, bottom }: Fraction, n: number): boolean {
  if (n === 1) return top <= 2n * bottom;
  for (let digits = 128n; ; digits *= 2n) {
    const limit = 2n << digits;
    const low = (top << digits) / bottom;
    // Rounded up, the power is an upper bound, as it is a lower one rounded down.
    if (power(low + 1n, n, digits, (1n << digits) - 1n) <= limit) return true;
    if (power(low, n, digits, 0n) > limit) return false;
  }
}

/** `base`^n with so many digits behind the point; `round` is added to each product before further digits are dropped. */
function power(base: bigint, n: number, digits: bigint, round: bigint): bigint {
  let [result, square] = [1n << digits, base];
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * square + round) >> digits;
    square = (square * square + round) >> digits;
  }
  return result;
}

/**
 * Whether rate-monotonic priorities surely meet deadlines at the ends of the periods (Liu and Layland, Scheduling
 * Algorithms for Multiprogramming in a Hard-Real-Time Environment, JACM 1973, theorem 5).
 */
export function passesLiuLayland(tasks: readonly TimedTask[]): boolean {
  checkTasks(tasks);
  return tasks.length === 0 || isWithinLiuLayland(utilisation(tasks), tasks.length, () => exactUtilisation(tasks));
}

/** Π (1 + C/T) ≤ 2: the hyperbolic bound (Bini, Buttazzo and Buttazzo, IEEE TC 2003, theorem 1). */
export function passesHyperbolic(tasks: readonly TimedTask[]): boolean {
  checkTasks(tasks);
  return compare(hyperbolicProduct(tasks), two) <= 0;
}

/** Π (1 + C/T), exact. */
export function hyperbolicProduct(tasks: readonly TimedTask[]): Fraction {
  return product(tasks.map(({ C, T }) => fraction(C + T, T)));
}

/**
 * Liu and Layland's bound with blocking B, at each level of `order` (Sha, Rajkumar and Lehoczky, IEEE TC 1990,
 * theorem 15): Σ_{k≤i} C/T + B_i/T_i ≤ i (2^(1/i) - 1).
 */
export function passesLiuLaylandWithBlocking(tasks: readonly TimedTask[], order: readonly number[]): boolean {
  let load = 0;
  return eachLevel(tasks, order, (task, level, above) => {
    const { C, T, B = 0 } = task;
    load += C / T;
    return isWithinLiuLayland(load + B / T, level + 1, () =>
      plus(exactUtilisation([...above(), task]), fraction(B, T)),
    );
  });
}

/**
 * The hyperbolic bound with blocking, at each level of `order` (Buttazzo, Hard Real-Time Computing Systems, chapter
 * 7): Π_{k<i} (1 + C/T) · (1 + (C_i + B_i)/T_i) ≤ 2.
 */
export function passesHyperbolicWithBlocking(tasks: readonly TimedTask[], order: readonly number[]): boolean {
  let load = 1;
  return eachLevel(tasks, order, (task, level, above) => {
    const { C, T, B = 0 } = task;
    const estimate = load * (1 + (C + B) / T);
    load *= 1 + C / T;
    return isAtMost(estimate, 2, 3 * level + 4, () => {
      const last = plus(fraction(C + T, T), fraction(B, T));
      return compare(times(hyperbolicProduct(above()), last), two) <= 0;
    });
  });
}

/** Σ C/min(D, T), exact. */
export function density(tasks: readonly TimedTask[]): Fraction {
  return sum(tasks.map(({ C, T, D }) => fraction(C, Math.min(D, T))));
}

/** Σ C/min(D, T) ≤ 1: EDF surely meets all deadlines. */
export function passesDensity(tasks: readonly TimedTask[]): boolean {
  checkTasks(tasks);
  return compare(density(tasks), one) <= 0;
}

/**
 * Density with blocking for EDF, by increasing relative deadline (Baker, Stack-Based Scheduling of Realtime Processes,
 * Real-Time Systems 1991): Σ_{k≤i} C/min(D, T) + B_i/min(D_i, T_i) ≤ 1 for every i. `order`:
 * deadline-monotonic.
 */
export function passesBaker(tasks: readonly TimedTask[], order: readonly number[]): boolean {
  let load = 0;
  return eachLevel(tasks, order, (task, level, above) => {
    const { C, T, D, B = 0 } = task;
    const length = Math.min(D, T);
    load += C / length;
    return isAtMost(load + B / length, 1, 2 * level + 4, () => {
      return compare(plus(density([...above(), task]), fraction(B, length)), one) <= 0;
    });
  });
}

/** @param passes Is told the task, how many are more urgent, and which */
function eachLevel(
  tasks: readonly TimedTask[],
  order: readonly number[],
  passes: (task: TimedTask, level: number, above: () => readonly TimedTask[]) => boolean,
): boolean {
  checkTasks(tasks);
  checkOrder(order, tasks.length);
  const sorted = order.map((i) => tasks[i] as TimedTask);
  return sorted.every((task, level) => passes(task, level, () => sorted.slice(0, level)));
}
