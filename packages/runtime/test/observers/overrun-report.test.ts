/** What people are told of functions that keep the thread for longer than a slice. */
import "@preempt/runtime/script";
import { Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { OverrunReport } from "@preempt/runtime/observers";
import { VirtualHost } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
});

function setUp(options: SchedulerOptions = {}) {
  const host = new VirtualHost();
  const told: string[] = [];
  const observer = new OverrunReport({ report: (text) => void told.push(text) });
  return { host, told, rt: new Scheduler({ host, slice: 2, observer, ...options }) };
}

test("code that nobody transformed: its name, how long it took, and that it can be annotated", () => {
  const { host, told, rt } = setUp();
  rt.submit(function parse() {
    host.advance(12.5);
  });
  host.run();
  expect(told).toEqual([
    '"parse" kept the thread for 12.5 ms. A slice is 2 ms. The function is not preemptable. ' +
      "Write /** @preempt */ before it, in a file that Preempt's plugin transforms. " +
      '"npx preempt check --list" lists the preemptable functions, and says why others are not.',
  ]);
});

test("annotated code: it calls something that has no preemption points", () => {
  const { host, told, rt } = setUp({ budget: 0 });
  const { code } = transform(
    "/** @preempt */ function render(advance: (ms: number) => void) { for (let i = 1; i < 5; i++) advance(i); }\nreturn render;",
    { fileName: "render.ts", module: false, sourceMap: false },
  );
  rt.submit(new Function(code)(), { name: "page", args: [(ms: number) => host.advance(ms)] });
  host.run();
  expect(told).toEqual([
    '"render" (job "page") kept the thread for 3 ms. A slice is 2 ms. ' +
      "The function is preemptable, so something that it called is not, or the machine was busy. " +
      '"npx preempt check --propagate --list" lists the functions that could become preemptable, ' +
      'and "--explain" says what became of those that are.',
  ]);
});

test("a generator can yield more often", () => {
  const { host, told, rt } = setUp();
  rt.submit(function* () {
    yield;
    host.advance(7);
  });
  host.run();
  expect(told).toEqual([
    "a function without a name kept the thread for 7 ms. A slice is 2 ms. " +
      "It is preempted only where it yields: yield more often.",
  ]);
});

test("a function is named once, however many jobs and tasks it has, and another one beside it too", () => {
  const { host, told, rt } = setUp();
  const heavy = () => host.advance(5);
  const other = () => host.advance(3);
  for (const name of ["a", "b"]) rt.submit(heavy, { name, deadline: 10 });
  rt.task(heavy, { period: 20 });
  rt.submit(other);
  rt.submit(() => host.advance(2));
  host.run(100);
  expect(told.map((text) => text.split(". A")[0])).toEqual([
    '"heavy" (job "a") kept the thread for 5 ms',
    '"other" kept the thread for 3 ms',
  ]);
});

test("what a job does before it yields of its own accord, or awaits, counts as well", async () => {
  const { host, told, rt } = setUp();
  const job = rt.submit(async function load() {
    host.advance(4);
    await undefined;
    host.advance(100); // outside of the kernel
  });
  host.run();
  await job;
  expect(told.map((text) => text.split(". A")[0])).toEqual(['"load" kept the thread for 4 ms']);
});

test("without a place of one's own it is a warning on the console", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { host, rt } = setUp({ observer: new OverrunReport() });
  rt.submit(() => host.advance(9), { name: "long" });
  host.run();
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("9 ms"));
});
