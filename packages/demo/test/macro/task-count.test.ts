import { Scheduler, type Task } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { countOf } from "../../src/macro/task-count.ts";

test("what was never released since too many waited was due, and is missed", () => {
  const host = new VirtualHost();
  const scheduler = new Scheduler({ policy: "edf", host });
  function* long() {
    for (let i = 0; i < 25; i++) {
      host.advance(1);
      yield;
    }
  }
  const task = scheduler.task(long, { period: 10, backlog: 1, name: "box" });
  host.run(61);
  // Due at 0, 10, ..., 60. The first and that of 30 end late, and two find each of them unfinished.
  expect(countOf(task as Task)).toEqual({ name: "box", due: 7, finished: 2, misses: 6 });
});
