/** Backtracking: recursion out of a loop with arrays that are written and taken back. */
import type { Workload } from "./workload.ts";

/** @preempt */
function place(row: number, n: number, columns: boolean[], rising: boolean[], falling: boolean[]): number {
  if (row === n) return 1;
  let solutions = 0;
  for (let column = 0; column < n; column++) {
    if (columns[column] || rising[row + column] || falling[row - column + n]) continue;
    columns[column] = rising[row + column] = falling[row - column + n] = true;
    solutions += place(row + 1, n, columns, rising, falling);
    columns[column] = rising[row + column] = falling[row - column + n] = false;
  }
  return solutions;
}

/** @preempt */
function run(largest: number): number[] {
  const solutions: number[] = [];
  for (let n = 4; n <= largest; n++) {
    const none = () => new Array<boolean>(2 * n + 1).fill(false);
    solutions.push(place(0, n, none(), none(), none()));
  }
  return solutions;
}

export const workload: Workload<number> = { size: { full: 12, small: 6 }, prepare: (n) => n, run };
