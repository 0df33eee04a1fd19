/** The task set of the paper's macro benchmark: 15 tasks by SchedCAT, U = 0.7494 (luhsra/RT.js, benchmarks/qualitative). */
import type { TaskSpec } from "../scenario.ts";

/** Execution time and period in milliseconds. */
const set: readonly (readonly [number, number])[] = [
  [56, 2000],
  [738, 10000],
  [1615, 53000],
  [1815, 12000],
  [43, 2000],
  [1280, 17000],
  [506, 6000],
  [178, 10000],
  [101, 2000],
  [29, 1000],
  [998, 28000],
  [629, 33000],
  [87, 1000],
  [45, 1000],
  [15, 21000],
];

/** Rate-monotonic: the shorter the period, the more urgent. */
const byPeriod = [...set].sort(([, a], [, b]) => b - a);

export const schedcat: readonly TaskSpec[] = set.map((pair, i) => ({
  id: `load ${i + 1}`,
  kind: "periodic",
  period: pair[1],
  // Spread by the golden ratio: 8 s of work at the first instant would be no picture of 75 %.
  phase: Math.round(((i * 0.618034) % 1) * pair[1]),
  deadline: pair[1],
  wcet: pair[0],
  priority: byPeriod.indexOf(pair) + 1,
  synthetic: true,
  does: `computes for ${pair[0]} ms every ${pair[1] / 1000} s`,
}));
