/** What the gallery makes of what the browser reports. */
import { expect, test } from "vitest";
import { isBusy } from "../../src/gallery/measure/busy.ts";
import { fastest, inpOf } from "../../src/gallery/measure/interactions.ts";

test("up to 49 interactions INP is the worst of them", () => {
  expect(inpOf([24, 700, 32], 49)).toEqual({ inp: 700, worst: 700 });
});

test("of each further fifty one is left out", () => {
  expect(inpOf([24, 700, 32], 50)).toEqual({ inp: 32, worst: 700 });
  expect(inpOf([24, 700, 32], 100)).toEqual({ inp: 24, worst: 700 });
});

test("what the browser does not report is as fast as what it reports at least", () => {
  expect(inpOf([700], 50)).toEqual({ inp: fastest, worst: 700 });
  expect(inpOf([], 3)).toEqual({ inp: fastest, worst: fastest });
});

test("a machine is busy if most loops take half as long again as the fastest ever did", () => {
  expect(isBusy([1, 1, 1.4], 1, 0)).toBe(false);
  expect(isBusy([1, 1.6, 1.6], 1, 0)).toBe(true);
  expect(isBusy([1, 1, 9], 1, 0)).toBe(false);
});

test("a machine is busy if a page that does nothing loses frames", () => {
  expect(isBusy([1, 1, 1], 1, 3 / 60)).toBe(false);
  expect(isBusy([1, 1, 1], 1, 9 / 60)).toBe(true);
});
