/** Offsets of generated tasks. */
import type { TaskParameters } from "../task-set.ts";
import type { Random } from "./random.ts";

/**
 * Uniform from 0 to T - 1; or dissimilar (Goossens, Scheduling of Offset Free Systems, Real-Time Systems 2003). Releases of two tasks
 * differ by O_j - O_i modulo g, the greatest common divisor of their periods, so they are farthest apart with g/2. Pairs have
 * their turn by g, the largest first: a task that has no offset yet gets one g/2 after that of the other one. The first one of a
 * pair without offsets gets a uniform one. The paper leaves open which pair of several with one g is first: here it is the one
 * with the lower indices.
 */
export function drawOffsets(
  random: Random,
  tasks: readonly Pick<TaskParameters, "T">[],
  kind: "uniform" | "dissimilar",
): number[] {
  const uniform = ({ T }: Pick<TaskParameters, "T">) => random.integer(0, T - 1);
  if (kind === "uniform") return tasks.map(uniform);
  const periods = tasks.map(({ T }) => T);
  const pairs = periods
    .flatMap((T, i) => periods.slice(i + 1).map((other, k) => ({ i, j: i + 1 + k, common: commonDivisor(T, other) })))
    .sort((a, b) => b.common - a.common);
  const offsets: (number | undefined)[] = periods.map(() => undefined);
  for (const { i, j, common } of pairs) {
    const [first, second] = offsets[i] === undefined && offsets[j] !== undefined ? [j, i] : [i, j];
    if (offsets[second] !== undefined) continue;
    offsets[first] ??= uniform({ T: periods[first] as number });
    offsets[second] = ((offsets[first] as number) + Math.floor(common / 2)) % (periods[second] as number);
  }
  return offsets.map((offset, i) => offset ?? uniform({ T: periods[i] as number }));
}

function commonDivisor(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
