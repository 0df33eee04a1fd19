/** Tasks that change without a stop, and releases and alarms that a sleeping machine has missed. */
import { type AdmissionAnswer, type Job, Scheduler, type Task } from "@preempt/runtime";
import { admitBy, exactAdmission } from "@preempt/runtime/analysis";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";

/** Arrival and deadline of each job. */
function arrivals(rt: Scheduler): string[] {
  const seen: string[] = [];
  rt.observe({ jobReleased: ({ arrival, deadline }) => void seen.push(`${arrival} to ${deadline}`) });
  return seen;
}

test("another period: the next arrival is one of it after the last one", () => {
  const { rt, host, work } = world();
  const seen = arrivals(rt);
  const task = rt.task(work(0), { period: 10, name: "t" });
  rt.alarm(12, () => task.update({ period: 4 }));
  rt.alarm(15, () => task.update({ period: 20 }));
  rt.alarm(36, () => task.update({ period: 5, deadline: 3 }));
  rt.alarm(41, () => task.stop());
  host.run(60);
  expect(seen).toEqual(["0 to 10", "10 to 20", "14 to 18", "34 to 54", "39 to 42"]);
  expect(task.options).toMatchObject({ period: 5, deadline: 3, name: "t" });
});

test("a new period that has passed since the last arrival: now", () => {
  const { rt, host, work } = world();
  const seen = arrivals(rt);
  const task = rt.task(work(0), { period: 50 });
  rt.alarm(30, () => task.update({ period: 7 }));
  rt.alarm(38, () => task.stop());
  host.run(60);
  expect(seen).toEqual(["0 to 50", "30 to 37", "37 to 44"]);
});

test("the last of several changes counts, and a first arrival that has yet to come stays", () => {
  const { rt, host, work } = world();
  const seen = arrivals(rt);
  const task = rt.task(work(0), { period: 10, phase: 5 });
  task.update({ period: 3 });
  rt.alarm(6, () => {
    task.update({ period: 2 });
    task.update({ period: 30 });
    task.update({ period: 4 });
  });
  rt.alarm(14, () => task.stop());
  host.run(60);
  expect(seen).toEqual(["5 to 8", "9 to 13", "13 to 17"]);
});

test("deadline, priority, wcet and jitter are those of jobs to come", () => {
  const { rt, host } = world();
  const jobs: Job[] = [];
  rt.observe({ jobReleased: (job) => void jobs.push(job) });
  const task = rt.task(() => {}, { period: 10, priority: 1, wcet: 1 });
  rt.alarm(1, () => task.update({ deadline: 7, priority: 5, wcet: 2, jitter: 3 }));
  rt.alarm(14, () => task.stop());
  host.run(60);
  expect(jobs.map(({ release, deadline, priority, wcet }) => [release, deadline, priority, wcet])).toEqual([
    [0, 10, 1, 1],
    [13, 17, 5, 2],
  ]);
});

test("another least time between arrivals counts from the last one", () => {
  const { rt, host } = world();
  const seen = arrivals(rt);
  const task = rt.task(() => {}, { interArrival: 20 });
  for (const at of [0, 3, 14]) rt.alarm(at, () => void task.release());
  rt.alarm(2, () => task.update({ interArrival: 8 }));
  host.run(60);
  expect(seen).toEqual(["0 to 20", "8 to 16", "16 to 24"]);
});

test("a change that is refused changes nothing", () => {
  const { rt, work } = world();
  const task = rt.task(work(0), { period: 10, deadline: 8 });
  for (const [change, code] of [
    [{ period: 0 }, "period_not_positive"],
    [{ deadline: -1, period: 3 }, "deadline_not_positive"],
    [{ interArrival: 3 }, "task_kind"],
    [{ phase: 3 }, "option_unknown"],
  ] as const) {
    expect(() => task.update(change as never), JSON.stringify(change)).toThrow(code);
  }
  expect(task.options).toMatchObject({ period: 10, deadline: 8 });
  expect(() => rt.task(() => {}, {}).update({ period: 3 })).toThrow("task_kind");
});

function admitting() {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, admission: admitBy(exactAdmission), slice: 1, overheads: { overrun: 0 } });
  const admit = (name: string, period: number, wcet: number): Task => {
    const work = function* () {
      for (let done = 0; done < wcet; done++) {
        host.advance(1);
        yield;
      }
    };
    expect(rt.admit(work, { name, period, wcet })).toMatchObject({ admitted: true });
    return rt.tasks.at(-1) as Task;
  };
  return { rt, host, admit };
}

test("a task that was admitted asks again; a refusal is returned and changes nothing", () => {
  const { rt, host, admit } = admitting();
  const a = admit("a", 20, 4);
  admit("b", 20, 10);
  host.run(19);
  const refusal = a.update({ period: 5 }) as AdmissionAnswer & { reason: string };
  expect(refusal.admitted).toBe(false);
  expect(refusal.reason).toContain("%");
  expect(a.options.period).toBe(20);
  expect(a.update({ period: 10, wcet: 3 })?.admitted).toBe(true);
  expect(rt.admit(() => {}, { name: "c", period: 20, wcet: 6 }).admitted).toBe(false);
  // A task that was only started is asked nothing.
  expect(rt.task(() => {}, { period: 100 }).update({ period: 50 })).toBeUndefined();
});

test("what a task was counts until nobody has work left", () => {
  const { rt, host, admit } = admitting();
  const a = admit("a", 20, 10);
  let early: AdmissionAnswer | undefined;
  rt.alarm(5, () => {
    a.update({ wcet: 2 });
    early = rt.admit(() => {}, { name: "c", period: 20, wcet: 12 });
  });
  host.run(19);
  expect(early?.admitted).toBe(false);
  expect(rt.admit(() => {}, { name: "c", period: 20, wcet: 12 }).admitted).toBe(true);
});

test("releases that a sleeping machine missed: all of them, one, or none", () => {
  for (const [missed, expected, skipped] of [
    [undefined, ["0 to 10", "40 to 50", "50 to 60"], 3],
    ["all", ["0 to 10", "10 to 20", "20 to 30", "30 to 40", "40 to 50", "50 to 60"], 0],
    ["coalesce", ["0 to 10", "40 to 50", "50 to 60"], 3],
    ["skip", ["0 to 10", "50 to 60"], 4],
  ] as const) {
    const { rt, host } = world();
    const seen = arrivals(rt);
    const task = rt.task(() => {}, { period: 10, ...(missed && { missed }) });
    host.run(5);
    host.set(45);
    host.run(50);
    task.stop();
    expect(seen, missed).toEqual(expected);
    expect(task.skipped).toBe(skipped);
  }
});

test("releases that are late because a job ran are not missed", () => {
  for (const missed of ["coalesce", "skip"] as const) {
    const { rt, host } = world({ preemption: "sliced" });
    const seen = arrivals(rt);
    const task = rt.task(() => {}, { period: 10, missed });
    rt.submit(() => host.advance(35), { delay: 5, deadline: 100 });
    host.run(45);
    task.stop();
    expect(
      seen.filter((line) => line !== "5 to 105"),
      missed,
    ).toEqual(["0 to 10", "10 to 20", "20 to 30", "30 to 40", "40 to 50"]);
    expect(task.skipped).toBe(0);
  }
});

test("a release that is late by less than a period is none that was missed", () => {
  const { rt, host } = world();
  const seen = arrivals(rt);
  const task = rt.task(() => {}, { period: 10, missed: "skip" });
  host.run(5);
  host.set(19);
  host.run(21);
  task.stop();
  expect(seen).toEqual(["0 to 10", "10 to 20", "20 to 30"]);
});

test("alarms that a sleeping machine missed: once for all, once for each, or not at all", () => {
  for (const [missed, expected] of [
    [undefined, [10, 45, 50]],
    ["coalesce", [10, 45, 50]],
    ["skip", [10, 50]],
    ["all", [10, 45, 45, 45, 50]],
  ] as const) {
    const { rt, host } = world();
    const seen: number[] = [];
    const alarm = rt.alarm({ every: 10, ...(missed && { missed }) }, () => void seen.push(host.now()));
    host.run(11);
    host.set(45);
    host.run(50);
    alarm.cancel();
    expect(seen, missed).toEqual(expected);
  }
  const { rt } = world();
  expect(() => rt.alarm({ every: 1, missed: "none" as never }, () => {})).toThrow("missed_unknown");
});

test("a first instant and a period: also one that has passed", () => {
  for (const [first, expected] of [
    [23, [23, 33, 43]],
    [20, [20, 30, 40]],
    [5, [25, 35, 45]],
    [-1000.5, [29.5, 39.5, 49.5]],
  ] as const) {
    const { rt, host } = world();
    host.set(20);
    const seen: number[] = [];
    const alarm = rt.alarm({ every: 10, at: first }, () => void seen.push(host.now()));
    host.run(expected[2]);
    alarm.cancel();
    expect(seen).toEqual(expected);
  }
  const { rt } = world();
  expect(() => rt.alarm({ every: 1, at: Number.NaN }, () => {})).toThrow("alarm_not_finite");
  expect(() => rt.alarm({ every: 1, at: 3, in: 2 } as never, () => {})).toThrow("alarm_first");
  expect(() => rt.alarm({ at: 3 } as never, () => {})).toThrow("alarm_first");
});
