import { expect, test } from "vitest";
import { type Mapped, mapParallel } from "../../src/lab/scale/pool.ts";

const functions = new URL("scale-pool-functions.ts", import.meta.url);
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i);

async function all<T, R>(outcomes: AsyncIterable<Mapped<T, R>>): Promise<Mapped<T, R>[]> {
  const list: Mapped<T, R>[] = [];
  for await (const outcome of outcomes) list.push(outcome);
  return list;
}

test("values come in the order of the items, though later ones are ready before", async () => {
  const expected = numbersTo(20).map((n) => ({ item: n, value: n * n }));
  expect(await all(mapParallel(numbersTo(20), functions, "slowSquare", { parallel: 2, batchSize: 1 }))).toEqual(
    expected,
  );
});

test("the error of one item is reported with it, code and all, and the others have their values", async () => {
  const outcomes = await all(mapParallel<number, number>(numbersTo(20), functions, "square", { parallel: 2 }));
  expect(outcomes.map(({ item }) => item)).toEqual(numbersTo(20));
  for (const outcome of outcomes) {
    if (outcome.item === 13) continue;
    expect(outcome).toEqual({ item: outcome.item, value: outcome.item ** 2 });
  }
  expect(outcomes[13]).toMatchObject({
    item: 13,
    error: { name: "LabError", code: "unlucky", message: "unlucky: 13 is not squared." },
  });
  expect((outcomes[13] as { error: Error }).error.stack).toContain("scale-pool-functions.ts");
});

test("an item that takes its thread down is reported alone", async () => {
  const outcomes = await all(mapParallel<number, number>(numbersTo(16), functions, "fall", { parallel: 1 }));
  expect(outcomes.filter((outcome) => "error" in outcome)).toMatchObject([
    { item: 5, error: { message: "the thread is gone" } },
  ]);
  expect(outcomes.map(({ item }) => item)).toEqual(numbersTo(16));
});

test("items are taken as they are needed, and no more once the reader has enough", async () => {
  let taken = 0;
  function* endless() {
    for (;;) yield taken++;
  }
  let read = 0;
  for await (const outcome of mapParallel<number, number>(endless(), functions, "square", { parallel: 1 })) {
    expect(outcome.item).toBe(read);
    if (++read === 500) break;
  }
  expect(taken).toBeLessThan(500 + 2 * 8 * 8);
});

test("an interruption ends a function that does not return", async () => {
  const signal = AbortSignal.timeout(300);
  await expect(all(mapParallel([1, 2, 3], functions, "never", { parallel: 2, signal }))).rejects.toThrow(
    "aborted due to timeout",
  );
  await expect(all(mapParallel([1], functions, "square", { signal }))).rejects.toThrow("aborted due to timeout");
});

test("a module or a function that does not exist is an error, and not one of each item", async () => {
  const one = { parallel: 1 };
  for (const name of ["cube", "notAFunction"]) {
    await expect(all(mapParallel([1], functions, name, one))).rejects.toThrow(`exports no function "${name}"`);
  }
  const missing = new URL("missing.ts", import.meta.url);
  await expect(all(mapParallel([1], missing, "square", one))).rejects.toThrow("missing.ts");
  expect(await all(mapParallel([], missing, "square", one))).toEqual([]);
});
