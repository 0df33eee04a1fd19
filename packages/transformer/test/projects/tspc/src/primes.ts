import type { Found } from "./types.js";

/** @preempt */
export function primes(limit: number): Found {
  const composite = new Uint8Array(limit + 1);
  const found: number[] = [];
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    found.push(n);
    for (let m = n * n; m <= limit; m += n) composite[m] = 1;
  }
  return { found, count: found.length };
}
