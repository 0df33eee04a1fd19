/** Timers, in a browser that the test plays: it does to them what engines do. */
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { exactTimer } from "../../src/hosts/exact-timer.ts";
import type { Instant } from "../../src/kernel/time.ts";

/** A message from a task to a later one, in milliseconds. */
const messageTime = 0.02;

interface Entry {
  readonly at: number;
  readonly level: number;
  readonly run: () => void;
}

/** Timers that are set by timers last 4 ms from the fifth on, long ones fire with others, fractions are left out. */
class PlayedBrowser {
  time = 0;
  /** Timers that were set, all in all. */
  timers = 0;
  readonly #entries = new Map<number, Entry>();
  #level = 0;
  #id = 0;

  readonly now = () => this.time as Instant;
  readonly setTimeout = (run: () => void, ms: number): number => {
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThan(2 ** 31);
    this.timers++;
    const level = this.#level + 1;
    const whole = Math.max(level > 5 ? 4 : 0, Math.floor(ms));
    const at = this.time + whole;
    return this.#add({ at: whole >= 32 ? Math.ceil(at / 8) * 8 : at, level, run });
  };
  readonly clearTimeout = (id: number | undefined) => void this.#entries.delete(id as number);
  readonly hop = (run: () => void) => void this.#add({ at: this.time + messageTime, level: 0, run });

  #add(entry: Entry): number {
    this.#entries.set(++this.#id, entry);
    return this.#id;
  }

  /** Runs until nothing is left. */
  run(): void {
    for (let most = 100_000; most > 0; most--) {
      let first: number | undefined;
      for (const [id, { at }] of this.#entries)
        if (first === undefined || at < (this.#entries.get(first) as Entry).at) first = id;
      if (first === undefined) return;
      const { at, level, run } = this.#entries.get(first) as Entry;
      this.#entries.delete(first);
      this.time = Math.max(this.time, at);
      this.#level = level;
      run();
    }
    throw new Error("it does not end");
  }
}

function play(): PlayedBrowser {
  const browser = new PlayedBrowser();
  vi.stubGlobal("setTimeout", browser.setTimeout);
  vi.stubGlobal("clearTimeout", browser.clearTimeout);
  return browser;
}

/** One timer after the other, each set by the one before: how late they were. */
function chain(browser: PlayedBrowser, lengths: readonly number[], hop?: PlayedBrowser["hop"]): number[] {
  const late: number[] = [];
  const next = (i: number) => {
    const length = lengths[i];
    if (length === undefined) return;
    const due = browser.time + length;
    exactTimer(
      due as Instant,
      () => {
        late.push(browser.time - due);
        next(i + 1);
      },
      browser.now,
      hop,
    );
  };
  next(0);
  browser.run();
  return late;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const anyLengths = fc.array(fc.double({ min: 0, max: 700, noNaN: true }), { minLength: 1, maxLength: 30 });

test("in a browser timers of any length come within a millisecond, though they set each other, and never early", () => {
  fc.assert(
    fc.property(anyLengths, (lengths) => {
      const browser = play();
      const late = chain(browser, lengths, browser.hop);
      expect(late.length).toBe(lengths.length);
      expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...late)).toBeLessThanOrEqual(1 + 2 * messageTime);
    }),
  );
});

test("without a way round them, the played browser's habits make timers late", () => {
  const short = play();
  expect(Math.max(...chain(short, Array(10).fill(1)))).toBe(3);
  const long = play();
  expect(Math.max(...chain(long, [100, 100]))).toBe(4);
});

test("a timer takes two of the engine's at most", () => {
  const browser = play();
  chain(browser, [1000], browser.hop);
  expect(browser.timers).toBe(2);
  chain(browser, [20], browser.hop);
  expect(browser.timers).toBe(3);
});

test("times that engines cannot count to are come to in steps", () => {
  const browser = play();
  const month = 31 * 24 * 3600 * 1000;
  expect(chain(browser, [month], browser.hop)[0]).toBeLessThanOrEqual(1);
  expect(browser.timers).toBeGreaterThan(2);
});

test("what was called off does not come, not even between a message and the timer it sets", () => {
  for (const wait of [0, 1, 2.5, 20, 500]) {
    const browser = play();
    const timer = exactTimer(
      wait as Instant,
      () => {
        throw new Error("it came");
      },
      browser.now,
      browser.hop,
    );
    timer.cancel();
    browser.run();
    expect(browser.time).toBeLessThanOrEqual(messageTime);
  }
});
