/** Sets, one after the other or by threads: the same values, and something to look at while it takes long. */
import { expect, test } from "vitest";
import { type MapSetsOptions, mapSets } from "../../src/lab/scale/map-sets.ts";
import { square } from "./scale-pool-functions.ts";
import { watchedStream } from "./watched-stream.ts";

const module = new URL("./scale-pool-functions.ts", import.meta.url);
const items = Array.from({ length: 60 }, (_, i) => 100 + i);
const squares = items.map((item) => ({ item, value: item * item }));

async function mapped(options: Partial<MapSetsOptions>, isWatched = false) {
  const { stream, drawn } = watchedStream();
  const here: number[] = [];
  const call = (item: number) => {
    here.push(item);
    return square(item);
  };
  const terminal = { err: () => expect.fail("nobody asked"), isWatched, signal: new AbortController().signal };
  const found: { item: number; value: number }[] = [];
  for await (const one of mapSets(items, { call, module, name: "square" }, { terminal, stream, ...options }))
    found.push(one);
  return { found, here, drawn: drawn() };
}

test("what is quick needs neither threads nor a bar", async () => {
  const { found, here, drawn } = await mapped({ soon: 60_000 }, true);
  expect(found).toEqual(squares);
  expect(here).toEqual(items);
  expect(drawn).toBe("");
});

test("what is not goes to threads, under a bar", async () => {
  const { found, here, drawn } = await mapped({ soon: 0, parallel: 2 }, true);
  expect(found).toEqual(squares);
  expect(here).toEqual([]);
  expect(drawn).toMatch(/\[-{30}\] 0\/60 sets/);
  expect(drawn).toMatch(/\[={30}\] 60\/60 sets\n$/);
});

test("where nobody watches there is no bar", async () => {
  const { found, drawn } = await mapped({ soon: 0, parallel: 1 });
  expect(found).toEqual(squares);
  expect(drawn).toBe("");
});

test("where there is something to keep nothing is computed here, and signals are heard", async () => {
  const { found, here } = await mapped({ soon: 60_000, isKept: true, parallel: 1 });
  expect(found).toEqual(squares);
  expect(here).toEqual([]);
});
