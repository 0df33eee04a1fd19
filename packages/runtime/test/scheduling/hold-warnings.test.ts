/** In development, jobs that keep the thread for long are reported by default. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scheduler } from "../../src/index.ts";
import { VirtualHost } from "../../src/testing.ts";

let told: string[] = [];
beforeEach(() => {
  told = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => void told.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Keeps the thread. */
function hold(milliseconds = 120): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test("a function that is not preemptable and keeps the thread is reported once, with what helps", async () => {
  const rt = new Scheduler();
  await rt.submit(hold);
  await rt.submit(hold, { args: [130] });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(/^preempt: "hold" kept the thread for [\d.]+ ms .*annotate it with \/\*\* @preempt \*\//);
  expect(told[0]).toContain("warnAfter");
  await rt.submit(function other() {
    hold();
  });
  expect(told).toHaveLength(2);
});

test("a job that gives the thread up is not reported, however long it takes, nor is a short one", async () => {
  const rt = new Scheduler();
  await rt.submit(function* long() {
    for (let i = 0; i < 60; i++) {
      hold(3);
      yield;
    }
  });
  await rt.submit(() => hold(1));
  expect(told).toEqual([]);
});

test("the limit is the user's, and two slices at least", async () => {
  await new Scheduler({ warnAfter: 5 }).submit(() => hold(20));
  expect(told).toHaveLength(1);
  await new Scheduler({ warnAfter: Number.POSITIVE_INFINITY }).submit(() => hold());
  await new Scheduler({ slice: 10_000, warnAfter: 5 }).submit(() => hold(20));
  expect(told).toHaveLength(1);
  expect(() => new Scheduler({ warnAfter: 0 })).toThrow(/warnAfter/);
});

test("with a host of one's own, as under virtual time, only who asks for reports gets them", async () => {
  for (const [options, count] of [
    [{}, 0],
    [{ warnAfter: 40 }, 1],
  ] as const) {
    const host = new VirtualHost();
    const rt = new Scheduler({ host, ...options });
    const job = rt.submit(() => host.advance(100));
    host.run();
    await job;
    expect(told).toHaveLength(count);
  }
});

test("production says nothing", async () => {
  vi.stubEnv("NODE_ENV", "production");
  await new Scheduler({ warnAfter: 5 }).submit(() => hold(20));
  expect(told).toEqual([]);
});
