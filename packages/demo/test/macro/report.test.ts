import { expect, test } from "vitest";
import { reportOf } from "../../src/macro/report.ts";
import { beat, goodRuns, result, run } from "./example.ts";

const { figures, tables, remarks } = reportOf(result(), 'A <browser> & "more"');

test.for(Object.entries(figures))(
  "the figure of %s stands by itself: no references, no gaps, text escaped",
  ([, svg]) => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|href|<script/);
    expect(svg).toContain("A &lt;browser&gt; &amp; &quot;more&quot;; 10 s each, once");
    expect(svg.match(/<title>/g)?.length).toBeGreaterThan(0);
  },
);

test("Figure 8 has a bar for each part, and the paper's figure of each browser beside it", () => {
  expect(figures.rates.match(/<rect class="(?:fcfs|edf)" x="[^"]+" y="[^"]+" width="56"/g)).toHaveLength(8);
  for (const rate of ["48.3", "55.9", "26.8", "24.5", "23.3", "22.2"]) expect(figures.rates).toContain(`: ${rate}<`);
  expect(figures.rates).toContain("EDF, SchedCAT + AES: 60.0 frames/s (60.0 to 60.0)");
});

test("a figure of some parts only is drawn as well", () => {
  const partial = reportOf(result([run("edf", "both")]), "a browser").figures;
  expect(partial.rates).not.toMatch(/NaN|undefined/);
  expect(partial.intervals).not.toMatch(/NaN|undefined/);
});

test("a number that its bar is too short for stands above it, in the colour of letters", () => {
  const slow = reportOf(result([run("fcfs", "both", { intervals: [5000, 5000] })]), "a browser").figures.rates;
  const [, y = "", style] = /<text class="value middle" x="[^"]+" y="([^"]+)"( style="[^"]+")?>0.2</.exec(slow) ?? [];
  expect(Number(y)).toBeLessThan(316);
  expect(style).toBeUndefined();
  expect(figures.rates).toMatch(/style="fill: var\(--ground\)">60.0</);
});

test("frames of one instant, and of one a little before the other, are drawn as the shortest", () => {
  const { intervals } = reportOf(result([run("edf", "both", { intervals: [beat, 0, -0.004] })]), "a browser").figures;
  expect(intervals).not.toMatch(/NaN|Infinity/);
});

test("the frame distribution has a row for each part", () => {
  for (const name of ["FCFS, no load", "EDF, SchedCAT + AES"]) expect(figures.intervals).toContain(`>${name}<`);
});

test("tables have a cell below each heading", () => {
  for (const { head, rows } of Object.values(tables)) {
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toHaveLength(head.length);
  }
});

test("wrong results are said first, and loudly", () => {
  expect(remarks[0]).toBe("All results of the jobs were right.");
  const runs = [...goodRuns, run("edf", "aes", { wrong: 2 })];
  expect(reportOf(result(runs), "a browser").remarks[0]).toBe("2 results of the jobs were WRONG.");
});

test("short parts do not judge the throughput, and say so; those of 10 s do", () => {
  const short = result();
  const remarksOf = (seconds: number) =>
    reportOf({ ...short, options: { ...short.options, seconds } }, "a browser").remarks.join(" ");
  expect(remarksOf(1)).toContain("Parts of 1 s are too short to judge the background throughput");
  expect(remarksOf(10)).not.toContain("too short");
});

test("a run that was stopped, and a page out of sight, are remarked on", () => {
  const { remarks } = reportOf({ ...result([run("edf", "aes", { hidden: true })]), complete: false }, "a browser");
  expect(remarks.join(" ")).toMatch(/stopped before all subtests/);
  expect(remarks.join(" ")).toMatch(/out of sight in 1 subtests/);
});
