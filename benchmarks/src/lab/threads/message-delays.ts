/** How long the messages of a simulation take. */

import type { TaskSet } from "../parameters.ts";
import { jitterOf } from "../run/order.ts";
import type { Delay } from "./threads-of.ts";

export interface DelayOptions {
  readonly jitter?: "max" | "random";
  readonly seed?: number;
}

/** Of the k-th message from one task to another; `from` is undefined if the main thread submits the jobs. */
export function messageDelay(
  [least, most]: Delay,
  from: number | undefined,
  to: number,
  k: number,
  { jitter = "random", seed = 1 }: DelayOptions,
): number {
  if (jitter === "max") return most;
  // Another stream than that of the release jitter of the task.
  return (
    least + jitterOf({ J: most - least } as TaskSet["tasks"][number], 1_000_003 * (to + 1) + (from ?? -1), k, seed)
  );
}

/** When messages arrive that are sent at these instants, in order: none overtakes another. */
export function arrivalsOf(sent: readonly number[], delayOf: (k: number) => number): number[] {
  let last = Number.NEGATIVE_INFINITY;
  return sent.map((time, k) => {
    last = Math.max(last, time + delayOf(k));
    return last;
  });
}
