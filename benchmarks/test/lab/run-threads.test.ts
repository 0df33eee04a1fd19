/** Sets with threads, executed by a PartitionedScheduler; how long their messages take; and what a report says of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { messagesOf, messagesTable, type ObservedMessages } from "../../src/lab/overheads/messages.ts";
import { ganttOf } from "../../src/lab/report/gantt.ts";
import { predict } from "../../src/lab/run/predict.ts";
import type { CellResult } from "../../src/lab/run/result.ts";
import { messageTimes } from "../../src/lab/run/threads/message-times.ts";
import { nameOf, releaseFrom } from "../../src/lab/run/threads/messages.ts";
import type { TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";
import { temporaryFolder } from "./scale-files.ts";

const page: TaskSet = {
  id: "page",
  threads: ["main", "worker"],
  messages: { delay: [30, 2000] },
  tasks: [
    { name: "input", C: 500, T: 40_000, D: 40_000, thread: "main" },
    { name: "layout", C: 2000, T: 40_000, D: 40_000, thread: "worker" },
    { name: "paint", C: 500, T: 40_000, D: 40_000, thread: "main" },
    { name: "asked", C: 500, T: 50_000, D: 50_000, thread: "worker", submitted: true },
  ],
  chains: [{ name: "seen", tasks: ["input", "layout", "paint"], trigger: "event", D: 40_000 }],
};

test("for real: each thread executes its tasks, what crosses comes by messages, and these are measured", async () => {
  const out = join(temporaryFolder(), "results.jsonl");
  const words = ["-", "--variants", "fp", "--horizon", "200ms", "--out", out, "--redo", "0", "--rows", "--compare"];
  const ran = await runCommand("run", words, JSON.stringify({ sets: [page] }));
  expect(ran.code, ran.err).toBe(0);
  const [, line = ""] = readFileSync(out, "utf8").trim().split("\n");
  const result = JSON.parse(line) as CellResult;
  expect(result.threads).toEqual({ names: ["main", "worker"], of: [0, 1, 0, 1] });
  expect(result.tasks.map(({ jobs, responses }) => [jobs, responses.length])).toEqual([
    [5, 5],
    [5, 5],
    [5, 5],
    [4, 4],
  ]);
  // Five there, five back, and four that the main thread submits.
  expect(result.messages).toMatchObject([{ hops: 1, count: 14 }]);
  const [messages] = result.messages ?? [];
  expect(messages?.least).toBeGreaterThan(0);
  expect(messages?.most).toBeGreaterThanOrEqual(messages?.median as number);
  // The parts of a chain follow each other: each response counts from the arrival of the first job.
  const of = (task: number) => (result.rows ?? []).filter(([own]) => own === task);
  of(1).forEach(([, k, planned, release, start, finish]) => {
    const [input, paint] = [of(0)[k], of(2)[k]];
    expect(planned).toBe(input?.[2]);
    expect(release).toBeGreaterThanOrEqual(input?.[5] as number);
    expect(start).toBeGreaterThanOrEqual(release);
    expect(paint?.[3]).toBeGreaterThanOrEqual(finish);
  });
  expect(result.chains).toMatchObject([{ name: "seen", trigger: "event", D: 40_000 }]);
  expect(ran.out).toMatch(/fp +1 +\d+ +19 .* -\n/);
  const report = await runCommand("report", [out, "--json", "--include-disturbed"]);
  expect(JSON.parse(report.out).messages).toMatchObject([{ variant: "fp", hops: 1, count: 14 }]);
  const chart = ganttOf(result, 100_000);
  expect(chart).toMatch(/page\/fp\/0, main[\s\S]*page\/fp\/0, worker/);
});

test("a prediction is by thread, with the messages and the costs", () => {
  const cell = { key: "k", set: "page", variant: "fp", ...page } as const;
  const system = { slice: 1, releaseLatency: 0.5, switchCost: 0.01 };
  const { R, bound, chains } = predict(cell, system, 400_000);
  expect(R?.[1]).toBe(500 + 2000 + 2000);
  expect(bound?.[1]).toBeGreaterThan(R?.[1] as number);
  expect(chains?.[0]?.simulated).toMatchObject({ trigger: "event" });
});

test("what a run on threads cannot execute is refused", async () => {
  const refused = (set: TaskSet, variants: string) =>
    runCommand("run", ["-", "--variants", variants, "--out", "x"], JSON.stringify({ sets: [set] }));
  await expect(refused(page, "fcfs")).rejects.toThrow("threads_variant");
  const { chains: _, ...plain } = page;
  const sections = { ...plain, tasks: plain.tasks.map((task, i) => (i === 0 ? { ...task, cs: { r: 1 } } : task)) };
  await expect(refused(sections, "edf")).rejects.toThrow("threads_parts");
});

test("a release travels as the name of a job", () => {
  const release = { task: 3, arrival: 1764433280123.25, sent: 1764433280124.5, hops: 2 };
  expect(releaseFrom(nameOf(release))).toEqual(release);
  expect(releaseFrom("input")).toBeUndefined();
});

test("times of messages, and the delay that a file gets of them", () => {
  const hundred = Array.from({ length: 101 }, (_, i) => (i + 1) / 100);
  expect(messageTimes(hundred)).toEqual({ count: 101, least: 10, median: 510, p99: 1000, most: 1010 });
  const observed: ObservedMessages = {
    ...{ there: hundred, back: [0.03, 0.05], busy: [0.5, 1.5], between: [0.2, 0.3] },
    machine: "a machine",
  };
  const found = messagesOf(observed, 1.5);
  expect(found.messages).toEqual({ delay: [10, 1500] });
  expect(messagesTable(found)).toContain('"messages": {"delay":[10,1500]}');
  expect(() => messagesOf({ ...observed, busy: [] }, 1)).toThrow(/machine_busy.*busy/);
});

test("overheads measures messages, for a file", async () => {
  const { out } = await runCommand("overheads", ["--messages", "--time", "600ms", "--json"]);
  const { messages, seen } = JSON.parse(out);
  expect(seen.there.count).toBeGreaterThan(0);
  expect(messages.delay[0]).toBeLessThanOrEqual(messages.delay[1]);
  await expect(runCommand("overheads", ["--messages", "--slice", "2ms"])).rejects.toThrow("option_without");
});
