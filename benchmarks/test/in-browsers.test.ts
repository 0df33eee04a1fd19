import { expect, test } from "vitest";
import { alarmsTable } from "../src/alarms.ts";
import { settingsOf } from "../src/browsers/command.ts";
import { hopsTable } from "../src/hops.ts";
import { shareTable } from "../src/share.ts";

test("without words Chromium and Firefox are measured; others by name, and names are checked before anything starts", () => {
  expect(settingsOf({})).toMatchObject({ browsers: ["chromium", "firefox"], turns: 5 });
  expect(settingsOf({ quick: true, only: "webkit, firefox" })).toMatchObject({
    browsers: ["firefox", "webkit"],
    turns: 1,
  });
  expect(() => settingsOf({ only: "safari" })).toThrow('There is no browser "safari"');
});

const cells = (table: string) => table.split("\n")[1]?.split(/\s{2,}/);

test("the table of alarms has a line for each step of each browser", () => {
  const late = { median: 0.5, p90: 1, worst: 2.25, count: 9 };
  const row = { browser: "Firefox 153", every: 3, alarms: late, timers: { ...late, worst: 4 } };
  expect(cells(alarmsTable([row]))).toEqual([
    "Firefox 153",
    "3 ms",
    ...["0.50", "1.00", "2.25"],
    ...["0.50", "1.00", "4.00"],
  ]);
});

test("the table of hops has a line for each way of each browser", () => {
  const row = {
    browser: "Firefox 153",
    way: "channel",
    chunk: 5,
    median: 0.1,
    p90: 1,
    busy: 0.955,
    frames: 60,
    timers: 99.6,
  } as const;
  const shown = ["5 ms", "0.100 ms", "1.000 ms", "96 %", "60.0", "100"];
  expect(cells(hopsTable([row]))).toEqual(["Firefox 153", "MessageChannel", ...shown]);
});

test("the table of shares has a line for each way of each browser", () => {
  const row = { browser: "Firefox 153", work: "aes", way: "preempt", share: 0.875, frames: 60 } as const;
  expect(cells(shareTable([{ ...row, quartiles: [0.85, 0.9] }]))).toEqual([
    ...["Firefox 153", "AES", "Preempt"],
    ...["87.5 %", "85.0 % to 90.0 %", "60.0"],
  ]);
});
