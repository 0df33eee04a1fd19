/**
 * The worker's side: a scheduler of its own, fed with jobs by name.
 */

import { detectHost } from "../../hosts/detect.ts";
import { timeOrigin } from "../../hosts/time-origin.ts";
import { PreemptError } from "../../input/errors.ts";
import type { Job } from "../../kernel/job.ts";
import { Scheduler } from "../../scheduling/scheduler.ts";
import type { SchedulerOptions } from "../../scheduling/scheduler-options.ts";
import type { Task } from "../../scheduling/task.ts";
import type { AnyFunction, Functions } from "../functions.ts";
import { BellListener } from "../wire/doorbell.ts";
import { holdLifeline } from "../wire/lifeline.ts";
import { Outbox } from "../wire/outbox.ts";
import {
  type FromWorker,
  itemsOf,
  type Submission,
  type TaskStart,
  type ToWorker,
  type WireError,
} from "../wire/protocol.ts";
import { decodeError, encodeError } from "../wire/wire-error.ts";
import type { OwnPort } from "./own-port.ts";
import { Reporter } from "./reporter.ts";

/** In development, jobs that keep the worker for more milliseconds are reported on its console, as elsewhere. */
const usualLimit = 50;

/** A worker that takes jobs. */
export interface Serving {
  /**
   * The scheduler that runs the jobs, for critical sections, resources and alarms of the served functions.
   *
   * @throws PreemptError before the controlling side has connected, that is before the first job
   */
  readonly scheduler: Scheduler;
}

/** One worker: its functions, its scheduler, and what runs. */
export class Server implements Serving {
  readonly #functions: Functions;
  readonly #options: SchedulerOptions;
  readonly #outbox: Outbox<FromWorker>;
  readonly #reporter: Reporter;
  readonly #bell = new BellListener();
  readonly #jobs = new Map<number, Job>();
  /** Jobs of tasks that missed their deadlines and have not ended, with the number of the task. */
  readonly #late = new Map<Job, number>();
  readonly #tasks = new Map<number, Task>();
  #scheduler: Scheduler | undefined;

  constructor(port: OwnPort, functions: Functions, options: SchedulerOptions) {
    this.#functions = functions;
    this.#options = options;
    this.#outbox = new Outbox((message, transfer) => port.post(message, transfer));
    this.#reporter = new Reporter(this.#outbox);
    port.listen(
      (data) => {
        const items = itemsOf<ToWorker>(data);
        if (items === undefined) return;
        this.#bell.received();
        for (const item of items) this.#take(item);
      },
      (error) => this.#outbox.send({ op: "unreadable", error: encodeError(error) }),
    );
    this.#outbox.send({ op: "ready" });
  }

  get scheduler(): Scheduler {
    if (this.#scheduler !== undefined) return this.#scheduler;
    throw new PreemptError(
      "scheduler_not_connected",
      "the worker's scheduler was asked for before the controlling side connected. Ask for it inside a served function.",
    );
  }

  #take(item: ToWorker): void {
    if (item.op === "hello") this.#connect(item);
    else if (item.op === "submit") this.#submit(item);
    else if (item.op === "task") this.#start(item);
    else if (item.op === "cancel") this.#jobs.get(item.id)?.cancel(decodeError(item.reason));
    else if (item.op === "urgency") this.#urge(item.id, item.priority, item.deadline);
    else this.#stop(item.id, item.reason);
  }

  #urge(id: number, priority: number, deadline: number): void {
    const job = this.#jobs.get(id);
    job?.setPriority(priority);
    job?.setDeadline({ at: deadline });
  }

  #stop(id: number, reason: WireError | undefined): void {
    // Once it was stopped, its jobs may still be cancelled.
    const task = this.#tasks.get(id) ?? this.#reporter.draining(id);
    if (task === undefined) return;
    if (this.#tasks.delete(id)) {
      task.stop();
      this.#reporter.drain(task);
    }
    if (reason === undefined) return;
    const decoded = decodeError(reason);
    for (const job of task.unfinished) job.cancel(decoded);
  }

  #connect({ settings, bell, lifeline }: Extract<ToWorker, { op: "hello" }>): void {
    this.#bell.listenTo(bell);
    const { host = this.#bell.attach(detectHost()), policy = settings.policy, observer, onError } = this.#options;
    const given = Object.entries(settings).filter(([, value]) => value !== undefined);
    const scheduler = new Scheduler({
      // What was admitted reckons with whole slices.
      margin: false,
      // The host is that of this engine, although it is given.
      ...(this.#options.host === undefined && { warnAfter: usualLimit }),
      ...this.#options,
      ...Object.fromEntries(given),
      // A policy of the worker's own cannot be sent; the controlling side knows its name and checks it.
      policy: policy as NonNullable<SchedulerOptions["policy"]>,
      host,
      observer: [
        this.#reporter,
        { jobFinished: (job) => this.#tellMiss(job) },
        ...(observer === undefined ? [] : [observer].flat()),
      ],
      onError: (error, job) => {
        if (onError !== undefined) onError(error, job);
        else this.#outbox.send({ op: "report", error: encodeError(error), task: this.#reporter.idOf(job?.task) });
      },
    });
    this.#scheduler = scheduler;
    const name = typeof policy === "object" ? policy.name : policy;
    const welcome = (holdsLifeline: boolean) =>
      this.#outbox.send({ op: "welcome", now: scheduler.now(), origin: timeOrigin(), policy: name, holdsLifeline });
    // No job before the lock is held: it might be the one that ends this worker.
    if (lifeline === undefined) welcome(false);
    else holdLifeline(lifeline, welcome);
  }

  #submit({ id, fn, name, args, release, deadline, priority, budget, wcet }: Submission): void {
    const { scheduler } = this;
    const now = scheduler.now();
    try {
      const job = scheduler.submit(this.#named(fn), {
        name,
        args: [...args],
        priority,
        delay: Math.max(0, release - now),
        ...(budget !== undefined && { budget }),
        ...(wcet !== undefined && { wcet }),
        // A deadline that has passed on the way is still a deadline.
        ...(deadline < Infinity && { deadline: Math.max(Number.MIN_VALUE, deadline - Math.max(now, release)) }),
      });
      // Its error goes to whoever awaits it over there.
      void job.catch(() => {});
      this.#jobs.set(id, job);
      this.#reporter.follow(job, id, () => this.#jobs.delete(id));
    } catch (error) {
      const nothing = { value: undefined, start: undefined, executionTime: 0, preemptions: 0 };
      this.#outbox.send({ op: "ended", id, state: "failed", error: encodeError(error), finish: now, ...nothing });
    }
  }

  #start({
    id,
    fn,
    name,
    args,
    period,
    firstRelease,
    deadline,
    backlog,
    priority,
    budget,
    wcet,
    tellMisses,
  }: TaskStart): void {
    const { scheduler } = this;
    const late = scheduler.now() - firstRelease;
    try {
      const task = scheduler.task(this.#named(fn), {
        name,
        args: [...args],
        priority,
        period,
        // Releases that passed on the way are left out; the others stay where they were.
        phase: late <= 0 ? -late : Math.ceil(late / period) * period - late,
        ...(deadline !== undefined && { deadline }),
        ...(backlog !== undefined && { backlog }),
        ...(budget !== undefined && { budget }),
        ...(wcet !== undefined && { wcet }),
        ...(tellMisses && { onMiss: (job: Job) => void this.#late.set(job, id) }),
      });
      this.#tasks.set(id, task);
      this.#reporter.followTask(task, id);
    } catch (error) {
      this.#outbox.send({ op: "refused", id, error: encodeError(error) });
    }
  }

  /** How late a job is, is known when it has ended. */
  #tellMiss(job: Job): void {
    const id = this.#late.get(job);
    if (id === undefined) return;
    this.#late.delete(job);
    const { release, start, finish = 0, deadline } = job;
    this.#outbox.push({ op: "missed", id, release, start, finish, deadline });
  }

  #named(name: string): AnyFunction {
    const fn = Object.hasOwn(this.#functions, name) ? this.#functions[name] : undefined;
    if (typeof fn === "function") return fn;
    const served = Object.keys(this.#functions).map((known) => `"${known}"`);
    throw new PreemptError(
      "function_not_served",
      `the worker serves no function "${name}". Give it to serve(), or name one of these: ${served.join(", ") || "none"}.`,
    );
  }
}
