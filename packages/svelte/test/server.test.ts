/** Rendering on a server: no job starts. */
import { useJob, useScheduler } from "@preempt/svelte";
import { expect, test } from "vitest";

test("useJob gives its first view, and starts nothing", async () => {
  let calls = 0;
  const job = useJob(
    () => ++calls,
    () => [],
  );
  expect([
    job.status,
    job.result,
    useJob(
      () => ++calls,
      () => false,
    ).status,
  ]).toEqual(["pending", undefined, "idle"]);
  expect([useScheduler(), calls]).toEqual([undefined, 0]);
  expect((globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/scheduler")]).toBeUndefined();
});
