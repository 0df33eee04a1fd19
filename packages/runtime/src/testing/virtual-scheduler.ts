/** A scheduler on a clock that the test owns, with a record of everything it does. */

import { consume } from "../hosts/virtual.ts";
import { notNegative, PreemptError, positive } from "../input/errors.ts";
import type { SchedulerOptions } from "../input/options.ts";
import { Scheduler } from "../scheduling/scheduler.ts";
import { chargePoints } from "./point-cost.ts";
import { ScheduleRecorder } from "./schedule-recorder.ts";
import { TestHost, type TestHostOptions } from "./test-host.ts";

/** Options of a scheduler, without the host, and how time passes. Times are milliseconds. */
export interface VirtualSchedulerOptions extends Omit<SchedulerOptions, "host" | "round">, TestHostOptions {
  /**
   * The time that annotated code takes for each preemption point that it reaches (a round of a loop, the start of a function
   * that calls others). Above 0. Default: no time. Generator functions and plain functions take time by `work`, `consume` or
   * `host.advance`.
   */
  pointCost?: number;
}

/** What {@link virtualScheduler} creates for one test. */
export interface VirtualScheduler {
  /** The scheduler, on the virtual clock. */
  readonly rt: Scheduler;
  /** The clock. `run(until)` runs what is due, `advance(ms)` lets time pass. */
  readonly host: TestHost;
  /** The record of what ran when. */
  readonly schedule: ScheduleRecorder;
  /**
   * Makes a job body that takes `ms` milliseconds and returns `ms`. It can be preempted at every instant, or only between its
   * `step`s.
   *
   * @param ms 0 or above
   * @param step Above 0; Infinity: it cannot be preempted
   * @throws PreemptError for a number out of range
   */
  work(ms: number, step?: number): () => Generator<undefined, number, void>;
  /** @throws PreemptError if a job failed and no code awaits it, or an alarm or observer threw */
  expectNoErrors(): void;
  /** @throws PreemptError if a job has not ended, a periodic task releases more, or a timer is set */
  expectAllEnded(): void;
}

/**
 * Creates a scheduler for one test: the real kernel, on a clock that stands still unless the test or a job moves it.
 *
 *     const { rt, host, schedule, work } = virtualScheduler({ slice: 1 });
 *     rt.submit(work(3), { name: "bulky", deadline: 10 });
 *     host.run();
 *     schedule.responseTimes("bulky"); // [3]
 *
 * @throws PreemptError for an option out of range
 */
export function virtualScheduler(options: VirtualSchedulerOptions = {}): VirtualScheduler {
  const { start, errors, maxSteps, round, pointCost, observer = [], ...rest } = options;
  const host = new TestHost({
    ...(start !== undefined && { start }),
    ...(errors !== undefined && { errors }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(round !== undefined && { round }),
  });
  const schedule = new ScheduleRecorder({ now: () => host.now() });
  const rt = new Scheduler({
    ...rest,
    host,
    observer: [host.observer, schedule, ...(Array.isArray(observer) ? observer : [observer])],
  });
  if (pointCost !== undefined) {
    positive(pointCost, "point_cost", "the cost of a preemption point");
    rt.observe(chargePoints(host, pointCost));
  }

  function work(ms: number, step?: number) {
    notNegative(ms, "work", "the time that the work takes");
    if (step !== undefined) positive(step, "step", "the time between two preemption points");
    return function* (): Generator<undefined, number, void> {
      if (step === undefined) yield* consume(rt, ms);
      else {
        for (let done = 0; done < ms; done += step) {
          if (done > 0) yield;
          host.advance(Math.min(step, ms - done));
        }
      }
      return ms;
    };
  }

  return {
    rt,
    host,
    schedule,
    work,
    expectNoErrors: () => host.expectNoErrors(),
    expectAllEnded: () => expectAllEnded(rt, host, schedule),
  };
}

function expectAllEnded(rt: Scheduler, host: TestHost, schedule: ScheduleRecorder): void {
  const jobs = schedule.unended.map((job) => `job ${job.id} (${job.name}), ${job.state}, released at ${job.release}`);
  const tasks = rt.tasks
    .filter(({ options }) => options.period !== undefined)
    .map(({ name }) => `task "${name}", which releases jobs until it is stopped`);
  const left = [...jobs, ...tasks];
  const { turns, timers } = host.pending;
  if (left.length === 0 && timers > 0) left.push("a timer: of an alarm, or of a job whose release is still to come");
  if (left.length === 0 && turns > 0) left.push("a turn of the event loop");
  if (left.length === 0) return;
  throw new PreemptError(
    "not_ended",
    `at ${host.now()} there is still\n${left.map((what) => `  ${what}`).join("\n")}\nRun the host further, or end what is left.`,
  );
}
