/** The bulky work: how often each number of 1 to n leaves a remainder. */
/** @preempt */
export function report(n: number): number {
  let sum = 0;
  for (let i = 1; i <= n; i++) {
    for (let k = 1; k <= i; k++) if (i % k === 0) sum++;
  }
  return sum;
}
