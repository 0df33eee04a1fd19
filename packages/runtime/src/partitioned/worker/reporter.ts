/**
 * What a worker tells of its jobs, and when: results leave as soon as they are there, at most one message for each
 * slice of tiny jobs; a result never waits for the long job that runs next.
 */

import { PreemptError } from "../../input/errors.ts";
import type { JobSource } from "../../kernel/core-job.ts";
import type { Job } from "../../kernel/job.ts";
import type { Observer } from "../../observers/observer.ts";
import type { Task } from "../../scheduling/task.ts";
import { hasNoIdentity, type Outbox } from "../wire/outbox.ts";
import type { FromWorker, JobEnd, TaskProgress } from "../wire/protocol.ts";
import { transferOf } from "../wire/transferring.ts";
import { encodeError, text } from "../wire/wire-error.ts";

/** Results of jobs that end within so many milliseconds share a message. */
const togetherFor = 1;

interface Followed {
  readonly id: number;
  readonly ended: () => void;
  hasBegun: boolean;
}

interface FollowedTask {
  told: TaskProgress;
  /** Stopped: forgotten when its last job has ended. */
  draining: boolean;
}

export class Reporter implements Observer {
  readonly #outbox: Outbox<FromWorker>;
  readonly #jobs = new Map<Job, Followed>();
  readonly #tasks = new Map<Task, FollowedTask>();
  /** Jobs dispatched for the first time since the last message: told of only if they do not end before the next. */
  readonly #begun = new Set<Job>();
  #flushed = 0;

  constructor(outbox: Outbox<FromWorker>) {
    this.#outbox = outbox;
  }

  follow(job: Job, id: number, ended: () => void): void {
    this.#jobs.set(job, { id, ended, hasBegun: false });
  }

  followTask(task: Task, id: number): void {
    this.#tasks.set(task, {
      told: { op: "progress", id, released: 0, skipped: 0, misses: 0, ended: 0 },
      draining: false,
    });
  }

  /** By which the controlling side knows the task. */
  idOf(task: JobSource | undefined): number | undefined {
    return this.#tasks.get(task as Task)?.told.id;
  }

  /** The task of that number that was stopped and has jobs left. */
  draining(id: number): Task | undefined {
    for (const [task, { told, draining }] of this.#tasks) if (draining && told.id === id) return task;
    return undefined;
  }

  /** The task was stopped. */
  drain(task: Task): void {
    const followed = this.#tasks.get(task);
    if (followed === undefined) return;
    followed.draining = true;
    this.#tellProgress(task, followed);
  }

  jobDispatched(job: Job, now: number): void {
    if (job.start !== now) return;
    const followed = this.#jobs.get(job);
    // On a coarse clock it may be dispatched many times at the instant of its start.
    if (followed === undefined || followed.hasBegun) return;
    followed.hasBegun = true;
    this.#begun.add(job);
  }

  jobPreempted(_job: Job, now: number): void {
    this.#flush(now);
  }

  jobFinished(job: Job, now: number): void {
    const followed = this.#jobs.get(job);
    if (followed === undefined) return;
    this.#jobs.delete(job);
    this.#begun.delete(job);
    followed.ended();
    this.#sendEnd(job, followed.id);
    if (now - this.#flushed >= togetherFor) this.#flush(now);
  }

  roundEnded(now: number): void {
    this.#flush(now);
  }

  #flush(now: number): void {
    this.#flushed = now;
    for (const job of this.#begun) {
      const id = this.#jobs.get(job)?.id;
      if (id !== undefined && job.start !== undefined) this.#outbox.push({ op: "began", id, start: job.start });
    }
    this.#begun.clear();
    for (const [task, followed] of this.#tasks) this.#tellProgress(task, followed);
    this.#outbox.flush();
  }

  #tellProgress(task: Task, followed: FollowedTask): void {
    const { told } = followed;
    const { released, skipped, misses } = task;
    const ended = released - task.unfinished.length;
    if (released !== told.released || skipped !== told.skipped || misses !== told.misses || ended !== told.ended) {
      followed.told = { ...told, released, skipped, misses, ended };
      this.#outbox.push(followed.told);
    }
    if (!followed.draining || ended < released) return;
    this.#tasks.delete(task);
    this.#outbox.push({ op: "drained", id: told.id });
  }

  #sendEnd(job: Job, id: number): void {
    const { outcome, start, finish = 0, executionTime, preemptions } = job;
    const times = { op: "ended", id, start, finish, executionTime, preemptions } as const;
    const value = outcome?.ok ? outcome.value : undefined;
    if (outcome?.ok && !hasNoIdentity(value)) {
      try {
        this.#outbox.send({ ...times, state: "done", value, error: undefined }, transferOf(value));
      } catch (cause) {
        const message = `the result of job "${job.name}" cannot be cloned to the other thread (${text(cause)}). Return plain data, and transfer what is transferable once.`;
        const error = encodeError(new PreemptError("result_not_cloneable", message, { cause }));
        this.#outbox.push({ ...times, state: "failed", value: undefined, error });
      }
      return;
    }
    const error = outcome?.ok === false ? encodeError(outcome.value) : undefined;
    const end: JobEnd = { ...times, state: job.state as JobEnd["state"], value, error };
    if (error === undefined) this.#outbox.push(end);
    // what was thrown may hold objects
    else this.#outbox.send(end);
  }
}
