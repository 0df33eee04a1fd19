/** Code outside of jobs that keeps the thread while jobs are ready is reported. */
import { Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let told: string[] = [];
beforeEach(() => {
  told = [];
  vi.spyOn(console, "warn").mockImplementation((text: string) => void told.push(text));
});
afterEach(() => vi.restoreAllMocks());

/** Two jobs that take some rounds, and other code between two of them. */
function play(between: (rt: Scheduler, host: VirtualHost) => void): void {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, warnAfter: 50 });
  rt.submit(function* () {
    for (let i = 0; i < 20; i++) {
      host.advance(1);
      yield;
    }
  });
  // The turn after the first round.
  host.post(() => between(rt, host));
  host.run();
}

test("it is reported the second time, with what helps", () => {
  play((_, host) => host.advance(80));
  expect(told).toEqual([]);
  play((_, host) => host.advance(80));
  expect(told).toEqual([
    expect.stringMatching(
      /^preempt: jobs were ready, but code outside of jobs kept the thread for 8\d(?:\.\d)? ms\. Submit such work as a job/,
    ),
  ]);
});

test("below the limit it is not", () => {
  play((_, host) => host.advance(40));
  expect(told).toEqual([]);
});
