/** The paper's task set as tasks of the page. */
import { golden, schedcatSet } from "../../work/schedcat.ts";
import type { TaskSpec } from "../scenario.ts";

/** Rate-monotonic: the shorter the period, the more urgent. */
const byPeriod = [...schedcatSet].sort(([, a], [, b]) => b - a);

export const schedcat: readonly TaskSpec[] = schedcatSet.map((pair, i) => ({
  id: `load ${i + 1}`,
  kind: "periodic",
  period: pair[1],
  // Spread by the golden ratio: 8 s of work at the first instant would be no picture of 75 %.
  phase: Math.round(((i * golden) % 1) * pair[1]),
  deadline: pair[1],
  wcet: pair[0],
  priority: byPeriod.indexOf(pair) + 1,
  synthetic: true,
  does: `computes for ${pair[0]} ms every ${pair[1] / 1000} s`,
}));
