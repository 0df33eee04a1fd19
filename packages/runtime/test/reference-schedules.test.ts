/** Schedules computed by other simulators, reproduced to the unit by the kernel under virtual time. */
import { type AnyFunction, type Job, type Observer, Scheduler } from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { loadAll } from "./reference/load.ts";

interface TaskSet {
  readonly id: string;
  readonly tasks?: readonly { C: number; T: number; D: number; O?: number; chunks?: readonly number[] }[];
  /** Release, execution time, absolute deadline, priority (0 is the most urgent). */
  readonly jobs?: readonly [number, number, number, number][];
  readonly horizon?: number;
  readonly priority_dm?: readonly number[];
  readonly result: Readonly<Record<string, Expected>>;
}

type Row = readonly [number, number, number, number, number, number];

interface Expected {
  /** Task, job, release, start, finish, preemptions. */
  readonly jobs: readonly Row[];
  /** Task, job, from, to. */
  readonly segments: readonly (readonly number[])[];
  readonly misses: number;
  readonly last_finish: number;
}

for (const { file, data } of loadAll<{ sets: TaskSet[] }>("schedules")) {
  describe(file, () => {
    for (const set of data.sets) {
      for (const [policy, expected] of Object.entries(set.result)) {
        test(`${set.id} ${policy}`, () => {
          const { jobs, segments, misses, last_finish } = expected;
          expect(run(set, policy)).toEqual({ jobs, segments, misses, last_finish });
        });
      }
    }
  });
}

function run(set: TaskSet, variant: string): Expected {
  const [policy, preemption] = variant.toLowerCase().split("-") as ["edf" | "fp" | "fifo", "p" | "np" | "lp"];
  const host = new VirtualHost();
  const finished = new Map<string, Job>();
  const segments: number[][] = [];
  const ids = new Map<Job, readonly [number, number]>();
  let open: [Job, number] | undefined;
  const close = (job: Job, now: number) => {
    const [owner, from] = open as [Job, number];
    expect(owner).toBe(job);
    open = undefined;
    const last = segments.at(-1);
    const [task, k] = ids.get(job) as readonly [number, number];
    if (last !== undefined && last[0] === task && last[1] === k && last[3] === from) last[3] = now;
    else if (now > from) segments.push([task, k, from, now]);
  };
  const observer: Observer = {
    jobReleased(job) {
      const [, task, k] = /^T(\d+)J(\d+)$/.exec(job.id) as unknown as [string, string, string];
      ids.set(job, set.tasks ? [Number(task) - 1, Number(k)] : [Number(k), 0]);
    },
    jobDispatched(job, now) {
      open = [job, now];
    },
    jobPreempted: close,
    jobFinished(job, now) {
      close(job, now);
      finished.set(job.id, job);
    },
  };
  const forever = Number.POSITIVE_INFINITY;
  const rt = new Scheduler({
    policy,
    preemption: "ideal",
    slice: forever,
    round: forever,
    budget: 0,
    host,
    observer,
  });
  const body = (execution: number, chunks: readonly number[] = [execution]): AnyFunction =>
    function* () {
      if (preemption === "p") yield* consume(rt, execution);
      else {
        for (const [i, chunk] of chunks.entries()) {
          if (i > 0 && preemption === "lp") yield;
          host.advance(chunk);
        }
      }
    };
  for (const [i, { C, T, D, O = 0, chunks }] of (set.tasks ?? []).entries()) {
    const priority = -((set.priority_dm as number[])[i] as number);
    const task = rt.task(body(C, chunks), { period: T, deadline: D, phase: O, priority, backlog: forever });
    // Releases in [0, horizon); late jobs are neither dropped nor stopped.
    rt.alarm((set.horizon as number) - 0.5, () => task.stop());
  }
  for (const [release, execution, deadline, priority] of set.jobs ?? []) {
    rt.submit(body(execution), { delay: release, deadline: { at: deadline }, priority: -priority });
  }
  host.run();
  const order = (a: Row, b: Row) => a[0] - b[0] || a[1] - b[1];
  const jobs = [...finished.values()].map((job) => {
    const { release, start, finish, preemptions } = job;
    const [task, k] = ids.get(job) as readonly [number, number];
    return [task, k, release, start as number, finish as number, preemptions] as const;
  });
  return {
    jobs: jobs.sort(order),
    segments,
    misses: [...finished.values()].filter((job) => (job.lateness as number) > 0).length,
    last_finish: Math.max(...jobs.map((job) => job[4])),
  };
}
