import { Scheduler } from "@preempt/runtime";
import { svgGantt, TraceBuffer } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { lastLanes } from "../../src/playground/lanes.ts";

function setUp() {
  const host = new VirtualHost();
  const trace = new TraceBuffer({ capacity: 1 << 14 });
  const rt = new Scheduler({ host, observer: trace });
  function* work() {
    host.advance(1);
    yield;
  }
  return { host, trace, rt, work };
}

test("of many names those that ran last get lanes, in the order of the trace, and the others are counted", () => {
  const { host, trace, rt, work } = setUp();
  for (let i = 0; i < 3000; i++) rt.submit(work, { name: `job${i}` });
  host.run(10);
  const ran = [...new Set(trace.records().flatMap((r) => (r.event === "jobDispatched" ? [r.name] : [])))];
  expect(ran.length).toBeLessThan(20);
  const early = lastLanes(trace.records(), 20);
  expect(early.rows).toHaveLength(20);
  expect(early.rows).toEqual(expect.arrayContaining(ran));
  host.run(5000);
  const { rows, more } = lastLanes(trace.records(), 20);
  expect(rows).toEqual(Array.from({ length: 20 }, (_, i) => `job${2980 + i}`));
  expect(more).toBeGreaterThan(1000);
});

test("few names all have their lanes, under the names that the chart gives them", () => {
  const { host, trace, rt, work } = setUp();
  for (let i = 0; i < 2; i++) {
    rt.submit(function* () {
      yield* work();
    });
  }
  rt.task(() => host.advance(1), { period: 5 });
  rt.task(work, { period: 10, name: "named" });
  host.run(30);
  const { rows, more } = lastLanes(trace.records(), 20);
  expect(more).toBe(0);
  expect(rows).toHaveLength(3);
  expect(svgGantt(trace.records(), { rows })).toBe(svgGantt(trace.records()));
});
