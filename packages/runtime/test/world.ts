/** A scheduler under virtual time whose every event is written down. */
import { type Job, Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";

export interface World {
  readonly host: VirtualHost;
  readonly rt: Scheduler;
  readonly trace: string[];
  /** Writes `what` with the time. */
  note(what: string): void;
  /** A job body that takes `ms` milliseconds, with a preemption point between its `step`s. */
  work(ms: number, step?: number): () => Generator<void, number, void>;
}

export function world(options: SchedulerOptions = {}): World {
  const host = new VirtualHost();
  const trace: string[] = [];
  const note = (what: string) => void trace.push(`${host.now()} ${what}`);
  const named = (what: string) => (job: Job) => note(`${what} ${job.name}`);
  const rt = new Scheduler({
    host,
    observer: { jobDispatched: named("run"), jobFinished: named("end") },
    ...options,
  });
  function work(ms: number, step = 1) {
    return function* () {
      for (let done = 0; done < ms; done += step) {
        if (done > 0) yield;
        host.advance(step);
      }
      return ms;
    };
  }
  return { host, rt, trace, note, work };
}
