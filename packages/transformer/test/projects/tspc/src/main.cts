/** @preempt */
export function collatz(n: number): number {
  let steps = 0;
  while (n !== 1) {
    n = n % 2 === 0 ? n / 2 : 3 * n + 1;
    steps++;
  }
  return steps;
}

/** @preempt */
export function longest(limit: number): number {
  let best = 0;
  for (let n = 1; n < limit; n++) best = Math.max(best, collatz(n));
  return best;
}
