/** In development, the console reports jobs that keep the thread for long. Virtual time tells how long. */
import "@preempt/runtime/script";
import { Scheduler, type SchedulerOptions } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let told: string[] = [];
beforeEach(() => {
  told = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => void told.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function setUp(options: SchedulerOptions = { warnAfter: 50 }) {
  const host = new VirtualHost();
  return { host, rt: new Scheduler({ host, ...options }), advance: (ms: number) => host.advance(ms) };
}

const once = "(Once per function, and only in development. The Scheduler's option warnAfter sets the limit.)";

test("a function that is not preemptable is reported once, the second time that it takes 10 ms", () => {
  const { host, rt, advance } = setUp();
  const parse = (time: number) => advance(time);
  for (const time of [9, 12, 10.5, 500]) rt.submit(parse, { args: [time] });
  host.run();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^preempt: "parse" kept the thread for 10\.5 ms\. A slice is 1 ms\. The function is not /);
  expect(told[0]).toContain(once);
  rt.submit(function other() {
    advance(51);
  });
  host.run();
  expect(told).toHaveLength(2);
});

test("a preemptable function is reported above the limit, with what to look for", () => {
  const { host, rt, advance } = setUp({ warnAfter: 50, budget: 0 });
  const { code } = transform(
    "/** @preempt */ function render(advance, ...times) { for (const time of times) advance(time); }\nreturn render;",
    { fileName: "render.ts", module: false, sourceMap: false },
  );
  const render = new Function(code)();
  rt.submit(render, { args: [advance, 20, 49] });
  host.run();
  expect(told).toEqual([]);
  rt.submit(render, { args: [advance, 20, 51], name: "page" });
  host.run();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /^preempt: "render" \(job "page"\) kept the thread for 51 ms\. .* The function is preemptable, so something that it called is not/,
  );
});

test("a generator yields too rarely", () => {
  const { host, rt, advance } = setUp();
  rt.submit(function* rows() {
    for (const time of [30, 60]) {
      advance(time);
      yield;
    }
  });
  host.run();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('"rows" kept the thread for 60 ms. A slice is 1 ms. It is preempted only where it yields');
});

test("a closure that is created for each job is one function", () => {
  const { host, rt, advance } = setUp();
  for (let i = 0; i < 5; i++) rt.submit(() => advance(20 + i));
  host.run();
  expect(told).toHaveLength(1);
});

test("the limit is the user's, and two slices at least", () => {
  const first = setUp({ warnAfter: 5 });
  first.rt.submit(() => first.advance(6));
  first.host.run();
  expect(told).toHaveLength(1);
  const second = setUp({ warnAfter: Number.POSITIVE_INFINITY });
  second.rt.submit(() => second.advance(7000));
  second.host.run();
  const third = setUp({ slice: 10, warnAfter: 5 });
  third.rt.submit(() => third.advance(19));
  third.host.run();
  expect(told).toHaveLength(1);
  expect(() => new Scheduler({ warnAfter: 0 })).toThrow(/warnAfter/);
});

test("with a host of one's own, only a scheduler with warnAfter reports", () => {
  const { host, rt, advance } = setUp({});
  rt.submit(() => advance(100 + 1));
  host.run();
  expect(told).toEqual([]);
});

test("production reports nothing", () => {
  vi.stubEnv("NODE_ENV", "production");
  const { host, rt, advance } = setUp();
  rt.submit(() => advance(100 + 2));
  host.run();
  expect(told).toEqual([]);
});
