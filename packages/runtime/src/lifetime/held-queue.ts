/**
 * The ready queue of a paused scheduler: jobs enter, leave and move as always, and none is given out. It stands in the place
 * of the queue that it wraps, so that a scheduler which is never paused asks nothing.
 */
import type { JobQueue, Queued } from "../policies/policy.ts";

export class HeldQueue<J extends Queued> implements JobQueue<J> {
  readonly inner: JobQueue<J>;

  constructor(inner: JobQueue<J>) {
    this.inner = inner;
  }

  /** As if nothing were ready: the kernel asks for no turn. */
  get size(): number {
    return 0;
  }

  push(job: J, now: Parameters<JobQueue<J>["push"]>[1]): void {
    this.inner.push(job, now);
  }

  peek(): undefined {
    return undefined;
  }

  take(): undefined {
    return undefined;
  }

  remove(job: J): boolean {
    return this.inner.remove(job);
  }

  rekey(job: J, key: number): void {
    this.inner.rekey(job, key);
  }
}
