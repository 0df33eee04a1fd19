/** Combinations of optimisations: their names, and that draws leave none out. */
import { expect, test } from "vitest";
import { combinationOf, combinations, drawn, drawnFor, draws, nameOf } from "./combinations.ts";

test("each combination has a name that leads back to it", () => {
  expect(combinations).toHaveLength(4096);
  expect(new Set(combinations.map(nameOf)).size).toBe(4096);
  for (const combination of combinations) expect(combinationOf(nameOf(combination))).toEqual(combination);
  expect(nameOf(combinations[0] as (typeof combinations)[number])).toBe("speed");
  expect(combinationOf("plainBodies+numbers")).toEqual({
    plainBodies: true,
    startBodies: false,
    shortMethods: false,
    partialInlining: false,
    directCallbacks: false,
    singleCalls: false,
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
  for (let n = 0; n < draws; n++) times.set(nameOf(drawn(n)), (times.get(nameOf(drawn(n))) ?? 0) + 1);
  expect(times.size).toBe(4096);
  expect(nameOf(drawn(0))).toBe("speed");
  const share = (test: (name: string) => boolean) =>
    [...times].reduce((sum, [name, n]) => sum + (test(name) ? n : 0), 0) / draws;
  expect(share((name) => combinationOf(name).plainBodies)).toBe(7 / 8);
  expect(share((name) => combinationOf(name).plainBodies && combinationOf(name).stripMining)).toBe(21 / 32);
});

test("a name and a seed draw the same each time, and other seeds and names others", () => {
  const names = Array.from({ length: 400 }, (_, i) => `test/file-${i}.js`);
  const drawnBy = (seed: number) => names.map((name) => nameOf(drawnFor(name, seed)));
  expect(drawnBy(1)).toEqual(drawnBy(1));
  expect(drawnBy(2)).not.toEqual(drawnBy(1));
  expect(new Set([1, 2, 3, 4].flatMap(drawnBy)).size).toBeGreaterThan(185);
  // As often as it is among all draws.
  const all = Array.from({ length: draws }, (_, n) => nameOf(drawn(n)));
  const share = (drawn: readonly string[]) => drawn.filter((name) => name === "speed").length / drawn.length;
  const many = Array.from({ length: 4000 }, (_, i) => nameOf(drawnFor(`test/file-${i}.js`, 1)));
  expect(share(many) / share(all)).toBeGreaterThan(0.7);
  expect(share(many) / share(all)).toBeLessThan(1.4);
});
