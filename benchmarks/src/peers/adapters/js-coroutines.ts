/** js-coroutines: a generator that yields often, run while the page is idle. */
import { run as runWhileIdle } from "js-coroutines";
import type { Run } from "./run.ts";

export function adapt(run: (input: unknown) => Generator<unknown, unknown>): Run {
  return (input) => runWhileIdle(run(input));
}
