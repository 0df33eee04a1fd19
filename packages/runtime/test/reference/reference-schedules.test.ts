/** Schedules computed by other simulators, reproduced to the unit by the kernel under virtual time. */
import type { AnyFunction, Job } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { loadAll } from "./load.ts";

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
  const forever = Number.POSITIVE_INFINITY;
  const { rt, host, schedule, work } = virtualScheduler({
    policy,
    preemption: "ideal",
    slice: forever,
    round: forever,
    budget: 0,
  });
  const body = (execution: number, chunks: readonly number[] = [execution]): AnyFunction =>
    preemption === "p"
      ? work(execution)
      : function* () {
          for (const [i, chunk] of chunks.entries()) {
            if (i > 0 && preemption === "lp") yield;
            host.advance(chunk);
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
  const numbers = ({ id }: Job): readonly [number, number] => {
    const [, task, k] = /^T(\d+)J(\d+)$/.exec(id) as unknown as [string, string, string];
    return set.tasks ? [Number(task) - 1, Number(k)] : [Number(k), 0];
  };
  expect(schedule.unended).toEqual([]);
  const jobs = schedule.jobs.map((job): Row => {
    const { release, start, finish, preemptions } = job;
    return [...numbers(job), release, start as number, finish as number, preemptions];
  });
  return {
    jobs: jobs.sort(order),
    segments: schedule.segments.map(({ job, from, to }) => [...numbers(job), from, to]),
    misses: schedule.misses.length,
    last_finish: Math.max(...jobs.map((job) => job[4])),
  };
}
