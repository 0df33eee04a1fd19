/** The browser hop, with a display and a task queue played by the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type FrameSource, frameHop } from "../../src/hosts/frame-hop.ts";
import { at, lasting } from "../../src/kernel/time.ts";
import { busy, play } from "../kit/display.ts";

const frame = 1000 / 60;

test("an engine that renders when a frame is due keeps its frames and loses no time", () => {
  const played = play({ interval: () => frame, aware: false, overshoot: () => 0, ms: 2000 });
  expect(played.frames.length).toBeGreaterThan(115);
  expect(busy(played)).toBeGreaterThan(0.96);
});

test("an engine that lets tasks go before frames gets its frames all the same", () => {
  const played = play({ interval: () => frame, aware: false, overshoot: () => 0, skips: 5, ms: 2000 });
  expect(played.frames.length).toBe(played.wanted.length);
  expect(busy(played)).toBeGreaterThan(0.75);
});

describe("a page of the test's own", () => {
  let tasks: (() => void)[];
  let callback: ((start: number) => void) | undefined;
  let listeners: Set<() => void>;
  const document = {
    hidden: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  let source: FrameSource;
  const hop = (turn: () => void) => void tasks.push(turn);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    // Hosts look behind fake timers; those of an engine that the test plays are the engine's own.
    const played = { begin: setTimeout, end: clearTimeout, clock: performance };
    vi.stubGlobal("setTimeout", (run: () => void, ms: number) => played.begin(run, ms));
    vi.stubGlobal("clearTimeout", (timer: never) => played.end(timer));
    vi.stubGlobal("performance", { now: () => played.clock.now() });
    tasks = [];
    callback = undefined;
    listeners = new Set();
    document.hidden = false;
    source = {
      document,
      requestAnimationFrame: (f) => {
        callback = f;
      },
    };
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  function drawFrame(): void {
    const f = callback;
    callback = undefined;
    f?.(performance.now());
  }

  /** Runs the turn that is posted, and posts the next, until one waits for a frame. */
  function runUntilOneWaits(host: ReturnType<typeof frameHop>): void {
    const turn = () => {
      vi.advanceTimersByTime(7);
      host.post(turn);
    };
    if (tasks.length === 0) host.post(turn);
    for (let i = 0; i < 12 && tasks.length > 0; i++) tasks.shift()?.();
    expect(tasks.length).toBe(0);
  }

  /** Frames come after tasks only: the engine is not trusted any more. A frame has just been drawn. */
  function starve(): ReturnType<typeof frameHop> {
    const host = frameHop(hop, source);
    // The first frame of a burst tells nothing.
    for (let i = 0; i < 3; i++) {
      runUntilOneWaits(host);
      drawFrame();
    }
    tasks.length = 0;
    return host;
  }

  test("a new engine is tried: when a turn begins though a frame should be there, the thread waits for it", () => {
    const host = frameHop(hop, source);
    const start = performance.now();
    runUntilOneWaits(host);
    expect(performance.now() - start).toBe(28);
    drawFrame();
    expect(tasks.length).toBe(1);
  });

  test("an engine that renders while turns are in its queue is trusted", () => {
    const host = frameHop(hop, source);
    for (let i = 0; i < 20; i++) {
      host.post(() => {});
      vi.advanceTimersByTime(16);
      drawFrame();
      tasks.shift()?.();
    }
    for (let i = 0; i < 9; i++) {
      vi.advanceTimersByTime(7);
      host.post(() => {});
      expect(tasks.length).toBe(1);
      tasks.shift()?.();
    }
  });

  test("a hidden page hops at once, and asks for no frames", () => {
    document.hidden = true;
    const { post } = frameHop(hop, source);
    for (let i = 0; i < 50; i++) post(() => {});
    expect(tasks.length).toBe(50);
    expect(callback).toBeUndefined();
  });

  test("once frames were passed over, a turn waits for the frame that is due, and is a task of its own after it", () => {
    const { post } = starve();
    vi.advanceTimersByTime(16);
    let ran = false;
    post(() => {
      ran = true;
    });
    expect(tasks.length).toBe(0);
    drawFrame();
    expect(ran).toBe(false);
    tasks.shift()?.();
    expect(ran).toBe(true);
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("what one scheduler has found out of the engine, the next one knows", () => {
    const first = starve();
    vi.advanceTimersByTime(16);
    first.post(() => {});
    drawFrame();
    tasks.length = 0;
    const { post } = frameHop(hop, source);
    post(() => {});
    tasks.shift()?.();
    drawFrame();
    vi.advanceTimersByTime(16);
    post(() => {});
    expect(tasks.length).toBe(0);
  });

  test("every turn that waits goes on, in order", () => {
    const { post } = starve();
    vi.advanceTimersByTime(16);
    const ran: number[] = [];
    for (const i of [1, 2, 3]) post(() => ran.push(i));
    expect(tasks.length).toBe(0);
    drawFrame();
    for (const task of tasks) task();
    expect(ran).toEqual([1, 2, 3]);
  });

  test("a frame that never comes is waited for once, and no longer than a tenth of a second", () => {
    const { post } = starve();
    vi.advanceTimersByTime(16);
    post(() => {});
    vi.advanceTimersByTime(99);
    expect(tasks.length).toBe(0);
    vi.advanceTimersByTime(2);
    expect(tasks.length).toBe(1);
    post(() => {});
    expect(tasks.length).toBe(2);
  });

  test("a page that is hidden moves a waiting turn on at once", () => {
    const { post } = starve();
    vi.advanceTimersByTime(16);
    post(() => {});
    document.hidden = true;
    for (const listener of [...listeners]) listener();
    expect(tasks.length).toBe(1);
    expect(listeners.size).toBe(0);
  });

  test("with nothing to run only four more frames are asked for", () => {
    const { post } = frameHop(hop, source);
    post(() => {});
    drawFrame(); // the turn was posted before
    for (let i = 0; i < 4; i++) {
      expect(callback).toBeDefined();
      drawFrame();
    }
    expect(callback).toBeUndefined();
  });

  test("frames are watched for the rounds that a timer brings, which nobody posted", () => {
    const { roundEnd } = frameHop(hop, source);
    roundEnd(at(performance.now()), lasting(5));
    expect(callback).toBeDefined();
  });

  test("in a hidden page no frame is asked for by a timer's rounds", () => {
    document.hidden = true;
    const { roundEnd } = frameHop(hop, source);
    expect(roundEnd(at(100), lasting(5))).toBe(105);
    expect(callback).toBeUndefined();
  });
});
