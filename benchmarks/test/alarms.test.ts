import { expect, test } from "vitest";
import { alarmsSettings } from "../src/alarms/command.ts";
import { alarmsTable } from "../src/alarms.ts";

test("without words Chromium and Firefox are measured; others by name, and names are checked before anything starts", () => {
  expect(alarmsSettings({})).toMatchObject({ browsers: ["chromium", "firefox"], turns: 5 });
  expect(alarmsSettings({ quick: true, only: "webkit, firefox" })).toMatchObject({
    browsers: ["firefox", "webkit"],
    turns: 1,
  });
  expect(() => alarmsSettings({ only: "safari" })).toThrow('There is no browser "safari"');
});

test("the table has a line for each step of each browser", () => {
  const late = { median: 0.5, p90: 1, worst: 2.25, count: 9 };
  const lines = alarmsTable([{ browser: "Firefox 153", every: 3, alarms: late, timers: { ...late, worst: 4 } }]);
  expect(lines.split("\n")[1]?.split(/\s{2,}/)).toEqual([
    ...["Firefox 153", "3 ms"],
    ...["0.50", "1.00", "2.25"],
    ...["0.50", "1.00", "4.00"],
  ]);
});
