/** Preempt: the program as it is, transformed by the build; a scheduler without options. */
import { Scheduler } from "@preempt/runtime";
import type { Run } from "./run.ts";

export function adapt(run: (input: unknown) => unknown): Run {
  const rt = new Scheduler();
  return (input) => rt.submit(run, { args: [input] });
}
