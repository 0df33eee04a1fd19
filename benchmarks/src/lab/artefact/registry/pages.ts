/** Of docs/benchmarks.md and docs/gallery.md: what happens in pages of browsers, and other ways to keep a thread free. */
import { median } from "../../../statistics.ts";
import { type Experiment, item, type Need, type ResultFiles, type Run } from "../experiment.ts";

type BrowserName = "chromium" | "firefox";

interface MacroFile {
  readonly browsers: readonly {
    readonly others: readonly { readonly processors: number }[];
    readonly tables: {
      readonly frames: { readonly rows: readonly (readonly string[])[] };
      readonly misses: { readonly rows: readonly (readonly string[])[] };
    };
  }[];
}

/** "67 of 301" in a column of the table of misses, summed up. */
function missedIn(rows: readonly (readonly string[])[], column: number): number {
  const cells = rows.map((row) => /^(\d+) of (\d+)$/.exec(row[column] ?? "")).filter((found) => found !== null);
  const sum = (group: number) => cells.reduce((total, found) => total + Number(found[group]), 0);
  return (100 * sum(1)) / sum(2);
}

const macroOf = (browser: BrowserName, ours?: string): Experiment => ({
  id: `macro-${browser}`,
  page: "docs/benchmarks.md#frame-rates-under-load",
  needs: [browser],
  quick: { minutes: 1.5, steps: [{ command: `preempt-lab macro --quick --browser ${browser} --out .` }] },
  full: { minutes: 42, steps: [{ command: `preempt-lab macro --browser ${browser} --out .` }] },
  items: [
    item({
      id: `frame-rates-${browser}`,
      title: `Figures 7 and 8: frame rates under load, ${browser === "chromium" ? "Chromium" : "Firefox"}`,
      claim:
        "While computations ask for 95 % of the thread, EDF draws every frame, and first come, first served hardly any.",
      read: (files) => {
        const [{ tables, others }] = (files.json("macro.json") as MacroFile).browsers as [MacroFile["browsers"][0]];
        const rate = (name: string) => Number(tables.frames.rows.find(([first]) => first === name)?.[1]);
        return {
          "no load, frames/s": rate("FCFS, no load"),
          "FCFS, full load, frames/s": rate("FCFS, SchedCAT + AES"),
          "EDF, full load, frames/s": rate("EDF, SchedCAT + AES"),
          "FCFS, full load, missed, %": missedIn(tables.misses.rows, 4),
          "EDF, full load, missed, %": missedIn(tables.misses.rows, 8),
          "processors that others used": others.length === 0 ? 0 : median(others.map(({ processors }) => processors)),
        };
      },
      shape: [
        {
          says: "FCFS draws less than half of the frames",
          holds: (n) => n["FCFS, full load, frames/s"] < n["no load, frames/s"] / 2,
        },
        {
          says: "EDF draws three times as many frames as FCFS, or more",
          holds: (n) => n["EDF, full load, frames/s"] > 3 * n["FCFS, full load, frames/s"],
        },
        {
          says: "EDF draws 99 % of the frames of the idle page (on a quiet machine)",
          holds: (n) => n["EDF, full load, frames/s"] >= 0.99 * n["no load, frames/s"],
          fullOnly: true,
        },
        {
          says: "EDF misses less than 1 % of the deadlines",
          holds: (n) => n["EDF, full load, missed, %"] < 1,
          fullOnly: true,
        },
      ],
      figures: [{ file: `${browser}-rates.svg`, ...(ours !== undefined && { ours }) }],
      isDisturbed: (n) => n["processors that others used"] > 0.3,
      published: { says: "60.0 frames a second under EDF, and no deadline missed of 20,750.", quote: "none of 20,750" },
    }),
  ],
});

export const macroChromium: Experiment = macroOf("chromium", "docs/images/macro.svg");
export const macroFirefox: Experiment = macroOf("firefox");

interface PeerSummary {
  readonly host: string;
  readonly peer: string;
  readonly throughput: number;
  readonly messages: { readonly p99: number; readonly median: number };
}

const peersRun = (minutes: number, words: string): Run => ({
  minutes,
  steps: [{ command: `preempt-lab peers ${words}--json peers.json --svg peers.svg` }],
});

export const peers: Experiment = {
  id: "peers",
  page: "docs/benchmarks.md#preempt-and-its-peers",
  quick: peersRun(0.7, "--quick --host node "),
  full: peersRun(28, ""),
  items: [
    item({
      id: "peers",
      title: "Preempt and its peers, in Node",
      claim: "Input waits least under Preempt of all that work on the main thread and do not idle.",
      read: (files) => {
        const summary: readonly PeerSummary[] = files.json("peers.json").summary;
        const of = (peer: string) => summary.find((one) => one.host === "node" && one.peer === peer);
        return {
          "plain, messages wait, ms": of("plain")?.messages.median ?? Number.NaN,
          "a channel by hand, messages wait, ms": of("quick-hop")?.messages.median ?? Number.NaN,
          "Preempt, messages wait, ms": of("preempt")?.messages.median ?? Number.NaN,
          "Preempt, throughput": of("preempt")?.throughput ?? Number.NaN,
        };
      },
      shape: [
        {
          says: "a message waits ten times less than beside plain code, or better",
          holds: (n) => 10 * n["Preempt, messages wait, ms"] < n["plain, messages wait, ms"],
        },
        {
          says: "it waits less than beside a channel by hand",
          holds: (n) => n["Preempt, messages wait, ms"] < n["a channel by hand, messages wait, ms"],
          fullOnly: true,
        },
        { says: "the throughput is more than half of plain", holds: (n) => n["Preempt, throughput"] > 0.5 },
      ],
      figures: [{ file: "peers.svg", ours: "docs/images/peers.svg" }],
      published: {
        says: "1.1 ms in the median, at 0.82x of the throughput.",
        quote: "| **Preempt** | **0.82x** | 0.96 | 0.91 | 0.88 | 0.60 | 1.22x | 1.1 |",
      },
    }),
  ],
};

interface GalleryRow {
  readonly engine: string;
  readonly entry: string;
  readonly mode: string;
  readonly inp?: number;
  readonly lost: number;
  readonly isSame: boolean;
}

const galleryOf = (files: ResultFiles) => {
  const rows = (files.json("gallery.json").rows as readonly GalleryRow[]).filter(
    ({ entry, engine }) => entry === "search" && engine.startsWith("Chromium"),
  );
  const of = (mode: string) => rows.find((row) => row.mode === mode);
  return {
    "search, plain, INP, ms": of("plain")?.inp ?? Number.NaN,
    "search, preempt, INP, ms": of("preempt")?.inp ?? Number.NaN,
    "search, plain, frames lost, %": 100 * (of("plain")?.lost ?? Number.NaN),
    "search, preempt, frames lost, %": 100 * (of("preempt")?.lost ?? Number.NaN),
    "results that differ": rows.filter(({ isSame }) => !isSame).length,
  };
};

export const gallery: Experiment = {
  id: "gallery",
  page: "docs/gallery.md#results",
  needs: ["chromium"],
  quick: {
    minutes: 1,
    steps: [{ command: "preempt-lab gallery --quick --only search --browser chromium --json gallery.json" }],
  },
  full: { minutes: 12, steps: [{ command: "preempt-lab gallery --rounds 3 --json gallery.json" }] },
  items: [
    item({
      id: "gallery",
      title: "npm libraries in a page, while somebody types",
      claim:
        "A library that freezes the page answers a key within some frames when it is preemptable, with the same results.",
      read: galleryOf,
      shape: [
        { says: "the results are those of plain code", holds: (n) => n["results that differ"] === 0 },
        {
          says: "INP is less than a third of plain",
          holds: (n) => 3 * n["search, preempt, INP, ms"] < n["search, plain, INP, ms"],
        },
        {
          says: "fewer frames are lost than under plain",
          holds: (n) => n["search, preempt, frames lost, %"] < n["search, plain, frames lost, %"],
        },
      ],
      published: { says: "Search in Chromium: INP 40 ms instead of 1336.", quote: "Fuse.js" },
    }),
  ],
};

interface WorkloadsFile {
  readonly summary: readonly { readonly geometricMean: number; readonly maximum: number; readonly browser?: string }[];
}

const browsersRun = (minutes: number, words: string): Run => ({
  minutes,
  steps: [
    { command: `preempt-lab workloads --browser chromium,firefox ${words}--json workloads.json --svg workloads.svg` },
  ],
});

const both: readonly Need[] = ["chromium", "firefox"];

export const workloadsInBrowsers: Experiment = {
  id: "workloads-browsers",
  page: "docs/benchmarks.md#in-browsers",
  needs: both,
  quick: browsersRun(1, "--quick --only fib,sieve,json-parser "),
  full: browsersRun(8, ""),
  items: [
    item({
      id: "cost-in-browsers",
      title: "What preemptability costs, in browsers",
      claim: "Preemptable programs take 1.2 to 1.4 times as long as plain ones in browsers.",
      read: (files) => {
        const { summary } = files.json("workloads.json") as WorkloadsFile;
        const [chromium, firefox] = summary;
        return {
          "Chromium, geometric mean": chromium?.geometricMean ?? Number.NaN,
          "Firefox, geometric mean": firefox?.geometricMean ?? Number.NaN,
        };
      },
      shape: [
        { says: "in Chromium the mean is below 1.6", holds: (n) => n["Chromium, geometric mean"] < 1.6 },
        { says: "in Firefox it is below 2", holds: (n) => n["Firefox, geometric mean"] < 2 },
      ],
      figures: [{ file: "workloads.svg", ours: "docs/images/workloads-browsers.svg" }],
    }),
  ],
};
