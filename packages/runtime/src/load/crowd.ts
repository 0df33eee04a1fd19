/**
 * Figures of some jobs: all of a scheduler, those of a name, of a task, of a server. They are kept up to date job by job, so that reading them
 * takes no longer with more jobs.
 *
 * The smallest laxity: while a job runs its laxity stays the same, and otherwise it falls with time for all alike. So a heap orders
 * the jobs by deadline less remaining time. Keys of jobs that have run since are too small; they are put right when they come to the top.
 */
import type { Job } from "../kernel/job.ts";
import { type HeapItem, KeyedHeap } from "../kernel/keyed-heap.ts";
import { type Instant, never } from "../kernel/time.ts";
import type { FunctionTimes, LearnedTimes } from "./learned-times.ts";

/** What some jobs have before them. Times in milliseconds. */
export interface LoadFigures {
  /** Jobs that could run now, or wait for their turn in a task, server or group. */
  readonly ready: number;
  /** Jobs that have the thread: 0 or 1. */
  readonly running: number;
  /** Jobs that wait for a promise, another job, or a resource. */
  readonly blocked: number;
  /** Jobs whose release is still to come. */
  readonly delayed: number;
  /** Work left in all of these, judged by how long the jobs of each function took lately. A guess: it knows nothing of what is yet to come. */
  readonly backlog: number;
  /** How long ago the oldest job was released that has not ended; 0 if there is none. */
  readonly oldest: number;
  /**
   * Time to spare of the job that has the least: until its deadline, less the work it has left. Below 0: it will be late. Infinity if no
   * released job has a deadline.
   */
  readonly laxity: number;
}

/** Where a job is. */
export type Phase = "ready" | "running" | "blocked" | "delayed";

/** What is known of a job that is counted. */
export interface Counted {
  readonly job: Job;
  phase: Phase;
  /** Of its function, if a job of that was seen when this one was submitted. */
  readonly times: FunctionTimes | undefined;
  /** Milliseconds that it is taken to need for its laxity: as given, or as learned when it was submitted. */
  readonly need: number;
  /** Milliseconds of its work that are taken off already. */
  done: number;
  /** The server in which it was submitted: it may be in none when it ends. */
  readonly server: object | undefined;
  /** Where it is counted. */
  members: readonly Member[];
}

interface Place extends HeapItem {
  readonly counted: Counted;
}

/** How many jobs of one function there are. */
interface Share {
  readonly times: FunctionTimes | undefined;
  count: number;
}

/** A job's places in one crowd. Those in heaps it has from its release on. */
export interface Member {
  readonly crowd: Crowd;
  readonly share: Share;
  release: Place | undefined;
  laxity: Place | undefined;
}

export class Crowd implements LoadFigures {
  ready = 0;
  running = 0;
  blocked = 0;
  delayed = 0;
  readonly #times: LearnedTimes<never>;
  readonly #now: () => Instant;
  /** Jobs of each function, and those of functions of which nothing was known. */
  readonly #shares = new Map<FunctionTimes | undefined, Share>();
  #done = 0;
  #one: Counted | undefined;
  readonly #releases = new KeyedHeap<Place>();
  readonly #laxities = new KeyedHeap<Place>();

  constructor(times: LearnedTimes<never>, now: () => Instant) {
    this.#times = times;
    this.#now = now;
  }

  get isEmpty(): boolean {
    return this.ready + this.running + this.blocked + this.delayed === 0;
  }

  add(counted: Counted): Member {
    const { times } = counted;
    let share = this.#shares.get(times);
    if (share === undefined) {
      share = { times, count: 0 };
      this.#shares.set(times, share);
    }
    share.count++;
    this[counted.phase]++;
    this.#done += counted.done;
    const member: Member = { crowd: this, share, release: undefined, laxity: undefined };
    if (counted.phase !== "delayed") this.#released(counted, member);
    return member;
  }

  /** The job is elsewhere now, and `done` milliseconds more of its work are done. */
  move(counted: Counted, member: Member, from: Phase, done: number): void {
    this[from]--;
    this[counted.phase]++;
    this.#done += done;
    if (counted.phase === "running") this.#one = counted;
    else if (this.#one === counted) this.#one = undefined;
    if (from === "delayed") this.#released(counted, member);
  }

  delete(counted: Counted, { share, release, laxity }: Member): void {
    this[counted.phase]--;
    this.#done -= counted.done;
    if (this.#one === counted) this.#one = undefined;
    if (--share.count === 0) this.#shares.delete(share.times);
    // What rounding has left over is nothing.
    if (this.#shares.size === 0) this.#done = 0;
    if (release !== undefined) this.#releases.remove(release);
    if (laxity !== undefined) this.#laxities.remove(laxity);
  }

  /** The deadline of the job is another one. */
  rekey(counted: Counted, member: Member): void {
    if (member.release === undefined) return;
    const key = latestStart(counted);
    if (key < never) {
      member.laxity ??= { heapIndex: -1, key, ticket: 0, counted };
      this.#laxities.rekey(member.laxity, key);
    } else if (member.laxity !== undefined) this.#laxities.remove(member.laxity);
  }

  #released(counted: Counted, member: Member): void {
    member.release = { heapIndex: -1, key: counted.job.release, ticket: 0, counted };
    this.#releases.push(member.release);
    if (counted.job.deadline < never) this.rekey(counted, member);
  }

  get backlog(): number {
    let sum = -this.#done;
    for (const { times, count } of this.#shares.values()) sum += count * (times?.mean ?? this.#times.usual);
    if (this.#one !== undefined) sum -= doneOf(this.#one, this.#times) - this.#one.done;
    return Math.max(0, sum);
  }

  get oldest(): number {
    return this.#releases.size === 0 ? 0 : Math.max(0, this.#now() - this.#releases.key);
  }

  get laxity(): number {
    for (;;) {
      const first = this.#laxities.peek();
      if (first === undefined) return never;
      const key = latestStart(first.counted);
      if (key <= first.key) return key - this.#now();
      this.#laxities.rekey(first, key);
    }
  }

  /** For logs. */
  toJSON(): LoadFigures {
    const { ready, running, blocked, delayed, backlog, oldest, laxity } = this;
    return { ready, running, blocked, delayed, backlog, oldest, laxity };
  }
}

/** When at the latest the rest of the job has to start; Infinity if it has no deadline. */
function latestStart({ job, need }: Counted): number {
  return job.deadline - Math.max(0, need - job.executionTime);
}

/** Milliseconds of the work that the job is taken to need, and has done. */
export function doneOf({ job, times }: Counted, learned: LearnedTimes<never>): number {
  return Math.min(job.executionTime, times?.mean ?? learned.usual);
}
