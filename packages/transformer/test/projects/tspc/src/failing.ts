/** @preempt */
export function failing(limit: number): number {
  let sum: number = 0;
  for (let i: number = 0; i < limit; i++) {
    sum += checked(i as number, limit - 1);
  }
  return sum;
}

/** @preempt */
function checked(i: number, worst: number): number {
  for (const n of [1, 2]) {
    if (n === 2 && i === worst) throw new RangeError(`worst at ${i}`);
  }
  return i;
}
