/**
 * Sufficient tests in one look at the utilisations, all decided exactly. They tell nothing where they fail.
 */
import { compare, type Fraction, fraction, one, plus, product, sum, times } from "./fraction.ts";
import { checkOrder, checkTasks, type TimedTask } from "./timed-task.ts";
import { exactUtilisation } from "./utilisation.ts";

const two = fraction(2, 1);

/** The least upper bound of Liu and Layland 1973, theorem 5: n (2^(1/n) - 1). For people; the tests decide exactly. */
export function liuLaylandBound(n: number): number {
  return n * (2 ** (1 / n) - 1);
}

/** U ≤ n (2^(1/n) - 1), without a root: (1 + U/n)^n ≤ 2. */
function isWithinLiuLayland(load: Fraction, n: number): boolean {
  const base = plus(one, { top: load.top, bottom: load.bottom * BigInt(n) });
  return base.top ** BigInt(n) <= 2n * base.bottom ** BigInt(n);
}

/**
 * Whether rate-monotonic priorities surely meet deadlines at the ends of the periods (Liu and Layland, Scheduling
 * Algorithms for Multiprogramming in a Hard-Real-Time Environment, JACM 1973, theorem 5).
 */
export function passesLiuLayland(tasks: readonly TimedTask[]): boolean {
  checkTasks(tasks);
  return tasks.length === 0 || isWithinLiuLayland(exactUtilisation(tasks), tasks.length);
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
  return eachLevel(tasks, order, (above, task) => {
    const load = sum([...above.map(({ C, T }) => fraction(C, T)), fraction(task.C, task.T), blocking(task, task.T)]);
    return isWithinLiuLayland(load, above.length + 1);
  });
}

/**
 * The hyperbolic bound with blocking, at each level of `order` (Buttazzo, Hard Real-Time Computing Systems, chapter
 * 7): Π_{k<i} (1 + C/T) · (1 + (C_i + B_i)/T_i) ≤ 2.
 */
export function passesHyperbolicWithBlocking(tasks: readonly TimedTask[], order: readonly number[]): boolean {
  return eachLevel(tasks, order, (above, task) => {
    const last = plus(fraction(task.C + task.T, task.T), blocking(task, task.T));
    return compare(times(hyperbolicProduct(above), last), two) <= 0;
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
  return eachLevel(tasks, order, (above, task) => {
    const load = plus(density([...above, task]), blocking(task, Math.min(task.D, task.T)));
    return compare(load, one) <= 0;
  });
}

function blocking({ B = 0 }: TimedTask, length: number): Fraction {
  return fraction(B, length);
}

function eachLevel(
  tasks: readonly TimedTask[],
  order: readonly number[],
  passes: (above: readonly TimedTask[], task: TimedTask) => boolean,
): boolean {
  checkTasks(tasks);
  checkOrder(order, tasks.length);
  const sorted = order.map((i) => tasks[i] as TimedTask);
  return sorted.every((task, level) => passes(sorted.slice(0, level), task));
}
