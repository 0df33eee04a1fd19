/** Results that do not fit into memory: read line by line, kept as a few numbers each. */
import { spawnSync } from "node:child_process";
import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readResults, summarize } from "../../src/lab/report/index.ts";
import { medianInterval } from "../../src/lab/report/statistics/bootstrap.ts";
import { densityOf, densityOfCounts } from "../../src/lab/report/statistics/density.ts";
import { describe as describeSample } from "../../src/lab/report/statistics/describe.ts";
import { LogHistogram } from "../../src/lab/report/statistics/log-histogram.ts";
import { processTerminal } from "../../src/lab/terminal.ts";
import { temporaryFolder } from "./scale-files.ts";
import { resultFile, seeded, syntheticResults } from "./synthetic.ts";

const bin = fileURLToPath(new URL("../../bin/preempt-lab.mjs", import.meta.url));
const engine = process.features.typescript ? process.execPath : createRequire(bin).resolve("node/bin/node");

test("a file of more than twice the size of the heap is read, and says what a small one says", {
  timeout: 120_000,
}, () => {
  const folder = temporaryFolder();
  const results = syntheticResults({ sets: 30, variants: ["fcfs", "edf"], disturbed: 0.1, horizon: 4_000_000 });
  // What fills a file are the rows.
  const rows = Array.from({ length: 9_000 }, (_, k) => [0, k, 10 * k, 10 * k, 10 * k, 10 * k + 7, 6, 0]);
  const copies = 10;
  const all = Array.from({ length: copies }, (_, copy) =>
    results.map((result) => ({ ...result, key: `${result.key}/${copy}`, set: `${result.set}/${copy}` })),
  ).flat();
  const file = join(folder, "results.jsonl");
  writeFileSync(file, '{"header":{"grid":"x"}}\n');
  for (const result of all) appendFileSync(file, `${JSON.stringify({ ...result, rows })}\n`);
  const { size: bytes } = statSync(file);
  const heap = 80;
  expect(bytes).toBeGreaterThan(2 * heap * 2 ** 20);
  const words = [`--max-old-space-size=${heap}`, bin, "report", file, "--json", "--no-paper"];
  const { status, stdout, stderr } = spawnSync(engine, words, { encoding: "utf8", maxBuffer: 2 ** 28 });
  expect(status, stderr).toBe(0);
  const { summary } = summarize(readResults([{ source: file, text: resultFile(all, { grid: "x" }) }]), {
    title: "Real executions of task sets",
  });
  expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(summary)));
});

describe("lines", () => {
  test("come whole, however the file is cut into chunks", async () => {
    const long = "ä".repeat(3 * 2 ** 20);
    const lines = ["first", "", long, "€ last but one", "torn"];
    const file = join(temporaryFolder(), "lines.txt");
    writeFileSync(file, `\uFEFF${lines.join("\n")}`);
    const { batches, source } = await processTerminal().lines(file);
    const found: string[] = [];
    for await (const batch of batches) found.push(...batch);
    expect(source).toBe(file);
    expect(found.map((line) => line.length)).toEqual(lines.map((line) => line.length));
    expect(found).toEqual(lines);
  });

  test("of a file that is not there: an error that names it", async () => {
    const { batches } = await processTerminal().lines("/nowhere/results.jsonl");
    const read = async () => {
      for await (const _ of batches);
    };
    await expect(read()).rejects.toThrow(
      "file_not_read: /nowhere/results.jsonl cannot be read: there is no such file.",
    );
  });
});

describe("values in narrow bins", () => {
  const random = seeded(3);
  const values = Array.from({ length: 20_000 }, () => 10 ** (4 * random() - 3) * (1 + random()));
  const histogram = new LogHistogram();
  for (const value of values) histogram.add(value);
  const sample = describeSample(values);

  test("have the quantiles of the values, to 0.06 % and the distance to the next one", () => {
    const sorted = [...values].sort((a, b) => a - b);
    for (const part of [0.01, 0.25, 0.5, 0.75, 0.95, 0.99]) {
      const at = sorted[Math.round(part * (sorted.length - 1))] as number;
      expect(Math.abs(histogram.quantile(part) / at - 1)).toBeLessThan(0.004);
    }
    expect([histogram.least, histogram.quantile(1), histogram.count]).toEqual([sample.least, sample.most, 20_000]);
  });

  test("merged, they are those of all", () => {
    const [a, b] = [new LogHistogram(), new LogHistogram()];
    for (const [i, value] of values.entries()) (i % 3 === 0 ? a : b).add(value);
    a.merge(b);
    for (const part of [0, 0.3, 0.5, 1]) expect(a.quantile(part)).toBe(histogram.quantile(part));
    expect(a.deviation).toBeCloseTo(histogram.deviation, 9);
    expect([...a.logs()]).toEqual([...histogram.logs()]);
  });

  test("have the density of the values", () => {
    const logs = values.map(Math.log10);
    const exact = densityOf(logs, -4, 2);
    const { count, deviation } = histogram;
    const [lower, upper] = [Math.log10(histogram.quantile(0.25)), Math.log10(histogram.quantile(0.75))];
    const counted = densityOfCounts(histogram.logs(), { count, deviation, lower, upper }, -4, 2);
    expect(counted.bandwidth).toBeCloseTo(exact.bandwidth, 3);
    counted.points.forEach(([, density], i) => {
      expect(Math.abs(density - (exact.points[i]?.[1] as number))).toBeLessThan(0.002);
    });
  });

  test("none, one, nothing and far beyond", () => {
    const few = new LogHistogram();
    expect(few.quantile(0.5)).toBeNaN();
    few.add(0.37);
    expect([few.quantile(0), few.quantile(0.5), few.quantile(1)]).toEqual([0.37, 0.37, 0.37]);
    expect(few.deviation).toBeNaN();
    few.add(0);
    few.add(1e9);
    expect([few.quantile(0), few.quantile(1), few.count]).toEqual([0, 1e9, 3]);
  });
});

test("a median's interval is the same by drawing and, of many values, by rank", () => {
  const random = seeded(9);
  const values = Array.from({ length: 10_001 }, () => random() ** 2);
  const drawn = medianInterval(values.slice(1), { draws: 2000 });
  const ranked = medianInterval(values);
  for (const end of [0, 1] as const) expect(Math.abs(ranked[end] / drawn[end] - 1)).toBeLessThan(0.01);
  const many = Array.from({ length: 300_000 }, (_, i) => i);
  const since = performance.now();
  const [from, to] = medianInterval(many);
  expect(performance.now() - since).toBeLessThan(2000);
  // 149,999.5 ± 1.96 · √300,000 / 2
  expect(Math.abs(from - 149_463)).toBeLessThan(5);
  expect(Math.abs(to - 150_536)).toBeLessThan(5);
});
