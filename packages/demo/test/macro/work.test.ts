import { expect, test } from "vitest";
import { newProgress } from "../../src/macro/progress.ts";
import { stateAfter } from "../../src/macro/skip-ahead.ts";
import { cipher, roundsPerUnit, secretHash, spin } from "../../src/macro/work.ts";

test("the busy loop counts its units as it does them, and ends where the closed form says", () => {
  const progress = newProgress();
  spin(3, stateAfter(3 * roundsPerUnit), progress);
  expect(progress).toEqual({ units: 3, records: 0, wrong: 0 });
});

test("a busy loop that ends elsewhere is noticed", () => {
  const progress = newProgress();
  spin(3, stateAfter(3 * roundsPerUnit - 1), progress);
  expect(progress.wrong).toBe(1);
});

test.for([0, 1, 2, 3, 1000, 123_457])("the closed form of %s rounds is that of the loop", (rounds) => {
  let state = 1;
  for (let i = 0; i < rounds; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
  expect(stateAfter(rounds)).toBe(state);
});

test("texts come back as they were, and records are counted", () => {
  const progress = newProgress();
  cipher("kindergärtner", 4, secretHash("kindergärtner"), progress);
  expect(progress).toEqual({ units: 0, records: 4, wrong: 0 });
});

test("a record that was encrypted otherwise is wrong, though it comes back", () => {
  const progress = newProgress();
  cipher("kindergarten", 4, secretHash("kindergärtner"), progress);
  expect(progress.wrong).toBe(4);
});
