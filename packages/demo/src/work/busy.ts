/** A computation that does nothing but take time, for tasks of which only the execution time matters. */

/** @preempt */
export function spin(rounds: number): number {
  let x = 1;
  for (let i = 0; i < rounds; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
  return x;
}
