import { expect, test } from "vitest";
import { most, sizeFor } from "../../src/scenarios/paper/size.ts";

test("AES gets as many bytes as its execution time is enough for, and no more than fast machines", () => {
  expect(sizeFor(60, most, 240)).toBe(most / 4);
  expect(sizeFor(60, most / 4, 60)).toBe(most / 4);
  expect(sizeFor(60, most / 4, 10)).toBe(most);
  expect(sizeFor(60, most, 40)).toBe(most);
  expect(sizeFor(0.1, most, 60_000)).toBe(4096);
});

test("a coarse clock may say that it took no time", () => {
  expect(sizeFor(60, 10_000, 0)).toBe(most);
});
