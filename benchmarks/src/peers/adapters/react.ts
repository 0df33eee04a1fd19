/** React's scheduler: the program schedules itself, and returns what is left of it whenever the scheduler wants to yield. */
import type { Run } from "./run.ts";

export function adapt(run: Run): Run {
  return run;
}
