/** The task set of the paper's macro benchmark: 15 tasks by SchedCAT, U = 0.7494 (luhsra/RT.js, benchmarks/qualitative). */

/** Execution time and period in milliseconds, as published. */
export const schedcatSet: readonly (readonly [wcet: number, period: number])[] = [
  [56, 2000],
  [738, 10_000],
  [1615, 53_000],
  [1815, 12_000],
  [43, 2000],
  [1280, 17_000],
  [506, 6000],
  [178, 10_000],
  [101, 2000],
  [29, 1000],
  [998, 28_000],
  [629, 33_000],
  [87, 1000],
  [45, 1000],
  [15, 21_000],
];

/** The fractional part of the golden ratio: its multiples fill [0, 1) evenly. */
export const golden = 0.618_033_988_75;
