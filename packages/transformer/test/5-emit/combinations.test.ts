/** Combinations of optimisations: their names, and that draws leave none out. */
import { expect, test } from "vitest";
import { type Combination, combinationOf, combinations, drawn, drawnFor, draws, nameOf } from "../kit/combinations.ts";

/** How often every switch is on. */
const shareOfSpeed = 21 / 4096;

test("each combination has a name that leads back to it", () => {
  expect(combinations).toHaveLength(8192);
  expect(new Set(combinations.map(nameOf)).size).toBe(8192);
  for (const combination of combinations) expect(combinationOf(nameOf(combination))).toEqual(combination);
  expect(nameOf(combinations[0] as (typeof combinations)[number])).toBe("speed");
  expect(combinationOf("plainBodies+numbers")).toEqual({
    plainBodies: true,
    startBodies: false,
    shortMethods: false,
    partialInlining: false,
    directCallbacks: false,
    singleCalls: false,
    fewCalls: false,
    stripMining: false,
    countedLoops: false,
    jointBounds: false,
    lightRounds: false,
    loopNests: false,
    numbers: true,
  });
  expect(() => combinationOf("plainBodies+fast")).toThrow('"plainBodies+fast" is no combination of optimisations: ');
});

test("every combination is drawn, and those that compile alike less often", () => {
  const times = new Map<string, number>();
  for (let n = 0; n < draws; n++) {
    const key = Object.values(drawn(n)).join();
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  expect(times.size).toBe(8192);
  expect(nameOf(drawn(0))).toBe("speed");
  const share = (isOne: (combination: Combination) => boolean) =>
    combinations.reduce((sum, c) => sum + (isOne(c) ? (times.get(Object.values(c).join()) ?? 0) : 0), 0) / draws;
  expect(share((c) => c.plainBodies)).toBe(7 / 8);
  expect(share((c) => c.plainBodies && c.stripMining)).toBe(21 / 32);
  expect(share((c) => nameOf(c) === "speed")).toBe(shareOfSpeed);
});

test("a name and a seed draw the same each time, and other seeds and names others", () => {
  const names = Array.from({ length: 400 }, (_, i) => `test/file-${i}.js`);
  const drawnBy = (seed: number) => names.map((name) => nameOf(drawnFor(name, seed)));
  expect(drawnBy(1)).toEqual(drawnBy(1));
  expect(drawnBy(2)).not.toEqual(drawnBy(1));
  expect(new Set([1, 2, 3, 4].flatMap(drawnBy)).size).toBeGreaterThan(185);
  // As often as it is among all draws.
  const many = Array.from({ length: 8000 }, (_, i) => nameOf(drawnFor(`test/file-${i}.js`, 1)));
  const share = many.filter((name) => name === "speed").length / many.length;
  expect(share / shareOfSpeed).toBeGreaterThan(0.7);
  expect(share / shareOfSpeed).toBeLessThan(1.4);
});
