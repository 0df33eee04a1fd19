import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodes, type Terminal } from "../../src/lab/command.ts";
import { loadLabCommand } from "../../src/lab/commands.ts";
import { mergeResults } from "../../src/lab/scale/merge.ts";
import { merge } from "../../src/lab/scale/merge-command.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { ResultFile } from "../../src/lab/scale/result-file.ts";
import { cellsOfShard } from "../../src/lab/scale/shard.ts";
import { workThrough } from "../../src/lab/scale/work-through.ts";
import { processTerminal } from "../../src/lab/terminal.ts";
import { type Cell, cellsTo, header, type Result } from "./scale-cells.ts";
import { temporaryFolder } from "./scale-files.ts";

function write(path: string, results: readonly Result[], of: { grid: string } = header): string {
  using file = ResultFile.open<Result>(path, of);
  file.appendAll(results);
  return path;
}

function terminal(): Terminal & { readonly said: string[] } {
  const said: string[] = [];
  return {
    said,
    out: () => Promise.reject(new Error("nothing is to be printed")),
    err: (text) => said.push(text),
    isWatched: false,
    signal: new AbortController().signal,
    read: () => Promise.reject(new Error("nothing is to be read")),
    lines: () => Promise.reject(new Error("nothing is to be read")),
  };
}

test("the results of all shards are those of the grid", async () => {
  const folder = temporaryFolder();
  const of = { ...header, cells: 10 };
  const paths: string[] = [];
  for (const index of [1, 2, 3]) {
    const path = join(folder, `${index}.jsonl`);
    using file = ResultFile.open<Result>(path, of);
    const run = async ({ key }: Cell) => ({ key, value: index });
    await workThrough({ cells: cellsOfShard(cellsTo(10), { index, count: 3 }), file, run });
    paths.push(path);
  }
  const out = join(folder, "all.jsonl");
  const words = terminal();
  expect(await merge.run({ out }, paths, words)).toBe(exitCodes.done);
  expect(words.said).toEqual([`${out}: 10 of 10 cells\n`]);
  const { header: found, results } = readResults<Result>(out);
  const merged = [...results];
  expect(found).toEqual(of);
  expect(merged).toEqual(paths.flatMap((path) => [...readResults<Result>(path).results]));
  expect(merged.map(({ key }) => key).sort()).toEqual(cellsTo(10).map(({ key }) => key));
  expect(await loadLabCommand("merge")).toBe(merge);
});

test("the first result of a key counts, and the remark tells how many there were, and how many of them differ", async () => {
  const folder = temporaryFolder();
  const a = write(join(folder, "a"), [
    { key: "x", value: 1 },
    { key: "y", value: 1 },
  ]);
  const b = write(join(folder, "b"), [
    { key: "y", value: 2 },
    { key: "z", value: 2 },
  ]);
  const c = write(join(folder, "c"), [{ key: "x", value: 1 }]);
  writeFileSync(c, '{"value":1,"key":"x"}\n{"key":"x","va', { flag: "a" });
  const out = join(folder, "out");
  const words = terminal();
  await merge.run({ out }, [a, b, c], words);
  const expected = [
    { key: "x", value: 1 },
    { key: "y", value: 1 },
    { key: "z", value: 2 },
  ];
  expect([...readResults(out).results]).toEqual(expected);
  expect(words.said).toEqual([
    "Cells that were there already: 3, 1 of them with other content; the first result counts.\n",
    `${out}: 3 cells\n`,
  ]);
});

test("a merge that is done again adds what is new, and calls nothing a duplicate", () => {
  const folder = temporaryFolder();
  const a = write(join(folder, "a"), [{ key: "x", value: 1 }]);
  const out = join(folder, "out");
  expect(mergeResults([a], out)).toMatchObject({ results: 1, duplicates: 0 });
  write(a, [{ key: "y", value: 1 }]);
  expect(mergeResults([a], out)).toMatchObject({ results: 2, duplicates: 0, conflicting: 0 });
  expect(mergeResults([a, a], out)).toMatchObject({ results: 2, duplicates: 2, conflicting: 0 });
});

test("results of two grids are refused before anything is written", () => {
  const folder = temporaryFolder();
  const a = write(join(folder, "a"), []);
  const b = write(join(folder, "b"), [], { grid: "other", variants: "fp" } as { grid: string });
  const out = join(folder, "out");
  expect(() => mergeResults([a, b], out)).toThrow(
    `other_grid: ${b} is of another grid than ${a} (variants "edf" there, "fp" here). Merge the results of one grid.`,
  );
  expect(existsSync(out)).toBe(false);
  const before = readFileSync(b, "utf8");
  expect(() => mergeResults([a], b)).toThrow(`other_grid: ${b} has results of another grid`);
  expect(readFileSync(b, "utf8")).toBe(before);
});

test("files and --out must be named, and exist", async () => {
  await expect(merge.run({ out: "x" }, [], terminal())).rejects.toThrow("no_input: name the result files");
  await expect(merge.run({}, ["a"], terminal())).rejects.toThrow("no_output: say where the results go");
  const missing = join(temporaryFolder(), "a");
  await expect(merge.run({ out: "x" }, [missing], terminal())).rejects.toThrow("there is no such file");
});

test("files that Windows tools wrote again, with a mark at the start and their line breaks, are merged and gone on with", () => {
  const folder = temporaryFolder();
  const plain = write(join(folder, "a"), [{ key: "x", value: 1 }]);
  const text = readFileSync(plain, "utf8");
  const marked = join(folder, "b");
  writeFileSync(marked, `\uFEFF${text.replaceAll("\n", "\r\n").replace('"x"', '"y"')}`);
  const out = join(folder, "out");
  expect(mergeResults([marked, plain], out)).toMatchObject({ results: 2, duplicates: 0 });
  expect([...readResults<Result>(out).results].map(({ key }) => key)).toEqual(["y", "x"]);
  write(marked, [{ key: "z", value: 3 }]);
  expect([...readResults<Result>(marked).results].map(({ key }) => key)).toEqual(["y", "z"]);
});

async function firstOf<T>(batches: AsyncIterable<T> | Iterable<T>): Promise<T | undefined> {
  for await (const batch of batches) return batch;
  return undefined;
}

test("of a file in UTF-16 the error says how to write it otherwise, wherever it is read", async () => {
  const file = join(temporaryFolder(), "wide");
  writeFileSync(file, `\uFEFF${JSON.stringify({ header })}\r\n`, "utf16le");
  const message = `not_utf8: ${file} is in UTF-16, as Windows PowerShell writes it with ">". Write it as UTF-8:`;
  expect(() => mergeResults([file], `${file}.out`)).toThrow(message);
  await expect(processTerminal().read(file)).rejects.toThrow(message);
  const { batches } = await processTerminal().lines(file);
  await expect(firstOf(batches)).rejects.toThrow(message);
});

test("of a large file that is no text the error shows the beginning", () => {
  const file = join(temporaryFolder(), "zeros");
  writeFileSync(file, Buffer.alloc(100_000_000));
  expect(() => mergeResults([file], `${file}.out`)).toThrow(
    `not_a_result_file: ${file} is not a result file: its first line has no header but "${"\\u0000".repeat(9)}\\u...`,
  );
});
