/** The gallery's benchmark: what its words mean, and what it makes of the runs. No browser is started. */
import { expect, test } from "vitest";
import { settingsOf } from "../src/gallery/command.ts";
import { entryIds, type Run } from "../src/gallery/measured.ts";
import { galleryTable, summarize } from "../src/gallery/table.ts";

test("without words everything is measured five times in both browsers, with --quick once", () => {
  expect(settingsOf({})).toEqual({ entries: [...entryIds], browsers: ["chromium", "firefox"], rounds: 5 });
  expect(settingsOf({ quick: true, only: "graph,chat", browser: "firefox" })).toEqual({
    entries: ["chat", "graph"],
    browsers: ["firefox"],
    rounds: 1,
  });
});

test("words that mean nothing are refused before anything is measured", () => {
  expect(() => settingsOf({ only: "chatt" })).toThrow('There is no entry "chatt". There are: chat, search,');
  expect(() => settingsOf({ browser: "safari" })).toThrow('There is no browser "safari"');
  expect(() => settingsOf({ rounds: "0" })).toThrow('The rounds are "0". Give an integer from 1 to 100.');
});

const run = (mode: Run["mode"], round: number, more: Partial<Run>): Run => ({
  engine: "Chromium 1",
  entry: "graph",
  mode,
  round,
  interactions: { count: 10, inp: 16, worst: 24 },
  lost: 0,
  wanted: 60,
  longest: 17,
  longFrames: 0,
  longestLongFrame: 0,
  timeToResult: 500,
  window: 500,
  preemptions: 0,
  digest: "a",
  wasBusy: false,
  ...more,
});

test("a row has the medians of its rounds, the worst interaction of all, and the first run apart", () => {
  const rows = summarize([
    run("plain", 1, { timeToResult: 900, interactions: { count: 3, inp: 900, worst: 900 }, lost: 54 }),
    run("plain", 2, { timeToResult: 500, interactions: { count: 3, inp: 500, worst: 504 }, lost: 30 }),
    run("plain", 3, { timeToResult: 520, interactions: { count: 3, inp: 520, worst: 520 }, lost: 30 }),
    run("preempt", 1, { preemptions: 300 }),
  ]);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ inp: 520, worst: 900, firstTimeToResult: 900, timeToResult: 510, isSame: true });
  expect(rows[0]?.lost).toBeCloseTo(114 / 180);
  expect(rows[1]).toMatchObject({ mode: "preempt", inp: 16, timeToResult: 500, preemptions: 300, isSame: true });
});

test("a result that differs from the plain one is named in the table", () => {
  const rows = summarize([run("plain", 1, {}), run("preempt", 1, { digest: "b" })]);
  expect(galleryTable(rows).split("\n").slice(-2)).toEqual([
    "| graph | plain | 16 (24) | 0 | 0 % | 500 (500) | the same |",
    "|  | Preempt | 16 (24) | 0 | 0 % | 500 (500) | DIFFERS |",
  ]);
});
