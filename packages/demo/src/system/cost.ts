/** What plain code costs on this machine, so that a scenario's jobs take as long as they say anywhere. */
import type { System } from "../scenarios/scenario.ts";

/** Milliseconds. More real work than this is given to no job: its data would fill the page's memory. */
const mostWork = 2000;

/** Units of work that take the task's execution time, or {@link mostWork}, which is said. */
export function unitsFor(system: Pick<System, "spec" | "say">, id: string, msPerUnit: number): number {
  const { wcet } = system.spec(id);
  if (wcet > mostWork) system.say(`Task ${id} gets data for ${mostWork} ms at most: more would not fit into the page.`);
  return Math.round(Math.min(wcet, mostWork) / msPerUnit);
}

/** Milliseconds of one call, the fastest of some: warm, and without company. Takes about `budget` milliseconds. */
export function costOf(call: () => unknown, budget = 40): number {
  const end = performance.now() + budget;
  let least = Number.POSITIVE_INFINITY;
  do {
    const start = performance.now();
    call();
    least = Math.min(least, performance.now() - start);
  } while (performance.now() < end);
  // A coarse clock may say 0.
  return Math.max(least, 0.1);
}

/**
 * Milliseconds per unit of work where one call takes at least `long` of them: small amounts are dearer, or cheaper.
 *
 * @param amount To begin with.
 */
export function costPerUnit(amount: number, run: (amount: number) => unknown, long = 30): number {
  let units = amount;
  // Until the engine has compiled it well, code is many times slower.
  costOf(() => run(units), 80);
  for (let tries = 0; ; tries++) {
    const time = costOf(() => run(units), 2 * long);
    if (time >= long || tries === 12) return time / units;
    units = Math.ceil(units * Math.min(4, (1.2 * long) / time));
  }
}
