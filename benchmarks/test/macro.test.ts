import { expect, test } from "vitest";
import type { Terminal } from "../src/lab/command.ts";
import { macro } from "../src/macro/command.ts";
import { disturbanceOf, measure } from "../src/macro/measure.ts";
import { busyTicks, othersBetween, processOf, ticksOfTree } from "../src/macro/others.ts";
import type { PageDriver, PageReport, PageState } from "../src/macro/page.ts";
import { macroPage } from "../src/macro/report-page.ts";

function terminalFor(signal = new AbortController().signal) {
  const told: string[] = [];
  const terminal: Terminal = {
    out: async () => {},
    err: (text) => void told.push(text),
    isWatched: false,
    signal,
    read: async () => ({ text: "", source: "" }),
    lines: async () => ({ batches: [], source: "" }),
  };
  return { terminal, told };
}

const table = { caption: "Frames", head: ["", "frames/s"], rows: [["EDF, no load", "60.0"]] };
const report: PageReport = {
  figures: { rates: '<svg class="macro-rates"></svg>', intervals: '<svg class="macro-intervals"></svg>' },
  tables: { frames: table, work: table, misses: table },
  goals: [{ name: "No frame over 25 ms", passed: false, found: "1 of 600" }],
  remarks: ["All results of the jobs were right."],
};

/** A page that is in these states one after the other. */
function pageOf(states: readonly Partial<PageState>[], asked: string[] = []): PageDriver {
  let at = 0;
  const state = { phase: "running", done: 0, total: 8, now: "", left: 1000, untilNext: 0 } as const;
  return {
    engine: "Chromium 1",
    start: async ({ seconds, upTo }, before) =>
      void asked.push(`start ${seconds}, up to ${upTo}${before ? ` from ${JSON.stringify(before)}` : ""}`),
    state: async () => ({ ...state, ...states[Math.min(at++, states.length - 1)] }),
    stop: async () => void asked.push("stop"),
    result: async () => ({ runs: [{ wrong: 0 }] }),
    report: async () => report,
    close: async () => void asked.push("close"),
  };
}

test.for([
  [{ browser: ["chrome"] }, [], '--browser is "chrome". Give one of chromium, firefox, webkit.'],
  [{ browser: ["chromium,opera"] }, [], '--browser is "opera"'],
  [{ seconds: "0.5" }, [], '--seconds is "0.5". Give a number from 1 to 600.'],
  [{ seconds: "an hour" }, [], '--seconds is "an hour"'],
  [{ repetitions: "2.5" }, [], '--repetitions is "2.5". Give an integer from 1 to 50.'],
  [{}, ["file.json"], "macro takes no files, and file.json was given."],
] as const)("%j %j is refused at the door", async ([words, names, why]) => {
  await expect(macro.run(words, names, terminalFor().terminal)).rejects.toThrow(why);
});

test("a run is started once, told part by part, and taken when it is done", async () => {
  const asked: string[] = [];
  const { terminal, told } = terminalFor();
  const states = [{ now: "FCFS, no load" }, { now: "EDF, no load", done: 1 }, { phase: "done" as const }];
  const measured = await measure(async () => pageOf(states, asked), { seconds: 10, repetitions: 1 }, terminal);
  expect(asked).toEqual(["start 10, up to 1", "close"]);
  expect(told).toEqual([
    "Chromium 1: 1 of 8: FCFS, no load; 1 s left\n",
    "Chromium 1: 2 of 8: EDF, no load; 1 s left\n",
  ]);
  expect(measured?.report).toBe(report);
});

test("each repetition has a page of its own, which goes on from what the last one measured", async () => {
  const asked: string[] = [];
  const open = async () => pageOf([{ now: "EDF, AES" }, { phase: "done" }], asked);
  const measured = await measure(open, { seconds: 10, repetitions: 2 }, terminalFor().terminal);
  const first = ["start 10, up to 1", "close"];
  expect(asked).toEqual([...first, 'start 10, up to 2 from {"runs":[{"wrong":0}]}', "close"]);
  expect(measured?.others.length).toBe(process.platform === "linux" ? 2 : 0);
});

test("a signal ends the wait at once; what was measured is taken", async () => {
  const interruption = new AbortController();
  const asked: string[] = [];
  setTimeout(() => interruption.abort(), 20);
  const { terminal } = terminalFor(interruption.signal);
  const page = pageOf([{ untilNext: 60_000 }], asked);
  const measured = await measure(async () => page, { seconds: 60, repetitions: 5 }, terminal);
  expect(asked).toEqual(["start 60, up to 1", "stop", "close"]);
  expect(measured?.result).toBeDefined();
});

test("a page that fails says why", async () => {
  const page = pageOf([{ phase: "failed", error: "out of memory" }]);
  await expect(measure(async () => page, { seconds: 1, repetitions: 1 }, terminalFor().terminal)).rejects.toThrow(
    "page_failed: Chromium 1: out of memory",
  );
});

test("the report has both figures, the goals and the tables, and needs nothing else", () => {
  const others = [{ part: "EDF, AES", processors: 0.5 }];
  const conditions = { machine: "a machine", when: "2026", seconds: 10, repetitions: 2 };
  const html = macroPage([{ engine: "Chromium <1>", result: {}, report, others }], conditions);
  for (const part of ["macro-rates", "macro-intervals", "falls short: No frame over 25 ms", "60.0", "a machine"])
    expect(html).toContain(part);
  expect(html).toContain("Chromium &lt;1&gt;");
  expect(html).toContain("DISTURBED: other programs took 0.50 processors");
  expect(html).not.toMatch(/<script|<link|src=/);
});

test("others are whoever is busy outside of the tree of processes", () => {
  expect(busyTicks("cpu  100 20 30 5000 40 5 6 7 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n")).toBe(168);
  expect(processOf("42 (a (strange) name) S 7 1 1 0 -1 4194304 1 1 1 1 30 12 3 4 20 0")).toEqual({
    pid: 42,
    parent: 7,
    ticks: 42,
  });
  // Children may stand before their parents.
  const processes = [
    { pid: 3, parent: 2, ticks: 4 },
    { pid: 2, parent: 1, ticks: 2 },
    { pid: 1, parent: 0, ticks: 1 },
    { pid: 9, parent: 0, ticks: 100 },
  ];
  expect(ticksOfTree(processes, 1)).toBe(7);
  expect(othersBetween({ all: 0, own: 0, at: 0 }, { all: 300, own: 200, at: 2000 })).toBe(0.5);
});

test("a quiet machine is said to be quiet, and one that was not to disturb", () => {
  expect(disturbanceOf([])).toBeUndefined();
  expect(disturbanceOf([{ part: "EDF, AES", processors: 0.02 }])).toMatch(/^Nothing else ran/);
  expect(disturbanceOf([{ part: "EDF, AES", processors: 1.5 }])).toMatch(/^DISTURBED: .*"EDF, AES": 1.50/);
});
