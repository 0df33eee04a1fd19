/** Work for the figure, twice: the plugin makes the annotated function preemptable. */

/** @preempt */
export function countPrimes(limit: number): number {
  let count = 0;
  for (let n = 2; n < limit; n++) if (isPrime(n)) count++;
  return count;
}

/** @preempt */
function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}
