/** Traces as task sets. */
import { Scheduler } from "@preempt/runtime";
import { chromeTrace, TraceBuffer } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { importTrace } from "../../src/lab/import/trace.ts";

test("jobs of ours: the slices of each added up, the shortest distance of releases, the deadline", () => {
  const host = new VirtualHost();
  const trace = new TraceBuffer();
  const rt = new Scheduler({ host, observer: trace });
  for (const [delay, takes] of [
    [0, 3],
    [10, 2],
    [18, 4],
  ] as const) {
    rt.submit(
      function* () {
        for (let i = 0; i < takes; i++) {
          host.advance(1);
          yield;
        }
      },
      { name: "parse", delay, deadline: 9 },
    );
  }
  rt.submit(() => host.advance(1), { name: "once", delay: 30 });
  host.run();
  const { sets, remarks } = importTrace(JSON.stringify(chromeTrace(trace)), "trace.json");
  expect(sets[0]?.tasks).toEqual([
    { name: "parse", C: 4000, T: 8000, D: 9000, Cmin: 2000, measured: { jobs: 3, Cmean: 3000, Tmean: 9000 } },
  ]);
  expect(remarks).toEqual(['what ran once (1: "once"…)']);
});

const main = { pid: 5, tid: 1 };
const event = (name: string, ts: number, dur: number, args = {}) => ({ name, ph: "X", ts, dur, args, ...main });

test("callbacks of a page: each task of the main thread by what took most of it", () => {
  const events = [
    { name: "thread_name", ph: "M", ts: 0, args: { name: "CrRendererMain" }, ...main },
    event("RunTask", 0, 100),
    event("EventDispatch", 10, 60, { data: { type: "click" } }),
    event("FunctionCall", 20, 40, { data: { functionName: "onClick", url: "http://x/app.js", lineNumber: 3 } }),
    event("Layout", 75, 20),
    event("RunTask", 1000, 50),
    event("EventDispatch", 1000, 45, { data: { type: "click" } }),
    event("RunTask", 1500, 9),
    event("RunTask", 1700, 8),
    { ...event("RunTask", 0, 9000), tid: 2 },
    { ...event("RunTask", 9500, 9000), tid: 2 },
  ];
  const { sets } = importTrace(JSON.stringify({ traceEvents: events }), "trace.json");
  expect(sets[0]?.tasks.map(({ name, C, T, D }) => ({ name, C, T, D }))).toEqual([
    { name: "event click", C: 100, T: 1000, D: 1000 },
    { name: "other tasks", C: 9, T: 200, D: 200 },
  ]);
});

test("refused: what is no trace, and one in which nothing recurs", () => {
  expect(() => importTrace("{}", "x")).toThrow("trace_format: x has no list of events");
  expect(() => importTrace("[]", "x")).toThrow("trace_format: x has neither jobs of ours nor tasks of a page");
  const once = [event("RunTask", 0, 5)];
  expect(() => importTrace(JSON.stringify(once), "x")).toThrow("trace_empty: nothing in x ran twice");
});
