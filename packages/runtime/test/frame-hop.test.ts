/** The browser hop, with a display and a task queue played by the test. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { frameHop } from "../src/hosts/frame-hop.ts";

const frame = 1000 / 60;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * An engine and a kernel that always has work, in rounds of 5 ms.
 *
 * @param skips How many frames the engine lets pass while there are tasks
 */
function play(skips: number, ms: number): { frames: number[]; busy: number } {
  const tasks: (() => void)[] = [];
  const frames: number[] = [];
  let callback: ((start: number) => void) | undefined;
  let busy = 0;
  let skipped = 0;
  const post = frameHop((turn) => tasks.push(turn), {
    document: { visibilityState: "visible" },
    requestAnimationFrame: (f) => {
      callback = f;
      return 0;
    },
  });
  const round = () => {
    busy += 5;
    vi.advanceTimersByTime(5);
    post(round);
  };
  post(round);
  let due = frame;
  while (performance.now() < ms) {
    const now = performance.now();
    if (now >= due && callback !== undefined && (tasks.length === 0 || skipped++ >= skips)) {
      skipped = 0;
      frames.push(now);
      while (due <= now) due += frame;
      const f = callback;
      callback = undefined;
      f(now);
    } else if (tasks.length > 0) tasks.shift()?.();
    else vi.advanceTimersByTime(1);
  }
  return { frames, busy };
}

test("an engine that renders when a frame is due keeps its frames and loses no time", () => {
  const { frames, busy } = play(0, 2000);
  expect(frames.length).toBeGreaterThan(95);
  expect(busy).toBeGreaterThan(1980);
});

test("an engine that lets tasks go before frames gets its frames all the same", () => {
  const { frames, busy } = play(12, 2000);
  const last = frames.filter((at) => at > 1000);
  expect(last.length).toBeGreaterThan(50);
  expect(busy).toBeGreaterThan(1500);
});

test("a hidden page hops at once, and asks for no frames", () => {
  const tasks: (() => void)[] = [];
  const post = frameHop((turn) => tasks.push(turn), {
    document: { visibilityState: "hidden" },
    requestAnimationFrame: () => {
      throw new Error("asked for a frame");
    },
  });
  for (let i = 0; i < 50; i++) post(() => {});
  expect(tasks.length).toBe(50);
});

test("a frame that never comes is waited for no longer than a tenth of a second", () => {
  const tasks: (() => void)[] = [];
  let callback: ((start: number) => void) | undefined;
  const post = frameHop((turn) => tasks.push(turn), {
    document: { visibilityState: "visible" },
    requestAnimationFrame: (f) => {
      callback = f;
      return 0;
    },
  });
  // three late frames, and the hop waits for the next
  for (let i = 1; i <= 3; i++) {
    post(() => {});
    vi.advanceTimersByTime(90);
    callback?.(performance.now());
  }
  vi.advanceTimersByTime(40);
  let ran = false;
  tasks.length = 0;
  post(() => {
    ran = true;
  });
  expect(tasks.length).toBe(0);
  vi.advanceTimersByTime(110);
  expect(ran).toBe(true);
});
