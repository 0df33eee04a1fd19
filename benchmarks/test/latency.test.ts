import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { main } from "../src/cli.ts";
import { latencyChart } from "../src/latency/chart.ts";
import { delaysOf } from "../src/latency/delays.ts";
import { latencyTable } from "../src/latency/table.ts";
import { countsWaiting, waitedForProcessor } from "../src/latency/waiting.ts";
import type { LatencyRow } from "../src/latency.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-latency-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

test("the command measures, and writes the numbers and the picture", { timeout: 120_000 }, async () => {
  const output = vi.spyOn(console, "log").mockReturnValue();
  const [json, svg] = [join(folder, "report.json"), join(folder, "chart.svg")];
  expect(await main(["latency", "--quick", "--only", "counter", "--json", json, "--svg", svg])).toBe(0);
  const report = JSON.parse(readFileSync(json, "utf8"));
  expect(report).toMatchObject({ quick: true, machine: expect.stringContaining("V8") });
  const [row] = report.rows as LatencyRow[];
  expect(row?.workload).toBe("counter");
  for (const delays of [row?.job, row?.own, row?.byHand, row?.byHandOwn]) {
    // As many of the job as of the loop that polls.
    expect(delays?.count).toBe(row?.job.count);
    const { p50 = 0, p99 = 0, p999 = 0, max = 0 } = delays ?? {};
    expect([p50, p99, p999, max]).toEqual([p50, p99, p999, max].toSorted((a, b) => a - b));
  }
  expect(row?.job.count).toBeGreaterThanOrEqual(200);
  // A margin takes half of a slice at most, and other programs only make it later.
  expect(row?.job.p50).toBeGreaterThanOrEqual(-0.501);
  expect(row?.byHand.p50).toBeGreaterThanOrEqual(0);
  expect(row?.own.p50).toBeLessThanOrEqual(row?.job.p50 ?? 0);
  expect(row?.worst).toHaveLength(10);
  // In virtual time: no slice is over early, and the first ones are the worst.
  expect(report.paces.length).toBeGreaterThan(3);
  for (const { late, worst } of report.paces) {
    expect(late).toBeGreaterThanOrEqual(0);
    expect(worst).toBeGreaterThanOrEqual(late);
  }
  expect(output.mock.calls.join("\n")).toMatch(/past the slice.*\ncounter .*999 of 1000.*In virtual time/s);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*counter.*<\/svg>\n$/s);
});

test("slices may be of another length", { timeout: 120_000 }, async () => {
  vi.spyOn(console, "log").mockReturnValue();
  const json = join(folder, "longer.json");
  expect(await main(["latency", "--quick", "--only", "counter", "--slice", "4", "--json", json])).toBe(0);
  const { slice, rows } = JSON.parse(readFileSync(json, "utf8"));
  expect(slice).toBe(4);
  const { job, byHand } = (rows as LatencyRow[])[0] as LatencyRow;
  // Past 4 ms, and not past 1.
  for (const { p50 } of [job, byHand]) expect(p50).toBeLessThan(2);
  expect(job.p50).toBeGreaterThanOrEqual(-2.001);
});

test.each(["0", "-1", "4ms", "1001"])("a slice of %s is refused before anything is measured", async (slice) => {
  const error = vi.spyOn(console, "error").mockReturnValue();
  expect(await main(["latency", `--slice=${slice}`])).toBe(2);
  expect(error.mock.calls.join("\n")).toContain(`--slice is "${slice}". Give milliseconds above 0, 1000 at most.`);
});

test("a percentile is the least delay that so large a share does not exceed", () => {
  const delays = Array.from({ length: 1000 }, (_, i) => ((i * 7) % 1000) + 1);
  expect(delaysOf(delays)).toEqual({ count: 1000, p50: 500, p99: 990, p999: 999, max: 1000 });
  expect(delaysOf([5])).toEqual({ count: 1, p50: 5, p99: 5, p999: 5, max: 5 });
  expect(delaysOf([]).p50).toBeNaN();
});

const delays = (p999: number) => ({ count: 9, p50: 0.001, p99: 0.01, p999, max: 4 });

function row(workload: LatencyRow["workload"], job: number, own: number, withoutCollections: number): LatencyRow {
  return {
    workload,
    job: delays(job),
    own: delays(own),
    withoutCollections: delays(withoutCollections),
    byHand: delays(0.3),
    byHandOwn: delays(0.1),
    rounds: delays(1),
    first: 2,
    worst: [],
  };
}

test("the table says who keeps the thread too long, and whose doing that is", () => {
  const table = latencyTable([
    row("fib", 0.2, 0.1, 0.1),
    row("matmul", 3, 0.1, 0.1),
    row("regex", 3, 2, 0.1),
    row("chess", 3, 2, 2),
  ]);
  expect(table).toContain("at most in 1 of 4 workloads; the loop by hand\ndoes in 0.");
  expect(table).toContain("it is 2.\nNot in: regex, chess.\nNor there in stretches without collections: chess.");
});

test("the picture has two lines for each workload, and the aim", () => {
  const chart = latencyChart([row("fib", 0.2, 0.1, 0.1), row("chess", 3, 2, 2)], 4, "a <machine>");
  expect(chart.match(/class="l\d reach"/g)).toHaveLength(4);
  expect(chart.match(/<circle /g)).toHaveLength(16);
  expect(chart).toContain('class="aim"');
  expect(chart).toContain("a &lt;machine&gt;");
});

test.runIf(countsWaiting)("who computes does not wait, but for others", () => {
  const [before, from] = [waitedForProcessor(), performance.now()];
  while (performance.now() - from < 20);
  const waited = waitedForProcessor() - before;
  expect(waited).toBeGreaterThanOrEqual(0);
  expect(waited).toBeLessThanOrEqual(performance.now() - from);
});
