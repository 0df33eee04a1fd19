import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { main } from "../src/cli.ts";
import { lineChart } from "../src/line-chart.ts";
import { callPrograms } from "../src/micro/calls.ts";
import { formPrograms } from "../src/micro/forms.ts";
import { summarize } from "../src/micro/row.ts";
import { walkPrograms } from "../src/micro/walks.ts";
import { measureMicro } from "../src/micro.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-micro-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

// What else the machine does may spoil one measurement, not three.
test("a preemption at call depth 1000 costs at most twice that at depth 1; the paper's strategy pays for every frame", {
  retry: 2,
  timeout: 120_000,
}, async () => {
  const { preemption = [] } = await measureMicro({ parts: ["preemption"], repetitions: 5, processes: 1 });
  const ratio = (way: string) => {
    const [shallow, deep] = [1, 1000].map((depth) => preemption.find((r) => r.way === way && r.subject === depth));
    return (deep?.nanoseconds ?? 0) / (shallow?.nanoseconds ?? 0);
  };
  expect(ratio("plain bodies")).toBeLessThan(2);
  expect(ratio("generators")).toBeLessThan(2);
  expect(ratio("yield* (paper)")).toBeGreaterThan(10);
  expect(ratio("hand-written generators")).toBeGreaterThan(10);
});

test("the command measures, and writes the numbers and the picture", { retry: 2, timeout: 120_000 }, async () => {
  const output = vi.spyOn(console, "log").mockReturnValue();
  const [json, svg] = [join(folder, "report.json"), join(folder, "chart.svg")];
  expect(await main(["micro", "--quick", "--only", "capture", "--json", json, "--svg", svg])).toBe(0);
  const report = JSON.parse(readFileSync(json, "utf8"));
  expect(Object.keys(report)).toEqual(["machine", "quick", "capture"]);
  expect(report).toMatchObject({ quick: true, machine: expect.stringContaining("V8") });
  // Frames are saved one by one: nine times as many take neither as long as one, nor as long as their square.
  const saving = (depth: number) =>
    report.capture.find((r: { way: string; subject: number }) => r.way === "plain bodies" && r.subject === depth);
  const growth = saving(900).nanoseconds / saving(100).nanoseconds;
  expect(growth).toBeGreaterThan(3);
  expect(growth).toBeLessThan(27);
  expect(output.mock.calls.join("\n")).toMatch(/call depth .*plain bodies.*\n900 .* ns/s);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*The first preemption.*<\/svg>\n$/s);
});

test.each([
  ["calls", callPrograms],
  ["forms", formPrograms],
  ["walks", walkPrograms],
] as const)("each of the %s is measured in each way", { timeout: 120_000 }, async (part, programs) => {
  const { [part]: rows = [] } = await measureMicro({ parts: [part], repetitions: 1, processes: 1 });
  const ways = ["plain", "hand-written checks", "plain bodies", "generators", "yield* (paper)"];
  expect(rows.map(({ subject, way }) => [subject, way])).toEqual(
    programs.flatMap(({ subject }) => ways.map((way) => [subject, way])),
  );
  for (const { nanoseconds, quartiles } of rows) {
    expect(nanoseconds).toBeGreaterThan(0);
    expect(quartiles[0]).toBeLessThanOrEqual(nanoseconds);
    expect(quartiles[1]).toBeGreaterThanOrEqual(nanoseconds);
  }
});

test.each([
  [["micro", "--only", "calls,costs"], 'There is no part "costs". There are: preemption, capture, budgets'],
  [["scheduler", "--only", "sort"], 'There is no operation "sort". There are: submit, '],
  [["latency", "--only", "fob"], 'There is no workload "fob". There are: fib, ackermann'],
  [["depth"], 'there is no command "depth"'],
])("%j is answered before anything is measured", async (words, message) => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  expect(await main(words)).toBe(2);
  expect(errors.mock.calls.join("\n")).toContain(message);
});

test("what several processes measured is one sample", () => {
  const row = (samples: number[]) => [{ subject: 1, way: "a", samples }];
  expect(summarize([row([1, 2]), row([9, 3, 4])])).toEqual([
    { subject: 1, way: "a", nanoseconds: 3, quartiles: [2, 4] },
  ]);
});

test("lines rise with the logarithm, and have one colour for a name", () => {
  const line = (name: string) => ({ name, points: [1, 10, 100].map((x) => [x, x * 5] as const) });
  const panels = [
    { title: "a", lines: [line("p"), line("q")] },
    { title: "b < c", lines: [line("q")] },
  ];
  const chart = lineChart({ title: "t", columns: 2, panels }, "a machine");
  const paths = [
    ...chart.matchAll(/<path class="line (l\d)" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)"/g),
  ];
  expect(paths.map(([, colour]) => colour)).toEqual(["l0", "l1", "l1"]);
  for (const [, , ...numbers] of paths) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = numbers.map(Number);
    expect(x2 - x1).toBeCloseTo(x3 - x2, 0);
    expect(y1 - y2).toBeCloseTo(y2 - y3, 0);
    expect(y1).toBeGreaterThan(y2);
  }
  expect(chart).toContain("b &lt; c");
});

test("a chart of one panel is as wide as its title and its legend", () => {
  const lines = ["first", "second", "third", "fourth, with a long name"].map((name) => ({
    name,
    points: [
      [1, 1],
      [10, 10],
    ] as const,
  }));
  const title = "What an operation costs, by how many of them there are already";
  const chart = lineChart({ title, columns: 1, panels: [{ title: "p", lines }] }, "a machine");
  const width = Number(/ width="(\d+)"/.exec(chart)?.[1]);
  expect(width).toBeGreaterThan(16 + 8 * title.length);
  const legendEnd = Number(/x="([\d.]+)" y="60">fourth/.exec(chart)?.[1]);
  expect(width).toBeGreaterThan(legendEnd + 6 * "fourth, with a long name".length);
});
