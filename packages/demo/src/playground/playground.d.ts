/** What the playground gives to programs: for the examples, which are programs. */
declare module "playground" {
  import type { Scheduler } from "@preempt/runtime";
  /** A scheduler with the settings beside the chart. */
  export const rt: Scheduler;
  /** Resolves after some milliseconds. */
  export function sleep(ms: number): Promise<void>;
  /** Aborted by Stop. */
  export const signal: AbortSignal;
}
