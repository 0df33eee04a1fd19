import { edf, roundRobin } from "@preempt/runtime";
import { expect, test } from "vitest";
import { measureFiring, measureSetting } from "../src/scheduler/alarms.ts";
import { measureDispatches, measureJobs } from "../src/scheduler/dispatch.ts";
import { steppingHost } from "../src/scheduler/hosts.ts";
import { measureSubmit } from "../src/scheduler/submit.ts";
import { schedulerChart, schedulerTable } from "../src/scheduler/table.ts";
import { measureScheduler } from "../src/scheduler.ts";

test("an operation is measured under every policy that it asks, at every length", { timeout: 120_000 }, async () => {
  const some = ["cancel", "switch", "alarm fired"] as const;
  const rows = await measureScheduler(some, { repetitions: 1, count: 300, lengths: [10, 50] });
  const names = ["edf", "fp, 16 priorities", "round robin", "edf with aging"];
  expect(rows.map(({ operation, policy, length }) => [operation, policy, length])).toEqual(
    some.flatMap((operation) =>
      (operation === "alarm fired" ? [undefined] : names).flatMap((policy) =>
        [10, 50].map((length) => [operation, policy, length]),
      ),
    ),
  );
  for (const { operation, policy, time, quartiles, ratio } of rows) {
    expect(time).toBeGreaterThan(0);
    expect(quartiles).toEqual([time, time]);
    expect(ratio).toBe(time / (rows.find((r) => r.operation === operation && r.policy === policy)?.time ?? 0));
  }
  const table = schedulerTable(rows);
  expect(table.split("\n").filter((line) => /^ {2}\S/.test(line))).toHaveLength(9);
  expect(schedulerChart(rows, "a machine").match(/<path /g)).toHaveLength(9);
});

test("the queue keeps its length while something is measured", async () => {
  for (const policy of [edf, roundRobin]) {
    expect(await measureDispatches(policy, 20, 100)).toBeGreaterThan(0);
    expect(await measureJobs(policy, 20, 100)).toBeGreaterThan(0);
    const { submitted, cancelled } = measureSubmit(policy, 20, false, 100);
    expect(Math.min(submitted, cancelled)).toBeGreaterThan(0);
    expect(measureSubmit(policy, 20, true, 100).submitted).toBeGreaterThan(0);
  }
  const { set, cancelled } = measureSetting(20, 100);
  expect(Math.min(set, cancelled)).toBeGreaterThan(0);
  expect(await measureFiring(20, 100)).toBeGreaterThan(0);
});

test("the stepping clock moves on by one with each reading, and says so", () => {
  const told: number[] = [];
  const host = steppingHost((readings) => told.push(readings));
  expect([host.now(), host.now()]).toEqual([1, 2]);
  expect(told).toEqual([1, 2]);
});
