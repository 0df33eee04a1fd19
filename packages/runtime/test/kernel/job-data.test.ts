import { fairShare, type Job } from "@preempt/runtime";
import { virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

test("what a job is submitted with is there for policies and observers, until the job has ended", () => {
  const seen: unknown[] = [];
  const { rt, host, schedule, work } = virtualScheduler({
    policy: fairShare({ of: ({ data }) => (data as { tenant: string }).tenant }),
    observer: { jobFinished: (job) => void seen.push(job.data) },
  });
  const jobs: Job<number>[] = [];
  for (const tenant of ["A", "A", "A", "B"]) jobs.push(rt.submit(work(2), { name: tenant, data: { tenant } }));
  host.run();
  // B has half of the processor, whatever number of jobs A has.
  expect(jobs[3]?.finish).toBe(4);
  expect(schedule.responseTimes("A")).toHaveLength(3);
  expect(seen).toHaveLength(4);
  expect(seen).toContainEqual({ tenant: "B" });
  expect(jobs.map(({ data }) => data)).toEqual(new Array(4).fill(undefined));
});

test("whenSettled tells of the end in the same round, and its error is nobody else's", () => {
  const { rt, host, expectNoErrors } = virtualScheduler({ errors: "collect" });
  const told: unknown[] = [];
  const fail = () => {
    throw new Error("no");
  };
  rt.submit(() => "value").whenSettled(({ ok, value }) => void told.push(ok, value));
  rt.submit(fail).whenSettled(({ ok, value }) => void told.push(ok, (value as Error).message));
  host.step();
  expect(told).toEqual([true, "value", false, "no"]);
  host.run();
  expectNoErrors();
});
