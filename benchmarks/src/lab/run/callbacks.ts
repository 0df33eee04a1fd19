/**
 * Jobs as callbacks of Node's event loop: what the variants without a kernel have in common. A callback runs to its end. A job
 * that suspends itself is an async function, which awaits a timer. The end of a job may release another one.
 */
import { tasksAfter, tasksBefore } from "../chains.ts";
import { releaseDelay } from "../simulate/releases.ts";
import { courseOf } from "../simulate/suspension.ts";
import type { TaskParameters } from "../task-set.ts";
import type { Body } from "./bodies/body.ts";
import { JobsLog } from "./jobs-log.ts";
import { Meter } from "./meter.ts";
import { type Execution, patience, type RunSet, type Settings, settling } from "./order.ts";
import { type Pace, unitsFor } from "./pace.ts";

/** Callbacks that come at an instant, in the order of a variant. Times in milliseconds on the process's clock. */
export interface CallbackQueue {
  /** Calls `run` at `due` or later, in a turn of the event loop. */
  add(task: number, due: number, run: () => void): void;
}

export interface CallbackOptions {
  readonly settings: Settings;
  readonly body: Body;
  readonly pace: Pace;
  readonly queue: CallbackQueue;
  /** "loop": callbacks in the queue "timer" are as late as the set says. "fcfs": no queue is looked at. */
  readonly variant: "fcfs" | "loop";
}

/** A job while it runs. */
interface CallbackJob {
  readonly task: number;
  readonly planned: number;
  readonly release: number;
  execution: number;
  /** Its last part ended then. */
  until: number;
  /** As it really was. */
  readonly course: number[];
}

/** Executes the jobs of a set, from an instant that is a little later. */
export function executeCallbacks(set: RunSet, options: CallbackOptions): Promise<Execution> {
  const { settings, body, pace, queue, variant } = options;
  const { tasks } = set;
  const { load, seed, horizon, suspension = "max" } = settings;
  const [before, after] = [tasksBefore(set), tasksAfter(set)];
  const whole = { id: "", ...set };
  const releases = { policy: variant === "loop" ? "loop" : "fifo", jitter: "random", seed } as const;
  const delays = tasks.map((task, i) => releaseDelay(whole, task, i, releases));
  const courses = tasks.map((task, i) => courseOf(task, i, { suspension, seed }));
  const units = (length: number) => unitsFor(length * load, pace);
  const meter = new Meter();
  const log = new JobsLog();
  const [turns, wakes]: [number[], number[]] = [[], []];
  const counts = tasks.map(() => 0);
  const start = performance.now() + settling;
  const end = start + horizon / 1000;
  const gaveUp = start + patience(settings);
  let busyUntil = 0;
  /** Callbacks that are to come, and jobs that await. */
  let open = 0;

  return new Promise((resolve) => {
    const done = () => resolve({ log, meter, start, loop: { turns, wakes } });
    tasks.forEach((_, i) => {
      if (before[i] === undefined) arm(i, 0);
    });
    if (open === 0) done();

    function later(task: number, due: number, run: (begin: number) => void): void {
      open++;
      queue.add(task, due, () => {
        const begin = performance.now();
        if (begin > gaveUp) return done();
        // What waited for a callback shows what a turn of the loop takes, and the others how late timers are.
        if (due > busyUntil) {
          meter.wokeLate(begin - due);
          wakes.push(begin - due);
        } else turns.push(begin - busyUntil);
        run(begin);
      });
    }

    function closed(): void {
      if (--open === 0) done();
    }

    function arm(i: number, k: number): void {
      const { O = 0, T } = tasks[i] as TaskParameters;
      const arrival = O + k * T;
      const planned = start + arrival / 1000;
      if (planned >= end) return;
      const delay = delays[i]?.(k, arrival) ?? 0;
      later(i, planned + delay / 1000, (begin) => {
        arm(i, k + 1);
        run(i, k, planned, begin);
      });
    }

    function run(task: number, k: number, planned: number, begin: number): void {
      const job: CallbackJob = { task, planned, release: begin, execution: 0, until: begin, course: [] };
      const course = courses[task]?.(k);
      if (course !== undefined) return void await_(job, course);
      execute(job, (tasks[task] as TaskParameters).C, begin);
      finish(job);
    }

    /** Its first part runs at once, as that of any async function. */
    async function await_(job: CallbackJob, course: readonly number[]): Promise<void> {
      let begin = job.release;
      for (const [at, length] of course.entries()) {
        if (at % 2 === 0) execute(job, length, begin);
        else begin = await pause(job, length);
      }
      finish(job);
    }

    /** @returns when it resumed */
    async function pause(job: CallbackJob, length: number): Promise<number> {
      if (length === 0) {
        // What is there already resumes as a microtask.
        await undefined;
        job.course.push(0);
        return performance.now();
      }
      const due = job.until + length / 1000;
      const begin = await new Promise<number>((resume) => later(job.task, due, resume));
      open--;
      // A timer that was late while no callback ran: so much longer the job really awaited it.
      const late = due > busyUntil ? begin - due : 0;
      job.course.push(length / 1000 + late);
      return begin;
    }

    function execute(job: CallbackJob, length: number, begin: number): void {
      meter.enter();
      body.run(units(length));
      meter.leave();
      job.until = performance.now();
      busyUntil = job.until;
      job.execution += job.until - begin;
      job.course.push(job.until - begin);
    }

    function finish({ task, planned, release, execution, until: finished, course }: CallbackJob): void {
      const times = { planned, release, start: release, finish: finished, execution, preemptions: 0 };
      log.add({ task, ...times, ...(course.length > 1 && { course }) });
      for (const next of after[task] as number[]) {
        const k = (counts[next] as number)++;
        const delay = delays[next]?.(k, (finished - start) * 1000) ?? 0;
        later(next, finished + delay / 1000, (begin) => run(next, k, planned, begin));
      }
      closed();
    }
  });
}
