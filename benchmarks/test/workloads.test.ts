import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Scheduler } from "@preempt/runtime";
import { drive } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import type { BrowserName } from "../src/browsers/open.ts";
import { main } from "../src/cli.ts";
import { type Engine, findEngines } from "../src/rounds/browsers.ts";
import { quartiles } from "../src/statistics.ts";
import { browserHost } from "../src/workload-runs/browser-host.ts";
import { libraries, workloads } from "../src/workload-runs/catalog.ts";
import { workloadChart } from "../src/workload-runs/chart.ts";
import { compileWorkload } from "../src/workload-runs/compile.ts";
import { summarize, workloadTable } from "../src/workload-runs/summary.ts";
import { chooseVariants, type VariantOptions } from "../src/workload-runs/variants.ts";
import type { Workload } from "../src/workloads/workload.ts";
import type { WorkloadRow } from "../src/workloads.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-workloads-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const abi = new URL("../../packages/runtime/src/abi.ts", import.meta.url).href;
/** Transforming libraries takes longer than all that is tested here: one variant is enough. Of the others each has the default and every fourth of the rest, so that all of them have all several times. */
const variantsOf = (name: (typeof workloads)[number]) => {
  const all = chooseVariants(["all"]);
  const turn = workloads.indexOf(name) % 4;
  return all.filter((_, i) => i === 0 || (!libraries.includes(name) && i % 4 === turn));
};

async function load(name: string, kind: string, variant: VariantOptions | undefined): Promise<Workload> {
  const url = compileWorkload(name, { folder: join(folder, `${name}-${kind}`), variant, abi });
  return ((await import(url)) as { workload: Workload }).workload;
}

test("the workloads of this project are reentrant: exclusive units change no byte of their code, so that they are as fast", () => {
  const sources = new URL("../src/workloads/", import.meta.url);
  for (const name of readdirSync(sources)) {
    const code = readFileSync(new URL(name, sources), "utf8");
    const options = { fileName: name, functions: "all", sourceMap: false } as const;
    expect(transform(code, { ...options, reentrant: true }).code, name).toBe(transform(code, options).code);
  }
});

describe("gives the same result plain and preempted, at budgets 0, 1, 7 and the automatic one", () => {
  test.each(workloads)("%s", async (name) => {
    const plain = await load(name, "plain", undefined);
    const { small } = plain.size;
    const input = plain.prepare(small);
    const expected = plain.run(input);
    // A run leaves its input as it was.
    expect(plain.run(input)).toEqual(expected);
    for (const variant of variantsOf(name)) {
      const { run, prepare } = await load(name, variant.name, variant.options);
      const args: [unknown] = [prepare(small)];
      const preemptions = [0, 1, 7].map((budget) => {
        const driven = drive(run, { args, budget });
        expect(driven.value).toEqual(expected);
        return driven.preemptions;
      });
      // Suspended at every point, at every second, at every eighth: it is not plain code that ran.
      const [each = 0, , eighth = 0] = preemptions;
      expect(each).toBeGreaterThan(20);
      expect(eighth).toBeLessThan(each / 4);
      expect(await new Scheduler({ budget: "auto" }).submit(run, { args })).toEqual(expected);
    }
  });
});

test("the command measures, and writes the numbers and the picture", async () => {
  const output = vi.spyOn(console, "log").mockReturnValue();
  const [json, svg] = [join(folder, "report.json"), join(folder, "chart.svg")];
  expect(await main(["workloads", "--quick", "--only", "fib", "--json", json, "--svg", svg])).toBe(0);
  const report = JSON.parse(readFileSync(json, "utf8"));
  expect(report).toMatchObject({ quick: true, variants: { default: {} }, machine: expect.stringContaining("V8") });
  expect(report.rows).toMatchObject([{ workload: "fib", variant: "default" }]);
  const [{ ratio, plain, transformed, preemptions, quartiles }] = report.rows;
  expect(Math.min(plain, transformed)).toBeGreaterThan(0);
  expect(preemptions).toBeGreaterThan(0);
  expect(ratio).toBeGreaterThanOrEqual(quartiles[0]);
  expect(ratio).toBeLessThanOrEqual(quartiles[1]);
  expect(report.summary).toMatchObject([{ variant: "default", slowest: "fib", maximum: ratio }]);
  expect(output.mock.calls.join("\n")).toMatch(/fib .*x.*\n\ngeometric mean/);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*fib.*<\/svg>\n$/s);
});

describe.skipIf(findEngines().length === 0)("in browsers", () => {
  const engine = findEngines()[0] as Engine;

  test("each that is named has a column, with both programs in a page of their own", async () => {
    const output = vi.spyOn(console, "log").mockReturnValue();
    const words = ["workloads", "--quick", "--only", "fib", "--browser", engine.name.toLowerCase()];
    expect(await main(words)).toBe(0);
    expect(output.mock.calls.join("\n")).toMatch(
      new RegExp(`^ +${engine.name} [\\d.]+\n.*\nfib +[\\d.]+ ms +[\\d.]+x`, "m"),
    );
  });

  test("a workload that fails there fails the command, by name", async () => {
    const host = await browserHost(engine.name.toLowerCase() as BrowserName);
    const wrong = join(folder, "wrong.mjs");
    const module = (value: number) =>
      `export const workload = { size: { full: 1, small: 1 }, prepare: () => 1, run: () => ${value} };`;
    writeFileSync(wrong, module(1));
    writeFileSync(join(folder, "right.mjs"), module(2));
    const [plain, transformed] = ["right.mjs", "wrong.mjs"].map((name) => pathToFileURL(join(folder, name)).href);
    const order = {
      plain: plain as string,
      transformed: transformed as string,
      effort: { warmUp: 1, measuring: 1, repetitions: 1 },
    };
    const failing = host.measure("one and two", order).finally(() => host.close());
    await expect(failing).rejects.toThrow(/^one and two in \w+ [\d.]+: Error: the results differ$/);
  });

  test("a page in which nothing can be measured says so at once", async () => {
    const host = await browserHost(engine.name.toLowerCase() as BrowserName);
    const broken = join(folder, "broken.mjs");
    writeFileSync(broken, 'throw new Error("not here"); export const workload = {};');
    const url = pathToFileURL(broken).href;
    const effort = { warmUp: 1, measuring: 1, repetitions: 1 };
    const failing = host.measure("broken", { plain: url, transformed: url, effort }).finally(() => host.close());
    await expect(failing).rejects.toThrow(/^broken in \w+ [\d.]+: .*not here$/);
  });
});

test.each([
  [
    ["--variants", "default,fastest"],
    'There is no variant "fastest". There are: default, no-plain-bodies, no-start-bodies, no-short-methods',
  ],
  [["--only", "fib,fob"], 'There is no workload "fob". There are: fib, ackermann'],
  [["--browser", "chromium,netscape"], 'There is no browser "netscape". There are: chromium, firefox, webkit.'],
  [["--oly", "fib"], "Unknown option '--oly'"],
])("%j is answered before anything is measured", async (words, message) => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  expect(await main(["workloads", ...words])).toBe(2);
  expect(errors.mock.calls.join("\n")).toContain(message);
});

function row(workload: WorkloadRow["workload"], variant: string, ratio: number, preemptions = 9): WorkloadRow {
  const times = { plain: 20, transformed: 20 * ratio, executionRatio: ratio, warmUps: 6, pairs: 30 };
  return { workload, variant, ratio, quartiles: [ratio - 0.25, ratio + 0.5], preemptions, ...times };
}

const rows = [row("fib", "a", 2), row("fib", "b", 4), row("matmul", "a", 8), row("matmul", "b", 1, 0)];

test("half of a sample lies between its quartiles", () => {
  expect(quartiles([7, 1, 3, 5])).toEqual([2, 6]);
  expect(quartiles([5, 1, 4, 2, 3])).toEqual([2, 4]);
  expect(quartiles([2])).toEqual([2, 2]);
});

test("each variant has its geometric mean and its maximum", () => {
  expect(summarize(rows)).toEqual([
    { variant: "a", geometricMean: expect.closeTo(4, 10), maximum: 8, slowest: "matmul" },
    { variant: "b", geometricMean: expect.closeTo(2, 10), maximum: 4, slowest: "fib" },
  ]);
});

test("the table has a line for each workload, and says what was never preempted", () => {
  const lines = workloadTable(rows).split("\n");
  expect(lines.filter((line) => line.startsWith("fib "))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith("matmul "))).toMatch(/8\.00x +7\.75-8\.50 .*1\.00x +0\.75-1\.50/);
  expect(lines.at(-1)).toBe("Never preempted: matmul (b).");
});

test("the picture has a bar for each ratio and each mean, as long as the ratio's logarithm", () => {
  const chart = workloadChart(rows, "a <machine>");
  const bars = [...chart.matchAll(/<rect class="v\d" x="([\d.]+)" [^>]*width="([\d.]+)"[^>]*><title>([^<]*)/g)];
  expect(bars.map(([, , , title]) => title)).toEqual([
    "fib, a: 2.00x",
    "fib, b: 4.00x",
    "matmul, a: 8.00x",
    "matmul, b: 1.00x",
    "geometric mean, a: 4.00x",
    "geometric mean, b: 2.00x",
  ]);
  // They start where plain code would end.
  expect(new Set(bars.map(([, start]) => start)).size).toBe(1);
  const unit = Number(bars[0]?.[2]);
  expect(bars.map(([, , length]) => (Number(length) / unit).toFixed(2))).toEqual([
    "1.00",
    "2.00",
    "3.00",
    "0.00",
    "2.00",
    "1.00",
  ]);
  expect(chart).toContain("a &lt;machine&gt;");
});
