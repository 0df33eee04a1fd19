/** The computation of both templates. */
export const primes = `/**
 * Counts the primes below the limit. The build makes the function suspendable, because of the next line.
 *
 * @preempt
 */
export function countPrimes(limit: number): number {
  let count = 0;
  for (let n = 2, d = 2; n < limit; n++) {
    for (d = 2; d * d <= n && n % d !== 0; d++);
    if (d * d > n) count++;
  }
  return count;
}
`;
