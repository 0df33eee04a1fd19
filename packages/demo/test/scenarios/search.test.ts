/** The search of the scenario: what it finds, in which order, and that preemption changes none of it. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import type { Variant } from "../../src/scenarios/scenario.ts";
import { plainText } from "../../src/scenarios/search/letters.ts";
import type * as Work from "../../src/scenarios/search/work.ts";
import { makeRows, type Rows, rowsOfFile, search } from "../../src/scenarios/search/work.ts";
import { buildWork } from "../build-work.ts";

const rows = makeRows(1000);
const queries = ["", "a", "ml", "stock", "zurich weaver", "beekeper prague", "xyzzy", "Göteborg"];

for (const variant of ["capture", "paper"] satisfies Variant[]) {
  test(`${variant}: the same rows and hits at every budget as in the code as it was written`, async () => {
    const built = await buildWork<typeof Work>("src/scenarios/search/work.ts", variant);
    const some = makeRows(60);
    for (const budget of [0, 1, 7]) {
      const made = drive(built.makeRows, { args: [60], budget });
      expect(made.value).toEqual(some);
      expect(made.preemptions).toBeGreaterThan(60);
      const lines = some.text.join("\n\n");
      expect(drive(built.rowsOfFile, { args: [lines, 1000], budget }).value).toEqual(some);
      for (const query of queries) {
        const { value, preemptions } = drive(built.search, { args: [some, query, 8], budget });
        expect(value).toEqual(search(some, query, 8));
        expect(preemptions).toBeGreaterThan(5);
      }
    }
  });
}

test("the sort is suspended, too: hits beyond the rows' loop cost preemptions", async () => {
  const built = await buildWork<typeof Work>("src/scenarios/search/work.ts", "capture");
  const preemptions = (query: string) => drive(built.search, { args: [rows, query, 8], budget: 0 }).preemptions;
  // All rows match "a", none "§": between them lies the sort of 1,000 hits.
  expect(preemptions("a")).toBeGreaterThan(preemptions("§") + 1000);
});

const isSubsequence = (word: string, text: string) => {
  let at = 0;
  for (const letter of text) if (letter === word[at]) at++;
  return at === word.length;
};

test("a word of three letters is found exactly where its letters stand in order", () => {
  const { order } = search(rows, "mul", 8);
  const expected = rows.text.flatMap((text, row) => (isSubsequence("mul", plainText(text)) ? [row] : []));
  expect([...order].sort((a, b) => a - b)).toEqual(expected);
});

test("hits are ranked by score, then the shorter first; the top is the beginning of the order", () => {
  for (const query of ["a", "stock", "zurich weaver"]) {
    const { order, top } = search(rows, query, rows.text.length);
    expect(top.map(({ text }) => text)).toEqual([...order].map((row) => rows.text[row]));
    for (const [i, hit] of top.entries()) {
      const next = top[i + 1];
      if (next === undefined) continue;
      expect(hit.score).toBeGreaterThanOrEqual(next.score);
      if (hit.score === next.score) expect(hit.text.length).toBeLessThanOrEqual(next.text.length);
    }
  }
});

test("the marked letters are the query's, in order", () => {
  for (const query of ["ml", "stock", "zurich", "Łódź o"]) {
    for (const { text, marks } of search(rows, query, 50).top) {
      const letters = marks.map(([from, to]) => plainText(text.slice(from, to))).join("");
      if (letters.length === query.length) expect(letters).toBe(plainText(query));
      for (const [i, [from]] of marks.entries()) expect(from).toBeGreaterThan(marks[i - 1]?.[1] ?? -1);
    }
  }
});

/** The distance of Damerau and Levenshtein (optimal string alignment), by its definition. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const same = a.at(-1) === b.at(-1);
  let least = Math.min(
    distance(a.slice(0, -1), b.slice(0, -1)) + (same ? 0 : 1),
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
  );
  if (a.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    least = Math.min(least, distance(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return least;
}

test("one mistake is forgiven: a row is found if the word, or a part of the row one mistake away from it, stands there", () => {
  let seed = 7;
  const random = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * n);
  };
  const letters = (n: number) => Array.from({ length: n }, () => "abc"[random(3)]).join("");
  for (let i = 0; i < 300; i++) {
    const [text, word] = [letters(7), letters(4)];
    const parts = Array.from({ length: text.length }, (_, from) =>
      [3, 4, 5].map((length) => text.slice(from, from + length)),
    ).flat();
    const expected = isSubsequence(word, text) || parts.some((part) => distance(word, part) <= 1);
    expect({ text, word, found: search(rowsOfFile(text, 1), word, 1).order.length }).toEqual({
      text,
      word,
      found: expected ? 1 : 0,
    });
  }
});

test("the mark of a mistaken word covers what was meant", () => {
  const best = (text: string, query: string) => {
    const [hit] = search(rowsOfFile(text, 10), query, 1).top;
    return hit?.marks.map(([from, to]) => hit.text.slice(from, to));
  };
  expect(best("a beekeeper", "beekeeepr")).toEqual(["beekeeper"]);
  expect(best("a violin", "voilin")).toEqual(["violin"]);
  expect(best("a violin", "viollin")).toEqual(["violin"]);
});

test("the letters of a word side by side are better than scattered ones, its beginning better than its middle", () => {
  const file = "nurse, Silo\nnew soil\na solo\nold soap, loud";
  const { top } = search(rowsOfFile(file, 10), "sol", 10);
  expect(top[0]?.text).toBe("a solo");
});

test("a file's empty lines are left out, long ones are cut, and there are no more than were asked for", () => {
  const read: Rows = rowsOfFile(`one\r\n\n  \n${"x".repeat(5000)}\nthree\nfour`, 3);
  expect(read.text.map((line) => line.length)).toEqual([3, 400, 5]);
});
