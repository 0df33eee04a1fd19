/**
 * The paper's own numbers, from the repository luhsra/RT.js (MIT licence), folder benchmarks/micro: Table II and Figure
 * 4, measured by the authors under Node 8. Nanoseconds of a round beyond those of the plain loop.
 */

/** Levels of generators that call each other by `yield*` to nanoseconds of a preemption. */
export const tableII: ReadonlyMap<number, number> = new Map([
  [1, 17.8],
  [2, 48.1],
  [3, 70.5],
]);

/** Budgets to nanoseconds of a round. */
export const figure4: ReadonlyMap<number, number> = new Map([
  [0, 19.29],
  [1, 11.19],
  [2, 8.46],
  [3, 7.09],
  [5, 5.72],
  [10, 4.47],
  [20, 3.76],
  [50, 3.49],
  [100, 3.24],
  [200, 3.11],
  [500, 3.03],
  [1000, 3.01],
]);
