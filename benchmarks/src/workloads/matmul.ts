/** Three nested counted loops over floating-point numbers: numeric code. */
import { randomNumbers } from "./random.ts";
import type { Workload } from "./workload.ts";

interface Input {
  readonly n: number;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/** @preempt */
function multiply({ n, a, b }: Input): Float64Array {
  const c = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += (a[i * n + k] as number) * (b[k * n + j] as number);
      c[i * n + j] = sum;
    }
  }
  return c;
}

export const workload: Workload<Input> = {
  size: { full: 300, small: 12 },
  prepare(n) {
    const random = randomNumbers(5);
    const matrix = () => Float64Array.from({ length: n * n }, () => random.next());
    return { n, a: matrix(), b: matrix() };
  },
  run: multiply,
};
