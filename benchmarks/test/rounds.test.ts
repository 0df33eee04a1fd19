import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findEngines } from "../src/rounds/browsers.ts";
import { settingsOf } from "../src/rounds/command.ts";
import { openAt, rateOf } from "../src/rounds/rates.ts";
import { hasScreens, startScreen } from "../src/rounds/screen.ts";
import { roundsTable } from "../src/rounds.ts";

test("without words both browsers are measured at 60 Hz; rates and browsers are checked before anything starts", () => {
  expect(settingsOf({})).toEqual({ repetitions: 5, ms: 2000, browsers: ["chromium", "firefox"], rates: [60] });
  const some = settingsOf({ quick: true, only: "Firefox", rates: "60, 144" });
  expect(some).toMatchObject({ repetitions: 1, browsers: ["firefox"], rates: [60, 144] });
  for (const rates of ["", "0", "60,1000", "fast"]) expect(() => settingsOf({ rates })).toThrow(RangeError);
  expect(() => settingsOf({ only: "safari" })).toThrow('There is no browser "safari"');
});

test("the table says what could not be measured", () => {
  const lines = roundsTable({ rows: [], missing: ["Chromium at 144 Hz needs a screen"] }).split("\n");
  expect(lines).toEqual([expect.stringContaining("throughput"), "Chromium at 144 Hz needs a screen"]);
});

test.runIf(hasScreens())("a screen's server ends when it is stopped", async () => {
  const screen = await startScreen(90);
  const socket = `/tmp/.X11-unix/X${screen.display.slice(1)}`;
  expect(existsSync(socket)).toBe(true);
  screen.stop();
  await expect.poll(() => existsSync(socket), { timeout: 5000 }).toBe(false);
});

for (const engine of findEngines()) {
  const isPossible = engine.name === "Firefox" || hasScreens();
  test.runIf(isPossible)(
    `${engine.name}'s frames come at the rate that is asked for`,
    { timeout: 60_000 },
    async () => {
      const opened = await openAt(engine, 120);
      try {
        if (opened === undefined) throw new Error("there is no screen");
        // Not 60 nor 85 Hz; a median of times that are rounded is a little off.
        const rate = await rateOf(opened.browser);
        expect(rate).toBeGreaterThan(110);
        expect(rate).toBeLessThan(130);
      } finally {
        await opened?.close();
      }
    },
  );
}
