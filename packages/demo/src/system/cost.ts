/** What plain code costs on this machine, so that a scenario's jobs take as long as they say anywhere. */

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
