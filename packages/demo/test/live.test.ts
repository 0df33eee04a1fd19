/** What the views show of a scheduler is what happened, under virtual time. */
import { Scheduler } from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { describe, expect, test } from "vitest";
import { Live } from "../src/observe/live.ts";
import { Spans } from "../src/observe/spans.ts";

function watched() {
  const host = new VirtualHost();
  const live = new Live(["urgent", "long"]);
  const rt = new Scheduler({ host, slice: 1, budget: 0, observer: live });
  const work = (ms: number) =>
    function* () {
      yield* consume(rt, ms);
    };
  return { host, live, rt, work };
}

function spansOf(live: Live, since = 0): string[] {
  const spans: string[] = [];
  live.spans.each(since, (row, from, to) => spans.unshift(`${live.rows[row]?.name} ${from}-${to}`));
  return spans;
}

describe("Live", () => {
  test("shows who had the thread when: slices that touch are one span, a preemption parts them", () => {
    const { host, live, rt, work } = watched();
    rt.submit(work(4), { name: "long", deadline: 50 });
    rt.submit(work(1), { name: "urgent", deadline: 5, delay: 1.5 });
    host.run();
    expect(spansOf(live)).toEqual(["long 0-2", "urgent 2-3", "long 3-5"]);
    expect(live.busy).toBe(5);
    expect(live.ready.size).toBe(0);
  });

  test("keeps the last and the longest response, lateness and misses of each task", () => {
    const { host, live, rt, work } = watched();
    rt.submit(work(3), { name: "long", deadline: 2 });
    rt.submit(work(1), { name: "long", deadline: 20, delay: 5 });
    host.run();
    expect(live.row("long")).toMatchObject({
      finished: 2,
      missed: 1,
      responseTime: 1,
      worstResponse: 3,
      lateness: -19,
      worstLateness: 1,
    });
    expect(live.missed).toBe(1);
  });

  test("counts only what happens after the warm-up, and shows the rest all the same", () => {
    const host = new VirtualHost();
    const live = new Live([], 10);
    const rt = new Scheduler({ host, slice: 1, budget: 0, observer: live });
    const work = function* () {
      yield* consume(rt, 3);
    };
    rt.submit(work, { name: "early", deadline: 1 });
    rt.submit(work, { name: "later", deadline: 1, delay: 12 });
    host.run();
    expect(live.row("early")).toMatchObject({ finished: 0, missed: 0 });
    expect(live.row("later")).toMatchObject({ finished: 1, missed: 1 });
    expect(spansOf(live)).toEqual(["early 0-3", "later 12-15"]);
  });

  test("forgets a miss after ten seconds where it counts the recent ones", () => {
    const { host, live, rt, work } = watched();
    rt.submit(work(3), { name: "long", deadline: 2 });
    rt.submit(work(3), { name: "long", deadline: 2, delay: 6000 });
    host.run();
    expect([9000, 11_000, 17_000].map((now) => live.missedRecently(now))).toEqual([2, 1, 0]);
    expect(live.missed).toBe(2);
  });

  test("counts releases that a task leaves out", () => {
    const { host, live, rt, work } = watched();
    const task = rt.task(work(5), { name: "urgent", period: 2, backlog: 1 });
    host.run(20);
    task.stop();
    host.run();
    expect(live.row("urgent").skipped).toBe(task.skipped);
    expect(task.skipped).toBeGreaterThan(3);
  });
});

describe("Spans", () => {
  test("keeps the last ones, gives the newest first, and stops at the instant asked for", () => {
    const spans = new Spans(3);
    for (let i = 0; i < 5; i++) spans.add(i, i * 10, i * 10 + 5);
    const seen: number[] = [];
    spans.each(0, (row) => seen.push(row));
    expect(seen).toEqual([4, 3, 2]);
    seen.length = 0;
    spans.each(36, (row) => seen.push(row));
    expect(seen).toEqual([4]);
  });
});
