import { Statistics } from "@preempt/runtime/observers";
import { expect, test } from "vitest";
import { world } from "../world.ts";

test("two tasks under EDF are counted and measured as the textbook has them", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  // short 0-1, long 1-4, short 4-5, idle 5-8, and again: long is released at 0, 8; short at 0, 4, 8, 12
  rt.submit(work(1), { name: "short", deadline: 4 });
  rt.submit(work(3), { name: "long", deadline: 8 });
  for (const delay of [4, 8, 12]) rt.submit(work(1), { name: "short", deadline: 4, delay });
  rt.submit(work(3), { name: "long", deadline: 8, delay: 8 });
  host.run();

  const short = statistics.of("short");
  expect(short).toMatchObject({ released: 4, finished: 4, missed: 0, preemptions: 0, busy: 4 });
  expect(short?.responseTime.toJSON()).toMatchObject({ count: 4, min: 1, max: 1 });
  expect(short?.lateness.toJSON()).toMatchObject({ count: 4, min: -3, max: -3 });
  const long = statistics.of("long");
  expect(long).toMatchObject({ released: 2, finished: 2, missed: 0, busy: 6 });
  expect([long?.responseTime.min, long?.responseTime.max]).toEqual([4, 4]);
  expect([long?.executionTime.min, long?.executionTime.max]).toEqual([3, 3]);
  expect(long?.lateness.mean).toBe(-4);

  expect(statistics.names()).toEqual(["short", "long"]);
  expect(statistics.observed).toBe(13); // the last job ends at 13
  expect(short?.utilisation).toBeCloseTo(4 / 13, 12);
  expect(statistics.total).toMatchObject({ released: 6, finished: 6, busy: 10 });
  expect(statistics.total.utilisation).toBeCloseTo(10 / 13, 12);
  expect(statistics.total.responseTime.count).toBe(6);
});

test("a job that gives way is charged for its own slices alone", () => {
  const statistics = new Statistics();
  const { rt, host, work } = world({ slice: 1, round: 100, observer: statistics });
  rt.submit(work(6), { name: "bulky", deadline: 20 });
  rt.submit(work(2), { name: "urgent", deadline: 3, delay: 2 });
  host.run();
  // bulky 0-2, urgent 2-4, bulky 4-8
  expect(statistics.of("bulky")).toMatchObject({ preemptions: 1, busy: 6 });
  expect(statistics.of("urgent")).toMatchObject({ preemptions: 0, busy: 2 });
  expect(statistics.of("bulky")?.responseTime.max).toBe(8);
  expect(statistics.of("bulky")?.executionTime.max).toBe(6);
  expect(statistics.of("urgent")?.lateness.max).toBe(-1);
});
