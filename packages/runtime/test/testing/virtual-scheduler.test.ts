import { attachAsync, wait } from "@preempt/runtime/abi";
import { virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

const nothing = () => undefined;

test("time stands still unless the test or a job moves it", async () => {
  const { rt, host } = virtualScheduler();
  const job = rt.submit(nothing, { delay: 5 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([rt.now(), job.state]).toEqual([0, "released"]);
  host.run(4.9);
  expect([rt.now(), job.state]).toEqual([4.9, "released"]);
  host.run(5);
  expect([rt.now(), job.state]).toEqual([5, "done"]);
});

test("the clock can start anywhere", () => {
  const { rt, host, schedule } = virtualScheduler({ start: 1000 });
  const alarms: number[] = [];
  rt.alarm({ in: 5 }, () => alarms.push(rt.now()));
  host.run();
  expect([alarms, schedule.idleTime()]).toEqual([[1005], 5]);
});

test("work can be preempted at every instant, or between its steps, or not at all", () => {
  // ideal preemption: the job is preempted as soon as its code allows
  const urgentAt = (step?: number) => {
    const { rt, host, work } = virtualScheduler({ preemption: "ideal", slice: 100, budget: 0 });
    rt.submit(work(8, step), { deadline: 50 });
    const urgent = rt.submit(nothing, { delay: 2.5, deadline: 1 });
    host.run();
    return urgent.finish;
  };
  expect(urgentAt()).toBe(2.5);
  expect(urgentAt(1)).toBe(3);
  expect(urgentAt(5)).toBe(5);
  expect(urgentAt(Number.POSITIVE_INFINITY)).toBe(8);
});

test.for([
  {},
  { round: 2 },
  { slice: 100, round: 100 },
  { preemption: "ideal", slice: Number.POSITIVE_INFINITY, round: Number.POSITIVE_INFINITY },
] as const)("a run ends at the instant it is given, with %o", (options) => {
  const { rt, host, schedule, work } = virtualScheduler(options);
  const fired: number[] = [];
  rt.alarm(7.5, () => fired.push(rt.now()));
  const long = rt.submit(work(20), { name: "long", deadline: 90 });
  rt.submit(() => undefined, { name: "quick", delay: 7.5, deadline: 1 });
  host.run(3);
  expect([rt.now(), long.executionTime, long.state]).toEqual([3, 3, "ready"]);
  host.run(7.5); // what is due then happens, as far as it takes no time
  expect([rt.now(), long.executionTime, fired]).toEqual([7.5, 7.5, [7.5]]);
  expect(schedule.order()).toEqual(["long", "quick"]);
  host.run(7.5);
  expect(rt.now()).toBe(7.5);
  host.run();
  expect(schedule.text).toBe("0–7.5   T0J0 long   …\n7.5     T0J1 quick  done\n7.5–20  T0J0 long   done");
});

test("a stretch that cannot be preempted runs beyond the end of a run", () => {
  const { rt, host, work } = virtualScheduler();
  rt.submit(work(20, 4));
  host.run(6);
  expect(rt.now()).toBe(8);
});

test("work takes its time to the end, and gives it", async () => {
  const { rt, host, work } = virtualScheduler();
  const jobs = [work(2.5), work(2.5, 1), work(0), work(0, 1)].map((body) => rt.submit(body));
  host.run();
  expect(jobs.map((job) => job.executionTime)).toEqual([2.5, 2.5, 0, 0]);
  expect(await Promise.all(jobs)).toEqual([2.5, 2.5, 0, 0]);
});

test("promises settle before time goes on, however long their chain is", async () => {
  const { rt, host } = virtualScheduler();
  const rejected = Promise.reject(new Error("handled at 5"));
  const messages: string[] = [];
  rt.alarm(5, () => void rejected.catch(({ message }) => messages.push(message)));
  const job = rt.submit(async () => {
    for (let i = 0; i < 1000; i++) await undefined;
    return rt.now();
  });
  await host.settle();
  expect([job.state, job.finish, await job, messages]).toEqual(["done", 0, 0, ["handled at 5"]]);
});

test("an error that nobody awaits is thrown by the run in which it happened, once", () => {
  const { rt, host, expectNoErrors } = virtualScheduler();
  const error = new Error("lost?");
  const fail = () => {
    throw error;
  };
  rt.submit(fail, { name: "careless" });
  rt.alarm(3, fail);
  let thrown: unknown;
  try {
    host.run(2);
  } catch (e) {
    thrown = e;
  }
  expect(thrown).toMatchObject({ code: "unhandled_errors", cause: error });
  expect(String(thrown)).toContain("an error that nobody awaited:\n  job T0J0 (careless): Error: lost?\n");
  expect(rt.now()).toBe(2);
  expect(() => host.run()).toThrow("there was an error that nobody awaited:\n  scheduler: Error: lost?");
  host.run();
  // all of them, whoever was told before
  expect(expectNoErrors).toThrow("there was 2 errors that nobody awaited:\n  job T0J0");
});

test("an error that somebody awaits is theirs", async () => {
  const { rt, host, expectNoErrors } = virtualScheduler();
  const failure = rt
    .submit(() => {
      throw new Error("expected");
    })
    .catch((error: Error) => error.message);
  await host.settle();
  expect(await failure).toBe("expected");
  expectNoErrors();
});

test("errors can be collected instead", async () => {
  const { rt, host, expectNoErrors } = virtualScheduler({ errors: "collect" });
  rt.submit(() => {
    throw new Error("kept");
  });
  host.run();
  await host.settle();
  expect(host.reported).toEqual([{ error: new Error("kept"), context: expect.stringContaining("T0J0") }]);
  expect(expectNoErrors).toThrow("Error: kept");
});

test("a run without an end is noticed, with one and without", async () => {
  const endless = virtualScheduler({ maxSteps: 100 });
  using task = endless.rt.task(nothing, { period: 1 });
  expect(() => endless.host.run()).toThrow("no_end: after 100 turns and timers it is");
  await expect(endless.host.settle()).rejects.toThrow("no_end");
  // a thousand times as many are fine where there is an end and time passes
  using _turns = endless.rt.alarm({ every: 1 }, () => endless.host.post(nothing));
  endless.host.run(10_000);
  expect(task.released).toBeGreaterThan(9000);

  const stuck = virtualScheduler({ maxSteps: 100 });
  const again = () => stuck.host.post(again);
  again();
  expect(() => stuck.host.run(5)).toThrow("no_end: after 100 turns and timers it is 0");
});

test("what has not ended is told by name", async () => {
  const { rt, host, expectAllEnded } = virtualScheduler();
  expectAllEnded();
  const stuck = rt.submit(
    attachAsync(async () => {}, function* () {
      yield wait(new Promise(() => {}));
    } as never),
    { name: "stuck" },
  );
  const task = rt.task(nothing, { period: 10, name: "audio" });
  await host.settle(25);
  expect(expectAllEnded).toThrow(
    "not_ended: at 25 there is still\n" +
      "  job T0J0 (stuck), blocked, released at 0\n" +
      '  task "audio", which releases jobs until it is stopped\n' +
      "Run the host further, or end what is left.",
  );
  task.stop();
  stuck.cancel();
  stuck.catch(() => {});
  await host.settle();
  expectAllEnded();
  const later = rt.submit(nothing, { delay: 5 });
  expect(expectAllEnded).toThrow("a timer: of an alarm, or of a job whose release is still to come");
  host.run();
  expect(later.state).toBe("done");
  expectAllEnded();
});

test("bad options are refused with what was given and what is expected", () => {
  expect(() => virtualScheduler({ pointCost: 0 })).toThrow(
    "point_cost_not_positive: the cost of a preemption point is 0. Give a number of milliseconds above 0.",
  );
  expect(() => virtualScheduler({ errors: "ignore" as never })).toThrow('errors_unknown: errors is "ignore".');
  expect(() => virtualScheduler({ round: 0 })).toThrow("round_not_positive: the round is 0.");
  expect(() => virtualScheduler({ maxSteps: 0 })).toThrow("max_steps_not_positive");
  const { host, work } = virtualScheduler();
  expect(() => work(-1)).toThrow("work_negative");
  expect(() => work(1, 0)).toThrow("step_not_positive");
  expect(() => host.run(Number.NaN)).toThrow("until_not_an_instant: until is NaN.");
});
