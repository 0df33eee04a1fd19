/** The line of the frame rates stays inside its chart on every screen. */
import { expect, test } from "vitest";
import { rateScale } from "../src/views/rate-scale.ts";

test.each([
  [0, 70, [0, 30, 60]],
  [61, 61 * (7 / 6), [0, 30, 60]],
  [120, 140, [0, 60, 120]],
  [144, 168, [0, 60, 120]],
  [240, 280, [0, 120, 240]],
])("%d frames per second: up to %d, with ticks at %j", (greatest, top, ticks) => {
  const scale = rateScale(greatest);
  expect(scale.top).toBeCloseTo(top);
  expect(scale.ticks).toEqual(ticks);
});
