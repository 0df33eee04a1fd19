/** From result files to figures: what is counted, what is left out, and what the page is made of. */
import { describe, expect, test } from "vitest";
import { decimals, digits } from "../../src/lab/report/charts/show.ts";
import { figuresOf } from "../../src/lab/report/figures.ts";
import { ganttOf } from "../../src/lab/report/gantt.ts";
import { GanttCells } from "../../src/lab/report/gantt-cells.ts";
import {
  type Report,
  readPaperResults,
  readPredictions,
  readResults,
  reportPage,
  type SummaryOptions,
  summarize,
  summaryCsv,
} from "../../src/lab/report/index.ts";
import type { CellResult } from "../../src/lab/run/result.ts";
import { summarize as summarizeRun } from "../../src/lab/run/summary.ts";
import { resultFile, syntheticResults } from "./synthetic.ts";

const reportOf = (results: readonly CellResult[], options: Partial<SummaryOptions> = {}): Report =>
  summarize(readResults([{ source: "made.jsonl", text: resultFile(results) }]), { title: "Made", ...options });

/** A cell of which only what is asked for matters. */
function cell(change: Partial<CellResult> & Pick<CellResult, "set" | "variant">): CellResult {
  const [made] = syntheticResults({ sets: 1, variants: [change.variant], disturbed: 0 }) as [CellResult];
  return { ...made, key: `${change.set}/${change.variant}/${change.repetition ?? 0}`, ...change };
}

describe("result files", () => {
  const results = syntheticResults({ sets: 4, variants: ["fp"], disturbed: 0 });

  test("a last line that was cut off is left out, with a remark", () => {
    const text = resultFile(results, { grid: "x" });
    const { cells, remarks, files } = readResults([{ source: "a.jsonl", text: text.slice(0, -20) }]);
    expect(cells.map(({ key }) => key)).toEqual(results.slice(0, -1).map(({ key }) => key));
    expect(remarks).toEqual(["a.jsonl: line 5, the last one, is cut off. It was left out."]);
    expect(files).toEqual([{ source: "a.jsonl", cells: 3, header: { grid: "x" } }]);
  });

  test("of results with one key the first counts, across files", () => {
    const other = results.map((result) => ({ ...result, misses: 77 }));
    const { cells, remarks } = readResults([
      { source: "a.jsonl", text: resultFile(results.slice(0, 3)) },
      { source: "b.jsonl", text: resultFile(other) },
    ]);
    expect(cells.map(({ misses }) => misses)).toEqual([...results.slice(0, 3).map(({ misses }) => misses), 77]);
    expect(remarks).toEqual(["b.jsonl: 3 lines have keys seen before. The first result of a key counts."]);
  });

  test("files that were run with other settings are read, and a remark says in what they differ", () => {
    const short = syntheticResults({ sets: 3, horizon: 1_000_000 });
    const long = syntheticResults({ sets: 2, horizon: 2_000_000, prefix: "long-" });
    const a = { source: "a.jsonl", text: resultFile(short, { grid: "x", horizon: 1_000_000, body: "spin" }) };
    const b = { source: "b.jsonl", text: resultFile(long, { grid: "y", horizon: 2_000_000, body: "spin" }) };
    const again = {
      source: "c.jsonl",
      text: resultFile(syntheticResults({ sets: 1, prefix: "c-", horizon: 1e6 }), { grid: "x" }),
    };
    expect(readResults([a, again]).remarks).toEqual([]);
    const alike = "The figures count all of them as if they were alike.";
    expect(readResults([a, again, b]).remarks).toEqual([
      `b.jsonl is of another grid than a.jsonl (horizon 1000000 there, 2000000 here). ${alike}`,
    ]);
    // Without headers, as of another program, and in one file: the cells themselves say it.
    const mixed = { source: "-", text: resultFile([...short, ...long]) };
    expect(readResults([mixed]).remarks).toEqual([
      `-: ${long.length} cells have other horizons (2000000 µs) than the first one of - (1000000 µs). ${alike}`,
    ]);
  });

  test.for([
    ["nothing", "", "no_cells"],
    [
      "a line that is not JSON in the middle",
      `${resultFile(results.slice(0, 1))}{nonsense\n${resultFile(results.slice(1))}`,
      "line 2",
    ],
    ["another file", '{ "sets": [] }\n', "not_a_cell"],
    [
      "a variant that does not exist",
      resultFile([{ ...(results[0] as CellResult), variant: "rr" as never }]),
      "unknown_variant",
    ],
  ] as const)("%s is refused", ([, text, words]) => {
    expect(() => readResults([{ source: "a.jsonl", text }])).toThrow(words);
  });
});

describe("numbers", () => {
  test("sets made for one utilisation are in one bin, though rounded execution times make them miss it a little", () => {
    const { summary } = reportOf(
      [0.39991, 0.40009, 0.49, 0.49995].map((utilisation, i) => cell({ set: `s${i}`, variant: "edf", utilisation })),
    );
    const bins = summary.measured.filter(({ measure, bin }) => measure === "missRatio" && bin !== undefined);
    expect(bins.map(({ bin, count }) => [bin?.from, count])).toEqual([
      [0.4, 3],
      [0.5, 1],
    ]);
    expect(summary.schedulability[0]?.bins.map(({ sets }) => sets)).toEqual([3, 1]);
  });

  test("what a run says of utilisations to 0.9 has all sets made for 0.9", () => {
    const rows = [0.8999, 0.9001, 0.95].map((utilisation, i) =>
      cell({ set: `s${i}`, variant: "edf", utilisation, jobs: 100, misses: [0, 10, 50][i] as number }),
    );
    expect(summarizeRun(rows)).toMatchObject([{ variant: "edf", missRatio: 0.2, missRatioTo90: 0.05 }]);
  });

  test("bins have mean and deviation over their sets, and the lower end belongs to a bin", () => {
    const { summary } = reportOf([
      cell({ set: "a", variant: "edf", utilisation: 0.3, jobs: 100, misses: 0, taskTime: 1000, schedulerTime: 1010 }),
      cell({ set: "b", variant: "edf", utilisation: 0.39, jobs: 100, misses: 10, taskTime: 1000, schedulerTime: 1030 }),
      cell({ set: "c", variant: "edf", utilisation: 0.4, jobs: 50, misses: 50, taskTime: 1000, schedulerTime: 1100 }),
    ]);
    const bins = summary.measured
      .filter(({ measure, bin }) => measure === "missRatio" && bin !== undefined)
      .map(({ bin, count, mean, deviation }) => [bin?.from, count, mean, deviation]);
    expect(bins).toEqual([
      [0.3, 2, 0.05, expect.closeTo(Math.SQRT1_2 / 10, 12)],
      [0.4, 1, 1, Number.NaN],
    ]);
    const overhead = summary.measured.find(({ measure, bin }) => measure === "overhead" && bin === undefined);
    expect(overhead?.median).toBeCloseTo(0.03, 12);
  });

  test("disturbed cells are left out, counted and named; or kept if asked for", () => {
    const results = [
      cell({ set: "a", variant: "edf", jobs: 10, misses: 0, disturbed: false }),
      cell({ set: "b", variant: "edf", jobs: 10, misses: 10, disturbed: true }),
    ];
    const left = reportOf(results).summary;
    expect(left.series).toMatchObject([{ name: "edf", cells: 1, jobs: 10, misses: 0 }]);
    expect(left.disturbed).toEqual({ included: false, keys: ["b/edf/0"] });
    const kept = reportOf(results, { includeDisturbed: true }).summary;
    expect(kept.series).toMatchObject([{ name: "edf", cells: 2, jobs: 20, misses: 10 }]);
    const none = results.map((result) => ({ ...result, disturbed: true }));
    expect(() => reportOf(none)).toThrow("all 2 cells were disturbed");
  });

  test("weighted schedulability is the share of utilisation of sets without a miss", () => {
    const { summary } = reportOf([
      cell({ set: "a", variant: "fp", utilisation: 0.5, misses: 0 }),
      cell({ set: "b", variant: "fp", utilisation: 1, misses: 3 }),
    ]);
    expect(summary.schedulability).toMatchObject([{ series: "fp", weighted: expect.closeTo(0.5 / 1.5, 12) }]);
  });

  test("the paper's results give the paper's numbers", () => {
    const { summary } = reportOf([cell({ set: "paper-1", variant: "edf" })], { paper: readPaperResults() });
    const median = (name: string) =>
      summary.measured.find(
        ({ series, measure, bin }) => series.startsWith(name) && measure === "overhead" && bin === undefined,
      )?.median;
    expect(median("EDF")).toBeCloseTo(0.0383, 4);
    expect(median("FP")).toBeCloseTo(0.0438, 4);
    const raw = summary.measured.filter(
      ({ series, measure, bin }) => series.startsWith("raw") && measure === "missRatio" && bin !== undefined,
    );
    const means = raw.map(({ mean }) => Number(mean.toFixed(3)));
    expect(means).toEqual([0.007, 0.026, 0.065, 0.102, 0.166, 0.232, 0.328, 0.453, 0.614, 0.821, 0.962]);
  });

  test("predictions are compared with the worst that was measured", () => {
    const measured = cell({ set: "a", variant: "fp" });
    const worst = measured.tasks.map(({ responses }) => Math.max(...responses));
    const line = { set: "a", policy: "fp", sched: true, maxResponse: worst.map((response) => 2 * response) };
    const predictions = readPredictions(`${JSON.stringify(line)}\n`, "p.jsonl");
    const { summary } = reportOf([measured], { predictions });
    expect(summary.predictions).toBeDefined();
    expect(figuresOf(reportOf([measured], { predictions }))).toHaveProperty("predictions");
    expect(JSON.stringify(summary.predictions)).toContain("2");
  });
});

test("numbers as they are written: three digits, powers of ten, a minus, no signed zero", () => {
  expect([12.345, 0.0001234, 1e-6, -2.14e-5, 3e7, -0.5, 0, Number.NaN].map(digits)).toEqual([
    "12.3",
    "0.000123",
    "10⁻⁶",
    "−2.1·10⁻⁵",
    "3.0·10⁷",
    "−0.5",
    "0",
    "–",
  ]);
  expect([0.12345, -0.9876, -0.0001].map(decimals)).toEqual(["0.123", "−0.988", "0.000"]);
});

describe("the page", () => {
  const results = syntheticResults({ sets: 30, rowsOf: (set) => set === 12 });
  const report = reportOf(results, { paper: readPaperResults(), title: "A <title> & more" });
  const withRows = results.find(({ rows }) => rows !== undefined) as CellResult;
  const gantts = new Map([[withRows.key, ganttOf(withRows, 100_000)]]);
  const figures = figuresOf(report);
  const page = reportPage(report.summary, figures, gantts);

  test("tasks are called as analyze and simulate call them", () => {
    expect(gantts.get(withRows.key)).toMatch(/>task 0: [^<]+ every /);
    expect(gantts.get(withRows.key)).not.toMatch(/>T1: /);
  });

  test("needs nothing from elsewhere, and runs nothing", () => {
    const addresses = [...page.matchAll(/(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)/g)].map(
      ([, address = ""]) => address,
    );
    expect(addresses.filter((address) => !address.startsWith("#"))).toEqual([]);
    expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:/);
    expect(page).not.toMatch(/<script|onload=/);
    expect(page).toContain("A &lt;title&gt; &amp; more");
  });

  test("every element that is opened is closed, in order", () => {
    const open: string[] = [];
    const empty = new Set(["meta", "br", "hr", "img", "link"]);
    const body = page.replace(/<!doctype html>/i, "").replaceAll(/<style>[\s\S]*?<\/style>/g, "");
    for (const [, end, name = "", closed] of body.matchAll(/<(\/?)([a-z][\w-]*)(?:\s[^<>]*?)?(\/?)>/gi)) {
      if (end) expect(open.pop()).toBe(name);
      else if (!closed && !empty.has(name.toLowerCase())) open.push(name);
    }
    expect(open).toEqual([]);
  });

  test("can be heard: headings in order, tables with captions, pictures with titles", () => {
    const levels = [...page.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    levels.slice(1).forEach((level, i) => {
      expect(level - (levels[i] as number)).toBeLessThanOrEqual(1);
    });
    expect(page.match(/<table/g)?.length).toBe(page.match(/<caption/g)?.length);
    const pictures = page.match(/<svg [^>]*role="img"/g)?.length ?? 0;
    expect(pictures).toBeGreaterThanOrEqual(6);
    expect(page.match(/role="img"[^>]*>\s*<title>[^<]+<\/title>\s*<desc>[^<]+<\/desc>/g)).toHaveLength(pictures);
  });

  test("has the figures of the paper, the schedule that was asked for, and the same numbers as the files", () => {
    expect(Object.keys(figures)).toEqual(expect.arrayContaining(["figure-5-miss-ratio", "figure-6-overhead"]));
    for (const svg of Object.values(figures)) expect(svg).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(page).toContain(withRows.key);
    const rows = summaryCsv(report.summary).trim().split("\n");
    for (const { name, jobs } of report.summary.series) {
      expect(rows.some((row) => row.includes(name))).toBe(true);
      expect(page).toContain(String(jobs).replaceAll(/\B(?=(\d{3})+$)/g, "\u202f"));
    }
  });
});

describe("chains and suspensions", () => {
  const [made] = syntheticResults({ sets: 1, variants: ["fp"], disturbed: 0, tasks: 2 }) as [CellResult];
  const withModels = (set: string, response: number, max: number): CellResult => ({
    ...cell({ set, variant: "fp" }),
    tasks: made.tasks.map((task, i) => ({ ...task, ...(i === 0 && { S: 1000, suspension: { mean: 1100, max } }) })),
    chains: [
      { name: "a", trigger: "event", response, tasks: [0, 1], D: 5000 },
      { name: "b", trigger: "time", reaction: 7000, age: null, ageUntilReplaced: null, tasks: [1, 0] },
    ],
  });
  const results = [withModels("s", 4000, 1500), withModels("t", 6000, 3000)];

  test("of each chain the longest time counts, and those above D are counted", () => {
    const { chains, suspensions } = reportOf(results).summary;
    expect(
      chains.map(({ time, chains: { count, most }, late, withDeadline }) => [time, count, most, late, withDeadline]),
    ).toEqual([
      ["response", 2, 6000, 1, 2],
      ["reaction", 2, 7000, 0, 0],
    ]);
    expect(suspensions).toMatchObject([{ variant: "fp", longer: { least: 500, most: 2000 }, share: { median: 1.1 } }]);
    expect(reportOf([cell({ set: "s", variant: "fp" })]).summary).toMatchObject({ chains: [], suspensions: [] });
  });

  test("the page has a section of them", () => {
    const page = reportPage(reportOf(results).summary, {});
    expect(page).toContain("Chains and suspension</h2>");
    expect(page).toContain("fp, response (event-triggered)");
    expect(page).toContain("1 of 2");
    expect(reportPage(reportOf([cell({ set: "s", variant: "fp" })]).summary, {})).not.toContain('id="models"');
  });

  test("the schedule of jobs that suspended themselves is not drawn: the result does not say when", () => {
    const gantts = new GanttCells(["s/fp/0"]);
    gantts.look({ ...(results[0] as CellResult), rows: [] }, true);
    expect(() => gantts.chosen).toThrow(/no_schedule: .*suspended themselves/);
    const first = new GanttCells([]);
    first.look({ ...(results[0] as CellResult), rows: [] }, true);
    expect(first.chosen).toEqual([]);
  });
});
