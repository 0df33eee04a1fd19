/** main-thread-scheduling with the strategy that it recommends for background tasks. In Node it never yields. */
import { isTimeToYield, yieldControl } from "main-thread-scheduling";
import type { Pause } from "./pause.ts";
import type { Run } from "./run.ts";

const pause: Pause = {
  isDue: () => isTimeToYield("idle"),
  wait: () => yieldControl("idle"),
};

export function adapt(run: (input: unknown, pause: Pause) => PromiseLike<unknown>): Run {
  return (input) => run(input, pause);
}
