/**
 * In the server: when stages ran, and for how long they and the rest had the thread. What other programs took of the processor is
 * no part of these times: Linux says how long the thread waited for one.
 */
import { PerformanceObserver, performance } from "node:perf_hooks";
import type { Job, Observer } from "@preempt/runtime";
import { waitedForProcessor } from "../../latency/waiting.ts";
import type { KindName, ServerRecords, Span, StageRecord } from "./kinds.ts";

/** Milliseconds of the machine's monotonic clock: the same in all processes. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A clock that stands still while the thread waits for a processor. */
const ownTime = (): number => now() - waitedForProcessor();

/** A stage that has begun. */
export type Begun = Pick<StageRecord, "kind" | "request" | "stage" | "sent" | "start" | "waitedAtStart">;

interface Active {
  readonly active: number;
  readonly waited: number;
}

export class StageRecorder {
  /** Whether some job could run. */
  readonly #isBusy: () => boolean;
  #stages: StageRecord[] = [];
  #collections: Span[] = [];
  #before = activeTime();
  #rounds: Span[] = [];
  #turns: Span[] = [];
  #dispatches = 0;
  #inJobs = 0;
  /** For how long each job ran so far, and the stage that it is. */
  readonly #ran = new WeakMap<Job, number>();
  readonly #stageOf = new WeakMap<Job, Begun>();
  #dispatchedAt = 0;
  #roundAt = 0;
  /** Undefined: nothing was left to do. */
  #roundEndedAt: number | undefined;
  /** Of requests that were read since the last round. */
  #inRequests = 0;

  constructor(isBusy: () => boolean = () => false) {
    this.#isBusy = isBusy;
    const offset = now() - performance.now();
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        this.#collections.push({ at: startTime + offset, length: duration });
      }
    }).observe({ entryTypes: ["gc"] });
  }

  begin(kind: KindName, request: number, stage: number, sent: number): Begun {
    return { kind, request, stage, sent, start: now(), waitedAtStart: waitedForProcessor() };
  }

  /** Of a callback, which had the thread from its begin to its end. */
  end(begun: Begun): void {
    const end = now();
    const waitedAtEnd = waitedForProcessor();
    const executed = end - begun.start - (waitedAtEnd - begun.waitedAtStart);
    if (begun.stage === 0) this.#inRequests += executed;
    this.#stages.push({ ...begun, end, executed, waitedAtEnd });
  }

  /** The running job is this stage. */
  isJob(job: Job, begun: Begun): void {
    this.#stageOf.set(job, begun);
  }

  /** Of the kernel that runs the stages. */
  readonly observer: Observer = {
    jobDispatched: () => {
      this.#dispatchedAt = ownTime();
      this.#dispatches++;
    },
    jobPreempted: (job) => void this.#charge(job),
    jobBlocked: (job) => void this.#charge(job),
    jobFinished: (job) => {
      const executed = this.#charge(job);
      const begun = this.#stageOf.get(job);
      if (begun === undefined) return;
      this.#stages.push({ ...begun, end: now(), executed, waitedAtEnd: waitedForProcessor() });
    },
    roundStarted: () => {
      this.#roundAt = ownTime();
      if (this.#roundEndedAt === undefined) return;
      const length = Math.max(0, this.#roundAt - this.#roundEndedAt - this.#inRequests);
      this.#turns.push({ at: now() - length, length });
    },
    roundEnded: () => {
      const at = ownTime();
      const length = at - this.#roundAt;
      this.#rounds.push({ at: now() - length, length });
      this.#roundEndedAt = this.#isBusy() ? at : undefined;
      this.#inRequests = 0;
    },
  };

  #charge(job: Job): number {
    const length = ownTime() - this.#dispatchedAt;
    this.#inJobs += length;
    const all = (this.#ran.get(job) ?? 0) + length;
    this.#ran.set(job, all);
    return all;
  }

  /** All since this was called last. */
  take(): ServerRecords {
    const at = activeTime();
    const inRounds = this.#rounds.reduce((sum, { length }) => sum + length, 0);
    const records: ServerRecords = {
      ...{ stages: this.#stages, collections: this.#collections, rounds: this.#rounds, turns: this.#turns },
      active: Math.max(0, at.active - this.#before.active - (at.waited - this.#before.waited)),
      dispatch: this.#dispatches === 0 ? 0 : Math.max(0, inRounds - this.#inJobs) / this.#dispatches,
    };
    this.#before = at;
    [this.#stages, this.#collections, this.#rounds, this.#turns] = [[], [], [], []];
    [this.#dispatches, this.#inJobs] = [0, 0];
    return records;
  }
}

function activeTime(): Active {
  return { active: performance.eventLoopUtilization().active, waited: waitedForProcessor() };
}
