/** The worker's module: built with the transform, as an application's. */
import { serve, transferring } from "@preempt/runtime/worker";

/** @preempt */
function countPrimes(limit: number): number {
  let count = 0;
  for (let n = 2, d = 2; n < limit; n++) {
    for (d = 2; d * d <= n && n % d !== 0; d++);
    if (d * d > n) count++;
  }
  return count;
}

export const jobs = {
  countPrimes,
  answer: (): number => 42,
  fail: (): never => {
    throw new RangeError("out of range", { cause: "a cause" });
  },
  fill: (bytes: Uint8Array<ArrayBuffer>): Uint8Array => transferring(bytes.fill(7), [bytes.buffer]),
  throwLater: (): void => void setTimeout(() => reportUncaught()),
  close: (): void => self.close(),
};

function reportUncaught(): never {
  throw new TypeError("nobody catches this");
}

serve(jobs);
