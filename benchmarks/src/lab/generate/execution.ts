/** Execution times, from utilisations and periods. */

/**
 * How u T becomes a multiple of the granularity g. The sum of C/T is not exactly the sum of u then:
 *
 * - nearest: to the nearest multiple, and at least one: each task is off by at most g/2T, or by g/T where u T is below g
 * - zero: to the nearest multiple, 0 included, as in the task sets of the RT.js paper: by at most g/2T
 * - down: to the multiple below, 0 included: never above u, and less than g/T below
 */
export type ExecutionRounding = "nearest" | "zero" | "down";

export interface Execution {
  /** At most the shortest period. */
  readonly granularity: number;
  readonly rounding: ExecutionRounding;
}

/** C for the utilisation `u` from 0 to 1, at most T. */
export function executionTime(u: number, T: number, { granularity, rounding }: Execution): number {
  const granules = (u * T) / granularity;
  const rounded = rounding === "down" ? Math.floor(granules) : Math.round(granules);
  const most = Math.floor(T / granularity);
  return granularity * Math.min(most, Math.max(rounding === "nearest" ? 1 : 0, rounded));
}
