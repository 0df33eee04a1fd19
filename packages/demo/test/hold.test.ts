import { expect, test } from "vitest";
import { schedcat } from "../src/scenarios/paper/sets.ts";
import type { TaskSpec } from "../src/scenarios/scenario.ts";
import { holdOf } from "../src/system/hold.ts";

const task = (id: string, wcet: number, more: Partial<TaskSpec> = {}): TaskSpec => ({
  ...{ id, wcet, kind: "periodic", synthetic: true, period: 60_000, deadline: 60_000, priority: 1, does: "computes" },
  ...more,
});
const plain = { preemption: false };

test("without preemption the longest job that holds the page is told", () => {
  expect(holdOf(plain, [task("a", 2500), task("mine 1", 60_000), task("b", 3)])).toContain(
    "each job of task mine 1 holds the page for 60 s",
  );
  expect(holdOf(plain, [task("a", 2500)])).toContain("for 2.5 s");
});

test("nothing is told where jobs give way, compute no longer than the scenarios', or are not made to compute", () => {
  expect(holdOf({ preemption: true }, [task("a", 60_000)])).toBeUndefined();
  expect(holdOf(plain, schedcat)).toBeUndefined();
  expect(holdOf(plain, [task("box", 60_000, { synthetic: false })])).toBeUndefined();
});
