import { PreemptError, type Task } from "@preempt/runtime";
import { asciiGantt, TraceBuffer, type TraceRecord } from "@preempt/runtime/observers";
import { expect, test } from "vitest";
import { world } from "../kit/world.ts";
import { instant, jobLike } from "./made.ts";

/** A short task, a longer one, and one that is late because of them. */
function threeTasks(): TraceBuffer {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ observer: buffer });
  rt.task(work(1), { name: "audio", period: 5, deadline: 5 });
  rt.task(work(3), { name: "video", period: 10, deadline: 8 });
  rt.task(work(8), { name: "index", period: 20, deadline: 14 });
  host.run(20);
  return buffer;
}

test("a schedule as a picture", () => {
  expect(`\n${asciiGantt(threeTasks(), { to: 20, width: 40 })}\n`).toBe(`
ms     0         10        20
       ┬─────────┬─────────┬
audio  ↑    ↕    ↕    ↕    ↕
       █····█····░░░█·░░█··
video  ↑       ↓ ↑       ↓ ↑
       ░███······░░░░███···
index  ↑             ↓     ↑
       ░░░░█░███████·······

█ running   ░ ready   ↑ release
↓ deadline   ↕ both
`);
});

test("a deadline missed, a release skipped, a job blocked and one unfinished have signs of their own", () => {
  const buffer = new TraceBuffer();
  const late = jobLike({ id: "T1J0", name: "late", release: 0, deadline: 3 });
  const waits = jobLike({ id: "T0J0", name: "waits", release: 0 });
  buffer.jobReleased(late, 0);
  buffer.jobReleased(waits, 0);
  buffer.jobDispatched(waits, 0);
  buffer.jobBlocked(waits, 2, "promise");
  buffer.jobDispatched(late, 2);
  buffer.deadlineMissed(late, 4);
  buffer.jobFinished(late, 5);
  buffer.jobWoken(waits, 6);
  buffer.releaseSkipped({ name: "late" } as unknown as Task, 7);
  buffer.jobDispatched(waits, 8);
  buffer.roundEnded(10);
  expect(`\n${asciiGantt(buffer, { rows: ["waits", "late", "absent"], to: 12, width: 40 })}\n`).toBe(`
ms      0         5         10
        ┬─────────┬─────────┬────
waits   ↑
        ████╌╌╌╌╌╌╌╌░░░░████
late    ↑     ✗       ○
        ░░░░██████··········
absent
        ····················

█ running   ░ ready   ╌ blocked
↑ release   ✗ deadline missed
○ release skipped
`);
});

test("a deadline that was taken away is not drawn, nor missed", () => {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ observer: buffer });
  const job = rt.submit(work(10), { name: "patient", deadline: 5 });
  host.run(3);
  job.setDeadline(Number.POSITIVE_INFINITY);
  host.run();
  expect(job.missed).toBe(false);
  expect(asciiGantt(buffer)).toMatch(/█ running {3}↑ release$/);
});

test("events between the columns share them, and the chart is as wide as it may be", () => {
  const buffer = new TraceBuffer();
  const { rt, host, work } = world({ observer: buffer });
  rt.submit(work(0.7, 0.1), { name: "a", delay: 0.1 });
  rt.submit(work(1.13, 1.13), { name: "b", delay: 0.2, deadline: 3 });
  host.run();
  const lines = asciiGantt(buffer, { from: 0, to: 2, width: 53, characters: "ascii" }).split("\n");
  expect(lines).toEqual([
    "ms 0.0         0.5          1.0         1.5       2.0",
    "   +-----------+------------+-----------+-----------+",
    "a    ^",
    "     +################+............................", // 0.1 to 0.8
    "b      ^",
    "     ..===============+###########################+", // ready at 0.2, runs from 0.8 to 1.93
    "",
    "# running   + part of a column   = ready   ^ release",
  ]);
});

const wide: TraceRecord[] = [
  { event: "jobDispatched", time: 1_000_000, job: "T1J0", name: "a name that is far too long", release: 1_000_000 },
  { event: "jobFinished", time: 1_000_003, job: "T1J0", name: "a name that is far too long", release: 1_000_000 },
];

test("long numbers on the axis do not run into each other, nor long names into the chart", () => {
  const [numbers = "", , marks = "", bars = ""] = asciiGantt(wide, { width: 60 }).split("\n");
  expect(numbers.split(/ +/)).toEqual(["ms", "1000000", "1000001", "1000002", "1000003"]);
  expect(marks).toBe("a name that is far …  ↑");
  expect(bars.trim()).toMatch(/^█+$/);
});

test("a name is not cut through a character", () => {
  const trace = wide.map((record) => ({ ...record, name: "eighteen letters x😀 and more" }) as TraceRecord);
  expect(asciiGantt(trace, { width: 60 })).toContain("eighteen letters x…  ↑");
});

test("no line is longer than the width, whatever the trace", () => {
  for (const width of [40, 41, 79, 80, 120])
    for (const trace of [threeTasks(), wide, []])
      for (const line of asciiGantt(trace, { width }).split("\n")) expect(line.length).toBeLessThanOrEqual(width);
});

test("the last number ends with the line: it is not written where it would touch the one before", () => {
  for (const to of [8, 9.99, 50, 99.5, 100, 1000, 12_345.5]) {
    for (let width = 40; width < 100; width++) {
      const lines = asciiGantt(instant(to), { from: 0, to, width }).split("\n");
      for (const line of lines) expect(line.length, `${to} ms, ${width}`).toBeLessThanOrEqual(width);
      const numbers = (lines[0] as string).split(/\s+/).slice(1).map(Number);
      for (const number of numbers) expect(number).toBeLessThanOrEqual(to);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  }
});

test("an empty trace is an empty chart", () => {
  expect(asciiGantt([]).split("\n")).toHaveLength(2);
});

test("a single instant is drawn on any clock, also on one that counts from 1970", () => {
  for (const time of [0, 0.3, 1e9, 1.7e12, 2 ** 53, 1e22]) {
    const [, axis = "", marks = ""] = asciiGantt(instant(time), { width: 60 }).split("\n");
    expect(axis, `at ${time}`).toMatch(/^ +[─┬]+$/);
    expect(axis, `at ${time}`).toContain("┬");
    expect(marks, `at ${time}`).toMatch(/^quick +↑$/);
  }
});

test("a width or a range that cannot be drawn is refused", () => {
  expect(() => asciiGantt([], { width: 39 })).toThrow(PreemptError);
  expect(() => asciiGantt([], { width: 80.5 })).toThrow("width_too_small");
  expect(() => asciiGantt([], { from: 5, to: 5 })).toThrow("range_empty");
  expect(() => asciiGantt([], { to: Number.NaN })).toThrow("range_empty");
  expect(() => asciiGantt([], { characters: "utf" as "ascii" })).toThrow("characters_unknown");
});
