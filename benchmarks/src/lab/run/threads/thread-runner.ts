/** The tasks of one thread, executed by its scheduler: those that arrive by themselves, and those that others release. */
import type { Job, Observer, Scheduler, Task } from "@preempt/runtime";
import { deadlineMonotonicOrder } from "@preempt/runtime/analysis";
import { tasksAfter, tasksBefore } from "../../chains.ts";
import type { TaskParameters, TaskSet } from "../../task-set.ts";
import { threadsOf } from "../../threads/threads-of.ts";
import type { Body } from "../bodies/body.ts";
import { jitterOf, type Settings } from "../order.ts";
import { type Pace, unitsFor } from "../pace.ts";
import { absoluteNow, type EndedJob, type MeasuredMessage, nameOf, type Release, releaseFrom } from "./messages.ts";

export interface RunnerOptions {
  readonly rt: Scheduler;
  readonly body: Body;
  readonly set: TaskSet;
  /** Its place. */
  readonly thread: number;
  readonly settings: Settings;
  readonly pace: Pace;
  /** Passes on that a job of another thread is to be released. */
  readonly send: (release: Omit<Release, "hops">) => void;
}

export class ThreadRunner {
  readonly ended: EndedJob[] = [];
  readonly messages: MeasuredMessage[] = [];
  readonly #options: RunnerOptions;
  readonly #places = new Map<unknown, number>();
  readonly #released = new Map<Job, number>();
  readonly #counts = new Map<number, number>();
  readonly #priorities: readonly number[];
  readonly #of: readonly number[];
  readonly #after: readonly (readonly number[])[];
  readonly #watching: Disposable;

  constructor(options: RunnerOptions) {
    const { set, rt } = options;
    this.#options = options;
    this.#priorities = prioritiesOf(set);
    this.#of = threadsOf(set)?.of ?? [];
    this.#after = tasksAfter(set);
    this.#watching = rt.observe(this.#observer);
  }

  /**
   * Starts the tasks that this thread's kernel releases.
   *
   * @param start From which offsets count, on the clock of all threads
   */
  begin(start: number): void {
    const { rt, set, thread, settings, body } = this.#options;
    const before = tasksBefore(set);
    const sources = set.tasks.flatMap((task, i): Task[] => {
      if (this.#of[i] !== thread || before[i] !== undefined || isSubmitted(set, i)) return [];
      const { T, D, O = 0, J = 0 } = task;
      const source = rt.task(body.run, {
        name: task.name ?? `task ${i}`,
        args: [this.unitsOf(i)],
        period: T / 1000,
        deadline: D / 1000,
        phase: Math.max(0, start + O / 1000 - absoluteNow()),
        ...(J > 0 && { jitter: (k: number) => jitterOf(task, i, k, settings.seed) / 1000 }),
        priority: this.#priorities[i] as number,
        backlog: Number.POSITIVE_INFINITY,
        missed: "all",
      });
      this.#places.set(source, i);
      return [source as Task];
    });
    // What arrives at the very end is no part of the run.
    rt.alarm(start + settings.horizon / 1000 - performance.timeOrigin - halfMicrosecond, () => {
      for (const source of sources) source.stop();
    });
  }

  /** Releases a job here, as its message or the end of the job before says. */
  release(release: Release): void {
    const { rt, set, body } = this.#options;
    const task = set.tasks[release.task] as TaskParameters;
    rt.submit(body.run, {
      name: nameOf(release),
      args: [this.unitsOf(release.task)],
      ...this.timesOf(release),
      deadline: { at: release.arrival + task.D / 1000 - performance.timeOrigin },
    });
  }

  /** Delay by the task's jitter, and priority. */
  timesOf({ task: i }: Release): { readonly delay: number; readonly priority: number } {
    const k = this.#counts.get(i) ?? 0;
    this.#counts.set(i, k + 1);
    const { set, settings } = this.#options;
    const delay = jitterOf(set.tasks[i] as TaskParameters, i, k, settings.seed) / 1000;
    return { delay, priority: this.#priorities[i] as number };
  }

  unitsOf(task: number): number {
    const { set, settings, pace } = this.#options;
    return unitsFor((set.tasks[task] as TaskParameters).C * settings.load, pace);
  }

  /** No job that ends from here on is written down. */
  stop(): void {
    this.#watching[Symbol.dispose]();
  }

  readonly #observer: Observer = {
    jobReleased: (job, now) => {
      this.#released.set(job, now);
      const release = releaseFrom(job.name);
      if (release === undefined || release.hops === 0) return;
      if ((this.#options.set.tasks[release.task]?.J ?? 0) > 0) return;
      this.messages.push({ hops: release.hops, time: performance.timeOrigin + now - release.sent });
    },
    jobFinished: (job, now) => {
      const released = releaseFrom(job.name);
      const task = released?.task ?? this.#places.get(job.task);
      const release = this.#released.get(job) ?? job.release;
      this.#released.delete(job);
      if (task === undefined || job.state !== "done") return;
      const { timeOrigin } = performance;
      const arrival = released?.arrival ?? timeOrigin + job.arrival;
      this.ended.push({
        ...{ task, arrival, execution: job.executionTime, preemptions: job.preemptions },
        release: timeOrigin + release,
        start: timeOrigin + (job.start ?? now),
        finish: timeOrigin + now,
      });
      for (const next of this.#after[task] as readonly number[]) {
        const sent = { task: next, arrival, sent: timeOrigin + now };
        if (this.#of[next] === this.#options.thread) this.release({ ...sent, hops: 0 });
        else this.#options.send(sent);
      }
    },
  };
}

/** Releases are whole microseconds apart. */
export const halfMicrosecond = 0.0005;

/** Whether the main thread submits the jobs of the task: on itself that is no message. */
export function isSubmitted(set: TaskSet, task: number): boolean {
  return set.tasks[task]?.submitted === true;
}

function prioritiesOf({ tasks }: TaskSet): number[] {
  const priorities: number[] = [];
  deadlineMonotonicOrder(tasks).forEach((task, place) => {
    priorities[task] = -place;
  });
  return priorities;
}
