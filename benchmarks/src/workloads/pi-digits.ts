/** Digits of pi by the spigot of Rabinowitz and Wagon: integer division along an array, again and again. */
import type { Workload } from "./workload.ts";

/** @preempt */
function digitsOfPi(count: number): string {
  const length = Math.floor((10 * count) / 3) + 1;
  const remainders = new Array<number>(length).fill(2);
  let digits = "";
  let nines = 0;
  let held = -1;
  while (digits.length < count) {
    let carry = 0;
    for (let i = length - 1; i > 0; i--) {
      const value = 10 * (remainders[i] as number) + carry * (i + 1);
      remainders[i] = value % (2 * i + 1);
      carry = Math.floor(value / (2 * i + 1));
    }
    const value = 10 * (remainders[0] as number) + carry;
    remainders[0] = value % 10;
    const digit = Math.floor(value / 10);
    if (digit === 9) nines++;
    else {
      if (held >= 0) digits += held + Math.floor(digit / 10);
      digits += (digit >= 10 ? "0" : "9").repeat(nines);
      held = digit % 10;
      nines = 0;
    }
  }
  return digits.slice(0, count);
}

export const workload: Workload<number> = {
  size: { full: 900, small: 15 },
  prepare: (count) => count,
  run: digitsOfPi,
};
