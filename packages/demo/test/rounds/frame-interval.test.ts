import { expect, test } from "vitest";
import { intervalOf } from "../../src/rounds/frame-interval.ts";

const starts = (count: number, at: (i: number) => number) => Array.from({ length: count }, (_, i) => at(i));

test("times that an engine rounds to a millisecond tell the display's interval all the same", () => {
  for (const hz of [60, 90, 120, 144]) {
    const rounded = starts(60, (i) => Math.ceil((i * 1000) / hz));
    expect(intervalOf(rounded) / (1000 / hz)).toBeCloseTo(1, 2);
  }
});

test("frames that were not drawn do not make the display look slower", () => {
  const seen = starts(60, (i) => (i * 1000) / 144).filter((_, i) => i % 7 !== 3);
  expect(intervalOf(seen)).toBeCloseTo(1000 / 144, 6);
});
