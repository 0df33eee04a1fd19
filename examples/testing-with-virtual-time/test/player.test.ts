import { drive, virtualScheduler } from "@preempt/runtime/testing/vitest";
import { expect, onTestFinished, test } from "vitest";
import { buildIndex, loadIndex, startPlayer } from "../src/player.ts";

const voices = [1, 2, 3];
const titles = Array.from({ length: 40 }, (_, i) => `Song number ${i}`);

test("the mixer meets its deadlines while the index is built", async () => {
  // every turn of a loop in annotated code takes 0.25 ms
  const { rt, host, schedule } = virtualScheduler({ pointCost: 0.25, budget: 0 });
  const { mixer, index } = startPlayer(rt, { voices, titles });
  host.run(60);

  expect(mixer.buffers).toEqual([6, 6, 6, 6, 6, 6]);
  expect(schedule).toMeetDeadlines();
  expect(schedule).toRespondWithin(2, "mixer");
  expect((await index).get("song")).toHaveLength(40);
});

test("the mixer goes first, and the index goes on in between", () => {
  const { rt, host, schedule } = virtualScheduler({ pointCost: 0.25, budget: 0 });
  startPlayer(rt, { voices, titles });
  host.run(25);

  expect(schedule).toRunInOrder(["mixer", "index", "mixer", "index", "mixer", "index"]);
  expect(schedule).toMatchSchedule(`
    0–0.75       mixer
    0.75–10      index
    10–10.75     mixer
    10.75–20     index
    20–20.75     mixer
    20.75–25     index
  `);
});

test("the schedule as a snapshot", () => {
  const { rt, host, schedule } = virtualScheduler({ pointCost: 0.25, budget: 0 });
  startPlayer(rt, { voices, titles: titles.slice(0, 12) });
  host.run(20);

  expect(schedule.text).toMatchInlineSnapshot(`
    "0–0.75       T1J0 mixer  done
    0.75–10      T0J0 index  …
    10–10.75     T1J1 mixer  done
    10.75–13.75  T0J0 index  done"
  `);
});

test("a coarse budget makes the mixer late", () => {
  const { rt, host, schedule } = virtualScheduler({ pointCost: 0.25, budget: 60 });
  startPlayer(rt, { voices, titles });
  host.run(40);

  expect(schedule).not.toMeetDeadlines("mixer");
  expect(schedule.maxResponseTime("mixer")).toBeGreaterThan(5);
});

test("stand-ins for work that is not written yet", () => {
  const { rt, host, schedule, work } = virtualScheduler({ policy: "fp", preemption: "ideal" });
  rt.task(work(2), { name: "control", period: 5, priority: 2 });
  rt.submit(work(9), { name: "log", priority: 1 });
  host.run(20);

  expect(schedule.maxResponseTime("log")).toBe(15);
  expect(schedule.preemptions("log")).toBe(2);
  expect(schedule.idleTime()).toBe(3);
});

test("time stands still while a promise is pending", async () => {
  const { rt, host, schedule, expectNoErrors, expectAllEnded } = virtualScheduler({ pointCost: 0.25 });
  const fetchTitles = () =>
    new Promise<string[]>((resolve) => {
      rt.alarm({ in: 30 }, () => resolve(["One song"]));
    });
  const index = rt.submit(loadIndex, { args: [fetchTitles], name: "load" });
  await host.settle();

  expect(await index).toEqual(
    new Map([
      ["one", [0]],
      ["song", [0]],
    ]),
  );
  expect(schedule.blockedTime("load")).toBe(30);
  expectNoErrors();
  expectAllEnded();
});

test("nothing is left over", () => {
  const { rt, host, expectAllEnded } = virtualScheduler({ pointCost: 0.25 });
  onTestFinished(expectAllEnded);
  const { mixer } = startPlayer(rt, { voices, titles });
  host.run(35);
  mixer.stop();
  host.run();
});

test("the index is the same at every budget", () => {
  const whole = buildIndex(titles);
  for (const budget of [0, 1, 7, 300]) expect(drive(buildIndex, { args: [titles], budget }).value).toEqual(whole);
});
