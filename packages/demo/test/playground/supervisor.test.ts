import type { Job } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { Supervisor } from "../../src/playground/supervisor.ts";

function setUp() {
  const host = new VirtualHost();
  const stop = new AbortController();
  const errors: unknown[] = [];
  const supervisor = new Supervisor(stop.signal, (error) => errors.push(error));
  const rt = new supervisor.Scheduler({ host });
  function* work(ms: number) {
    for (let i = 0; i < ms; i++) {
      host.advance(1);
      yield;
    }
  }
  return { host, stop, errors, supervisor, rt, work };
}

const states = (jobs: readonly Job[]) => jobs.map(({ name, state }) => `${name} ${state}`);

test("Stop ends what runs, what is still to be released, tasks and alarms", () => {
  const { host, stop, supervisor, rt, work } = setUp();
  let fired = 0;
  rt.submit(work, { name: "endless", args: [Number.POSITIVE_INFINITY] });
  rt.submit(work, { name: "later", args: [1], delay: 50 });
  const task = rt.task(work, { name: "task", period: 10, args: [1] });
  rt.alarm({ every: 10 }, () => fired++);
  host.run(25);
  expect(fired).toBe(2);
  expect(supervisor.isBusy).toBe(true);

  stop.abort(new Error("stopped"));
  host.run(1000);
  expect(supervisor.isBusy).toBe(false);
  expect(task.isRunning).toBe(false);
  expect(fired).toBe(2);
  expect(states(supervisor.recent)).toEqual([
    "endless cancelled",
    "later cancelled",
    "task done",
    "task done",
    "task done",
  ]);
});

test("finally blocks run after Stop", () => {
  const { host, stop, rt, work } = setUp();
  let isClean = false;
  rt.submit(function* () {
    try {
      yield* work(Number.POSITIVE_INFINITY);
    } finally {
      isClean = true;
    }
  });
  host.run(5);
  stop.abort();
  host.run(20);
  expect(isClean).toBe(true);
});

test("after Stop nothing more is let in", () => {
  const { stop, supervisor, rt, work } = setUp();
  const reason = new Error("stopped");
  stop.abort(reason);
  expect(() => rt.submit(work, { args: [1] })).toThrow(reason);
  expect(() => rt.task(work, { period: 10, args: [1] })).toThrow(reason);
  expect(() => rt.alarm({ in: 1 }, () => {})).toThrow(reason);
  expect(() => new supervisor.Scheduler()).toThrow(reason);
});

test("a task that is begun while others clean up after Stop is not let in, and the run ends", () => {
  const { host, stop, supervisor, rt, work } = setUp();
  const begun: string[] = [];
  rt.submit(function* () {
    try {
      yield* work(Number.POSITIVE_INFINITY);
    } finally {
      rt.task(work, { period: 10, args: [1] });
      begun.push("task");
    }
  });
  host.run(5);
  stop.abort();
  host.run(100);
  expect(begun).toEqual([]);
  expect(supervisor.isBusy).toBe(false);
});

test("a run is over when its jobs, tasks and alarms are", () => {
  const { host, supervisor, rt, work } = setUp();
  expect(supervisor.isBusy).toBe(false);
  rt.submit(work, { args: [3] });
  const alarm = rt.alarm({ every: 1 }, () => {});
  rt.alarm({ in: 2 }, () => {});
  host.run(2);
  expect(supervisor.isBusy).toBe(true);
  alarm.cancel();
  host.run(10);
  expect(supervisor.isBusy).toBe(false);
});

test("an error that nobody awaits is told, and each scheduler has a trace of its own", () => {
  const { host, errors, supervisor, rt } = setUp();
  const other = new supervisor.Scheduler({ host });
  const error = new Error("no");
  other.submit(() => {
    throw error;
  });
  rt.submit(() => {});
  host.run();
  expect(errors).toEqual([error]);
  expect(supervisor.watched.map(({ trace }) => trace.size > 0)).toEqual([true, true]);
});

test("disposed of, it holds no trace and no job, and schedulers that are left trace nothing", () => {
  const { host, supervisor, rt, work } = setUp();
  rt.submit(work, { args: [1] });
  host.run();
  const [watched] = supervisor.watched;
  const before = watched?.trace.size;
  expect(before).toBeGreaterThan(0);
  supervisor[Symbol.dispose]();
  expect([supervisor.watched, supervisor.recent]).toEqual([[], []]);
  rt.submit(work, { args: [1] });
  host.run();
  expect(watched?.trace.size).toBe(before);
});
