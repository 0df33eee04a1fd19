/** The testing kit, with every dispatch and end written down as a line. */
import type { Job, SchedulerOptions } from "@preempt/runtime";
import { attachAsync, settle } from "@preempt/runtime/abi";
import { type VirtualScheduler, virtualScheduler } from "@preempt/runtime/testing";

export interface World extends VirtualScheduler {
  readonly trace: string[];
  /** Writes `what` with the time. */
  note(what: string): void;
}

export function world(options: SchedulerOptions = {}): World {
  const trace: string[] = [];
  const named = (what: string) => (job: Job) => note(`${what} ${job.name}`);
  const observer = { jobDispatched: named("run"), jobFinished: named("end") };
  const made = virtualScheduler({ observer, ...options, errors: "collect" });
  const note = (what: string) => void trace.push(`${made.host.now()} ${what}`);
  return { ...made, trace, note, work: (ms, step = 1) => made.work(ms, step) };
}

/** A job's body in which other things than work can be awaited. */
export function body(steps: () => Generator<unknown, unknown, unknown>) {
  return attachAsync(
    (async () => {}) as () => Promise<unknown>,
    function* () {
      return settle(yield* steps());
    } as never,
  );
}
