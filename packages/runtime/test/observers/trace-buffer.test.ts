import { PreemptError, Scheduler, type Task } from "@preempt/runtime";
import { TraceBuffer, type TraceRecord } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";
import { jobLike } from "./made.ts";

const short = (r: TraceRecord) => `${r.time} ${r.event}${"job" in r ? ` ${r.name} ${r.job}` : ""}`;

test("the life of a job, preempted and late, is on record in order", () => {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ slice: 1, round: 10, observer: buffer });
  rt.submit(work(2), { name: "late", deadline: 1.5 });
  host.run();
  expect(buffer.records().map(short)).toEqual([
    "0 jobReleased late T0J0",
    "0 roundStarted",
    "0 jobDispatched late T0J0",
    "1 jobPreempted late T0J0",
    "1 jobDispatched late T0J0",
    "2 deadlineMissed late T0J0",
    "2 jobFinished late T0J0",
    "2 roundEnded",
  ]);
  expect(buffer.records().at(-2)).toEqual({
    event: "jobFinished",
    time: 2,
    job: "T0J0",
    name: "late",
    release: 0,
    deadline: 1.5,
    outcome: "done",
  });
});

test("how a job ended and what it waited for are on record", async () => {
  const buffer = new TraceBuffer();
  const host = new VirtualHost();
  const rt = new Scheduler({ host, observer: buffer });
  const gone = rt.submit(() => 1, { name: "gone", delay: 5 });
  rt.submit(() => Promise.reject(new Error("no")), { name: "fails" }).catch(() => {});
  await host.settle(1);
  gone.cancel();
  gone.catch(() => {});
  const told = buffer.records().flatMap((r) => ("job" in r ? [[r.event, r.name, r.on ?? r.outcome]] : []));
  expect(told).toEqual([
    ["jobReleased", "fails", undefined],
    ["jobDispatched", "fails", undefined],
    ["jobBlocked", "fails", "promise"],
    ["jobFinished", "fails", "failed"],
    ["jobFinished", "gone", "cancelled"],
  ]);
});

test("every event of the seam has its record", () => {
  const buffer = new TraceBuffer();
  const job = jobLike({ id: "T1J0", name: "a", release: 1 });
  buffer.jobBlocked(job, 2, "resource");
  buffer.jobWoken(job, 3);
  buffer.sliceOverrun(job, 7.5);
  buffer.releaseSkipped({ name: "a" } as unknown as Task, 4);
  buffer.resourceLocked({ name: "bus" }, job, 5);
  buffer.resourceDenied({ name: "bus" }, job, 6);
  buffer.resourceUnlocked({ name: "bus" }, job, 7);
  const about = { job: "T1J0", name: "a", release: 1 };
  expect(buffer.records()).toEqual([
    { event: "jobBlocked", time: 2, ...about, on: "resource" },
    { event: "jobWoken", time: 3, ...about },
    { event: "sliceOverrun", time: 3, ...about, length: 7.5 }, // at the time of the event before
    { event: "releaseSkipped", time: 4, name: "a" },
    { event: "resourceLocked", time: 5, ...about, resource: "bus" },
    { event: "resourceDenied", time: 6, ...about, resource: "bus" },
    { event: "resourceUnlocked", time: 7, ...about, resource: "bus" },
  ]);
});

test("it keeps the last records, as many as it has room for, and counts the others", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(60), (capacity, events) => {
      const buffer = new TraceBuffer({ capacity });
      for (let i = 0; i < events; i++) {
        if (i % 3 === 0) buffer.roundStarted(i);
        else buffer.jobPreempted(jobLike({ id: `T0J${i}`, name: `n${i}`, deadline: i }), i);
      }
      const kept = [...buffer];
      expect(kept.map(({ time }) => time)).toEqual(
        Array.from({ length: Math.min(events, capacity) }, (_, i) => Math.max(0, events - capacity) + i),
      );
      for (const r of kept)
        if (r.event === "jobPreempted") expect([r.job, r.name]).toEqual([`T0J${r.time}`, `n${r.time}`]);
      expect([buffer.size, buffer.overwritten]).toEqual([kept.length, events - kept.length]);
    }),
  );
});

test("records read while others come are never those of a wrong time", () => {
  const buffer = new TraceBuffer({ capacity: 3 });
  for (let i = 0; i < 3; i++) buffer.roundStarted(i);
  const seen: number[] = [];
  for (const { time } of buffer) {
    seen.push(time);
    if (seen.length === 1) for (let i = 3; i < 5; i++) buffer.roundStarted(i);
  }
  expect(seen).toEqual([0, 2, 3, 4]); // 1 was overwritten meanwhile
});

test("a trace survives JSON and a structured clone unchanged", () => {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ observer: buffer });
  rt.submit(work(3), { name: "no deadline" });
  rt.submit(work(1), { name: "deadline", deadline: 9 });
  host.run();
  const records = buffer.records();
  expect(JSON.parse(JSON.stringify(buffer))).toEqual(records);
  expect(structuredClone(records)).toEqual(records);
  expect(records.some((r) => "deadline" in r && r.deadline === 9)).toBe(true);
});

test("cleared, it is as new", () => {
  const buffer = new TraceBuffer({ capacity: 2 });
  for (let i = 0; i < 5; i++) buffer.roundEnded(i);
  buffer.clear();
  expect([buffer.size, buffer.overwritten, buffer.records()]).toEqual([0, 0, []]);
});

test("a capacity that is no count is refused", () => {
  for (const capacity of [0, -1, 1.5, Number.NaN, 2 ** 25, "9" as unknown as number])
    expect(() => new TraceBuffer({ capacity })).toThrow(PreemptError);
});
