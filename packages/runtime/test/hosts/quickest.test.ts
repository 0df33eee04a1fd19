import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Hop, quickest } from "../../src/hosts/quickest.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A hop that takes as long as it is told, and counts how often it was used. */
function hopOf(delay: () => number): { hop: Hop; used: () => number } {
  let used = 0;
  const hop: Hop = (turn) => {
    used++;
    setTimeout(turn, delay());
  };
  return { hop, used: () => used };
}

/** Posts one turn after the other; answers how many ran in `ms`. */
function chain(hop: Hop, ms: number): number {
  let turns = 0;
  let stopped = false;
  const turn = () => {
    if (stopped) return;
    turns++;
    hop(turn);
  };
  hop(turn);
  vi.advanceTimersByTime(ms);
  stopped = true;
  vi.advanceTimersByTime(2000);
  return turns;
}

test("while the preferred hop is quick no other is used", () => {
  const first = hopOf(() => 1);
  const second = hopOf(() => 1);
  chain(quickest([first.hop, second.hop]), 100);
  expect(first.used()).toBeGreaterThan(90);
  expect(second.used()).toBe(0);
});

test("a clamped hop is left after some turns, and the clamp of the other sends it back", () => {
  let now: [number, number] = [5, 1];
  const first = hopOf(() => now[0]);
  const second = hopOf(() => now[1]);
  const hop = quickest([first.hop, second.hop]);
  expect(chain(hop, 1000)).toBeGreaterThan(900);
  expect(first.used()).toBeLessThan(20);
  now = [1, 1000];
  expect(chain(hop, 20_000)).toBeGreaterThan(10_000);
});

test("a turn runs once, also when hops race", () => {
  const hop = quickest([hopOf(() => 10).hop, hopOf(() => 10).hop, hopOf(() => 11).hop]);
  let runs = 0;
  for (let i = 1; i <= 30; i++) {
    hop(() => {
      runs++;
    });
    vi.advanceTimersByTime(50);
    expect(runs).toBe(i);
  }
});
