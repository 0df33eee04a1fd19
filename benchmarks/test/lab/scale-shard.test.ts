import fc from "fast-check";
import { expect, test } from "vitest";
import { cellsOfShard, parseShard } from "../../src/lab/scale/shard.ts";
import { type Cell, cellsTo } from "./scale-cells.ts";

const cells = fc.uniqueArray(
  fc.record({ key: fc.string(), expectedSeconds: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }) }),
  { selector: ({ key }) => key, maxLength: 60 },
) as fc.Arbitrary<Cell[]>;
const shardCount = fc.integer({ min: 1, max: 12 });

function allShards(list: readonly Cell[], count: number): Cell[][] {
  return Array.from({ length: count }, (_, i) => cellsOfShard(list, { index: i + 1, count }));
}

test("the shards together are the grid, each cell once and in its order", () => {
  fc.assert(
    fc.property(cells, shardCount, (list, count) => {
      const shards = allShards(list, count);
      expect(new Set(shards.flat())).toEqual(new Set(list));
      expect(shards.flat()).toHaveLength(list.length);
      for (const shard of shards) expect(shard).toEqual(list.filter((cell) => shard.includes(cell)));
    }),
  );
});

test("they differ by one cell at most, and by no more than the longest cell's time", () => {
  fc.assert(
    fc.property(cells, shardCount, (list, count) => {
      const shards = allShards(list, count);
      const sizes = shards.map(({ length }) => length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      const times = shards.map((shard) => shard.reduce((sum, { expectedSeconds = 0 }) => sum + expectedSeconds, 0));
      const longest = Math.max(0, ...list.map(({ expectedSeconds = 0 }) => expectedSeconds));
      expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(longest);
    }),
  );
});

test("the order in which cells are listed, and one listed twice, change nothing", () => {
  fc.assert(
    fc.property(cells, shardCount, fc.infiniteStream(fc.nat()), (list, count, numbers) => {
      const mixed = list
        .map((cell) => ({ cell, at: numbers.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ cell }) => cell);
      const keys = (shards: Cell[][]) => shards.map((shard) => shard.map(({ key }) => key).sort());
      expect(keys(allShards([...mixed, ...list.slice(0, 5)], count))).toEqual(keys(allShards(list, count)));
    }),
  );
});

test("a shard is not one variant alone, though the number of variants is that of the shards", () => {
  const list = cellsTo(100).flatMap(({ key }) => ["edf", "fp", "rr", "fcfs"].map((v) => ({ key: `${key}/${v}` })));
  for (const shard of allShards(list, 4)) {
    expect(shard).toHaveLength(100);
    for (const variant of ["edf", "fp", "rr", "fcfs"]) {
      expect(shard.filter(({ key }) => key.endsWith(variant)).length).toBeGreaterThan(10);
    }
  }
});

test("the shards are the same in every version: results of old shards can be merged with new ones", () => {
  const list = [...cellsTo(6), { key: "long", expectedSeconds: 60 }, { key: "short", expectedSeconds: 1 }];
  expect(allShards(list, 3).map((shard) => shard.map(({ key }) => key))).toMatchInlineSnapshot(`
    [
      [
        "c0",
        "c5",
        "long",
      ],
      [
        "c1",
        "c3",
        "short",
      ],
      [
        "c2",
        "c4",
      ],
    ]
  `);
});

test.for(["0/4", "5/4", "1/0", "1", "a/b", "-1/4", "1/4/2", "1.5/4", ""])('"%s" is no shard', (text) => {
  expect(() => parseShard(text)).toThrow(
    `shard_not_valid: --shard is ${JSON.stringify(text)}. Give i/n, which part of how many, counted from 1: 1/4 to 4/4.`,
  );
});

test("i/n is the i-th of n", () => {
  expect([parseShard("1/1"), parseShard("4/4")]).toEqual([
    { index: 1, count: 1 },
    { index: 4, count: 4 },
  ]);
});
