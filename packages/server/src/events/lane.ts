/**
 * The queue of one handler. Events go into the open batch; that is released as a job when it is full or its interval has passed, and takes further
 * events until the job starts:
 *
 *                 first event      full, due, flush        dispatch
 *   no open batch ──────────▶ open ────────────────▶ released ────────▶ runs with what it has
 *                               ▲ events go in here      ▲ and here, until it is full
 *
 * Jobs of a task run one after the other, in the order of their releases: so there is nothing else to keep the order.
 */
import type { Alarm, Job, Scheduler, Task } from "@preempt/runtime";
import type { Busyness } from "./busyness.ts";
import type { AnyEvent, Category, Counts } from "./event-types.ts";
import type { BatchPlan } from "./options.ts";

export type AnyHandler = (batch: readonly AnyEvent[], category: Category) => unknown;

interface Batch {
  readonly events: AnyEvent[];
  /** When the first of them came: its deadline counts from here. */
  readonly since: number;
  due: number;
  alarm: Alarm | undefined;
  job: Job<unknown> | undefined;
}

/** What a lane needs of its emitter. */
export interface LanePort {
  readonly scheduler: Scheduler;
  readonly busyness: Busyness;
  readonly counts: Counts;
  /** A handler has thrown. */
  failed(error: unknown): void;
}

export class Lane {
  readonly category: Category;
  readonly handler: AnyHandler;
  /** Events in batches that have not ended. */
  pending = 0;
  readonly #plan: BatchPlan;
  readonly #port: LanePort;
  readonly #task: Task<AnyHandler>;
  #open: Batch | undefined;

  constructor(category: Category, handler: AnyHandler, name: string, plan: BatchPlan, port: LanePort) {
    this.category = category;
    this.handler = handler;
    this.#plan = plan;
    this.#port = port;
    const { priority } = plan;
    this.#task = port.scheduler.task(handler, { name, priority, backlog: Number.POSITIVE_INFINITY });
  }

  /**
   * @param since When it came here, if that is later than its emission
   * @returns false if too many are pending: it was dropped
   */
  push(event: AnyEvent, since = event.at): boolean {
    const { counts } = this.#port;
    const { maxSize, maxPending } = this.#plan;
    if (this.pending >= maxPending) {
      counts.dropped.overflow++;
      return false;
    }
    let batch = this.#open;
    if (batch === undefined || batch.events.length >= maxSize || hasStarted(batch)) batch = this.#begin(since);
    batch.events.push(event);
    this.pending++;
    counts.pending++;
    if (batch.job === undefined && (batch.events.length >= maxSize || batch.due <= since)) this.#release(batch);
    return true;
  }

  /** Releases the open batch now. */
  flush(): void {
    if (this.#open !== undefined && this.#open.job === undefined) this.#release(this.#open);
  }

  /** Jobs that have not ended. */
  get unfinished(): readonly Job<unknown>[] {
    return this.#task.unfinished;
  }

  /** Takes no more events; those it has are delivered at once. */
  close(): void {
    this.flush();
    this.#task.stop();
  }

  #begin(since: number): Batch {
    const { scheduler, busyness } = this.#port;
    const { least, most } = this.#plan;
    const due = since + busyness.interval(least, most, since);
    const batch: Batch = { events: [], since, due, alarm: undefined, job: undefined };
    if (due > since && due < Number.POSITIVE_INFINITY) {
      batch.alarm = scheduler.alarm(due, () => {
        busyness.cameAt(due, scheduler.now());
        this.#release(batch);
      });
    }
    this.#open = batch;
    return batch;
  }

  #release(batch: Batch): void {
    batch.alarm?.cancel();
    const job = this.#task.release(batch.events, this.category) as Job<unknown>;
    batch.job = job;
    const deadline = batch.since + this.#plan.deadline;
    if (deadline < Number.POSITIVE_INFINITY) job.setDeadline({ at: deadline });
    job.then(
      () => this.#ended(batch),
      (error) => {
        this.#ended(batch);
        if (job.state !== "cancelled") this.#port.failed(error);
      },
    );
  }

  #ended({ events, job }: Batch): void {
    const { counts } = this.#port;
    this.pending -= events.length;
    counts.pending -= events.length;
    if (job?.state === "cancelled") {
      counts.dropped.cancelled += events.length;
      return;
    }
    counts.delivered += events.length;
    counts.batches++;
  }
}

/** Whether its handler has the events already, or will never have them. */
function hasStarted({ job }: Batch): boolean {
  return job !== undefined && (job.start !== undefined || job.state === "cancelled");
}
