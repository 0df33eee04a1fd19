/** Called on the threads of a pool. */
import { setTimeout as wait } from "node:timers/promises";
import { LabError } from "../../src/lab/errors.ts";

export function square(n: number): number {
  if (n === 13) throw new LabError("unlucky", `${n} is not squared.`);
  return n * n;
}

/** The later, the sooner. */
export async function slowSquare(n: number): Promise<number> {
  await wait(20 - n);
  return n * n;
}

/** As one that runs out of memory: no caller can catch it. */
export function fall(n: number): number | Promise<never> {
  if (n !== 5) return n;
  setImmediate(() => {
    throw new Error("the thread is gone");
  });
  return new Promise(() => {});
}

export function never(): void {
  for (;;);
}

export const notAFunction = 1;
