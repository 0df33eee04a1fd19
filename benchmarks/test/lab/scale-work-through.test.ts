import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { ResultFile } from "../../src/lab/scale/result-file.ts";
import { type WorkEvent, workThrough } from "../../src/lab/scale/work-through.ts";
import { type Cell, cellsTo, header, type Result } from "./scale-cells.ts";
import { temporaryFile, temporaryFolder } from "./scale-files.ts";

const open = (path: string) => ResultFile.open<Result>(path, header);
const work = workThrough<Cell, Result>;

test("cells are run in order, so many at a time, and each result is in the file before the next cell begins", async () => {
  const path = temporaryFile();
  using file = open(path);
  const begun: string[] = [];
  let [running, most] = [0, 0];
  const run = async ({ key }: Cell) => {
    begun.push(key);
    if (begun.length > 3) expect(file.size).toBeGreaterThanOrEqual(begun.length - 3);
    most = Math.max(most, ++running);
    await wait(key === "c0" ? 20 : 2);
    running--;
    return { key, value: 1 };
  };
  const report = await work({ cells: cellsTo(9), file, run, parallel: 3 });
  expect(report).toEqual({ done: 9, skipped: 0, failed: [], isInterrupted: false });
  expect(begun).toEqual(cellsTo(9).map(({ key }) => key));
  expect(most).toBe(3);
  // The slow one came later, and is whole.
  expect([...file.results()].map(({ key }) => key).indexOf("c0")).toBeGreaterThan(1);
});

test("what the file has, and what comes twice, is not run", async () => {
  using file = open(temporaryFile());
  file.append({ key: "c1", value: 0 });
  const events: WorkEvent<Cell>[] = [];
  const cells = [...cellsTo(3), { key: "c2" }];
  const report = await work({ cells, file, run: done, onProgress: (event) => events.push(event) });
  expect(report).toEqual({ done: 2, skipped: 2, failed: [], isInterrupted: false });
  expect(events).toEqual([
    { kind: "begin", cells: [{ key: "c0" }, { key: "c2" }], skipped: 2 },
    { kind: "start", cell: { key: "c0" } },
    { kind: "done", cell: { key: "c0" }, seconds: expect.any(Number) },
    { kind: "start", cell: { key: "c2" } },
    { kind: "done", cell: { key: "c2" }, seconds: expect.any(Number) },
  ]);
});

test("a cell that fails is tried again, then stays open; the others go on", async () => {
  using file = open(temporaryFile());
  const attempts = new Map<string, number>();
  const kinds: string[] = [];
  const run = async ({ key }: Cell) => {
    const attempt = (attempts.get(key) ?? 0) + 1;
    attempts.set(key, attempt);
    if (key === "c0" || (key === "c2" && attempt < 3)) throw new Error(`${key}, attempt ${attempt}`);
    return { key, value: attempt };
  };
  const report = await work({
    cells: cellsTo(4),
    file,
    run,
    retries: 2,
    onProgress: ({ kind }) => kinds.push(kind),
  });
  expect(report.done).toBe(3);
  expect(report.failed).toEqual([{ cell: { key: "c0" }, error: new Error("c0, attempt 3") }]);
  expect([...file.results()]).toContainEqual({ key: "c2", value: 3 });
  expect(file.has("c0")).toBe(false);
  expect(kinds.filter((kind) => kind === "retry")).toHaveLength(4);
});

test("the result of another cell is a failure", async () => {
  using file = open(temporaryFile());
  const report = await work({ cells: cellsTo(1), file, run: async () => ({ key: "other", value: 1 }) });
  expect(report.failed[0]?.error).toEqual(new Error("the result of c0 has the key other."));
  expect(file.size).toBe(0);
});

test("an interruption stops what runs and counts none of it, whether it minds the signal or not", async () => {
  for (const mindful of [true, false]) {
    using file = open(temporaryFile());
    const interruption = new AbortController();
    let stopped = 0;
    const run = async ({ key }: Cell, signal: AbortSignal) => {
      if (key === "c2") setTimeout(() => interruption.abort(new Error("enough")), 5);
      if (key !== "c0") await wait(30, undefined, mindful ? { signal } : {});
      stopped++;
      return { key, value: 1 };
    };
    const report = await work({ cells: cellsTo(8), file, run, parallel: 2, signal: interruption.signal });
    expect(report).toEqual({ done: 1, skipped: 0, failed: [], isInterrupted: true });
    expect([...file.results()]).toEqual([{ key: "c0", value: 1 }]);
    // Nothing runs any more.
    expect(stopped).toBe(mindful ? 1 : 3);
  }
});

test("nothing is begun after an interruption, and one after the end is none", async () => {
  using file = open(temporaryFile());
  const signal = AbortSignal.abort();
  const never = () => Promise.reject(new Error("was run"));
  expect(await work({ cells: cellsTo(2), file, run: never, signal })).toMatchObject({ done: 0, isInterrupted: true });
  for (const { key } of cellsTo(2)) file.append({ key, value: 1 });
  expect(await work({ cells: cellsTo(2), file, run: never, signal })).toMatchObject({
    skipped: 2,
    isInterrupted: false,
  });
});

test("a file that cannot be written stops everything", async () => {
  let runs = 0;
  const file = {
    has: () => false,
    append: () => {
      throw new Error("the disk is full");
    },
  };
  const run = async ({ key }: Cell, signal: AbortSignal) => {
    runs++;
    if (key !== "c0") await wait(10_000, undefined, { signal });
    return { key, value: 1 };
  };
  await expect(work({ cells: cellsTo(9), file, run, parallel: 2 })).rejects.toThrow("the disk is full");
  expect(runs).toBe(2);
});

test("however often work is interrupted, each cell is in the file once in the end", async () => {
  const folder = temporaryFolder();
  let files = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(fc.record({ after: fc.nat(6), parallel: fc.integer({ min: 1, max: 4 }), cut: fc.nat(60) })),
      async (count, interruptions) => {
        const path = join(folder, `${files++}.jsonl`);
        let written = 0;
        for (const { after, parallel, cut } of [...interruptions, { after: 99, parallel: 2, cut: 0 }]) {
          const interruption = new AbortController();
          const file = open(path);
          const before = file.size;
          let runs = 0;
          const run = async (cell: Cell) => {
            if (runs++ === after) interruption.abort();
            await null;
            return done(cell);
          };
          const report = await work({ cells: cellsTo(count), file, run, parallel, signal: interruption.signal });
          expect(report.done + report.skipped).toBe(file.size);
          expect(file.size).toBe(before + report.done);
          written += report.done;
          file.close();
          // As a process that is killed in the middle of a write.
          if (cut > 0) tear(path, cut);
        }
        const keys = [...readResults<Result>(path).results].map(({ key }) => key);
        expect(keys.toSorted()).toEqual(
          cellsTo(count)
            .map(({ key }) => key)
            .toSorted(),
        );
        expect(written).toBe(count);
      },
    ),
    { numRuns: 60 },
  );
});

test("a process that is killed loses what it was at, and the next one does the rest", async () => {
  const path = temporaryFile();
  const program = fileURLToPath(new URL("scale-killed.ts", import.meta.url));
  const child = spawn(process.execPath, [program, path, "20", "60"], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  while (readFileSync(path, "utf8").split("\n").length < 6) await wait(5);
  child.kill("SIGKILL");
  await once(child, "exit");
  const before = [...readResults<Result>(path).results];
  expect(before.length).toBeGreaterThanOrEqual(4);
  expect(before.length).toBeLessThan(20);
  const { stdout } = await promisify(execFile)(process.execPath, [program, path, "20", "1"]);
  expect(JSON.parse(stdout.split("\n")[1] ?? "")).toMatchObject({
    done: 20 - before.length,
    skipped: before.length,
    isInterrupted: false,
  });
  const after = [...readResults<Result>(path).results];
  expect(after.slice(0, before.length)).toEqual(before);
  expect(new Set(after.map(({ key }) => key)).size).toBe(20);
  expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(21);
});

/** The beginning of a line that was to follow. */
function tear(path: string, length: number): void {
  writeFileSync(path, JSON.stringify({ key: "c0", value: "x".repeat(60) }).slice(0, length), { flag: "a" });
}

async function done({ key }: Cell): Promise<Result> {
  return { key, value: 1 };
}
