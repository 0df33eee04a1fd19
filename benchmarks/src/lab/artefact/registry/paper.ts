/** The paper's own figures and tables: RT.js, RTSS 2019. */
import { reportNotes } from "../../figure-notes/notes.ts";
import type { Summary } from "../../report/summary.ts";
import { type Experiment, item, type ResultFiles } from "../experiment.ts";

interface MicroRow {
  readonly subject: number;
  readonly way: string;
  readonly nanoseconds: number;
}

const microOf = (files: ResultFiles, part: string) => {
  const rows: readonly MicroRow[] = files.json("micro.json")[part];
  return (way: string, subject: number) =>
    rows.find((row) => row.way === way && row.subject === subject)?.nanoseconds ?? Number.NaN;
};

const summaryOf = (files: ResultFiles) => files.json("summary.json") as Summary;

/** Percent of all jobs that missed, from the bins up to a utilisation. */
function missedUpTo({ measured }: Summary, series: string, most: number): number {
  const bins = measured.filter(
    (row) => row.series === series && row.measure === "missRatio" && row.bin !== undefined && row.bin.to <= most + 1e-9,
  );
  const jobs = bins.reduce((sum, row) => sum + row.jobs, 0);
  return (100 * bins.reduce((sum, { mean, jobs }) => sum + mean * jobs, 0)) / jobs;
}

/** Percent of the runs in which other programs took the processor. */
function disturbedIn({ disturbed, series }: Summary): number {
  const cells = series.filter(({ published }) => !published).reduce((sum, one) => sum + one.cells, 0);
  const { included, keys } = disturbed;
  return (100 * keys.length) / (included ? cells : cells + keys.length);
}

const disturbedLabel = "runs that others disturbed, %";
const isDisturbed = (numbers: Readonly<Record<typeof disturbedLabel, number>>) => numbers[disturbedLabel] > 50;

const overall = ({ measured }: Summary, series: string, measure: string) =>
  measured.find((row) => row.series === series && row.measure === measure && row.bin === undefined);

export const paper: Experiment = {
  id: "paper",
  page: "docs/lab.md#the-paper-again",
  inputs: ["benchmarks/data/paper/task-sets.json", "benchmarks/data/paper/results.csv"],
  quick: { minutes: 3, steps: [{ command: "preempt-lab paper --quick --out ." }] },
  full: { minutes: 50, steps: [{ command: "preempt-lab paper --sample 200 --horizon 3s --redo 0 --out ." }] },
  items: [
    item({
      id: "table-2",
      title: "Table II: a preemption by call depth",
      claim: "A preemption costs the same at any depth of calls. The paper's costs grow with the depth.",
      read: (files) => {
        const of = microOf(files, "preemption");
        return {
          "plain bodies, depth 1, ns": of("plain bodies", 1),
          "plain bodies, depth 1000, ns": of("plain bodies", 1000),
          "yield* (paper), depth 1, ns": of("yield* (paper)", 1),
          "yield* (paper), depth 1000, ns": of("yield* (paper)", 1000),
        };
      },
      shape: [
        {
          says: "at depth 1000 a preemption takes less than twice as long as at depth 1",
          holds: (n) => n["plain bodies, depth 1000, ns"] < 2 * n["plain bodies, depth 1, ns"],
        },
        {
          says: "with the paper's strategy it takes 100 times as long or more",
          holds: (n) => n["yield* (paper), depth 1000, ns"] > 100 * n["yield* (paper), depth 1, ns"],
        },
      ],
      figures: [{ file: "micro.svg", ours: "docs/images/micro.svg" }],
    }),
    item({
      id: "figure-4",
      title: "Figure 4: a round of a loop by budget",
      claim: "The larger the budget, the less a round costs.",
      read: (files) => {
        const of = microOf(files, "budgets");
        return {
          "plain bodies, budget 0, ns": of("plain bodies", 0),
          "plain bodies, budget 10, ns": of("plain bodies", 10),
          "plain bodies, budget 1000, ns": of("plain bodies", 1000),
          "yield* (paper), budget 1000, ns": of("yield* (paper)", 1000),
        };
      },
      shape: [
        {
          says: "budget 1000 < budget 10 < budget 0",
          holds: (n) =>
            n["plain bodies, budget 1000, ns"] < n["plain bodies, budget 10, ns"] &&
            n["plain bodies, budget 10, ns"] < n["plain bodies, budget 0, ns"],
        },
        {
          says: "at budget 1000 a plain body is faster than the paper's strategy",
          holds: (n) => n["plain bodies, budget 1000, ns"] < n["yield* (paper), budget 1000, ns"],
        },
      ],
    }),
    item({
      id: "figure-5",
      title: "Figure 5: deadlines missed by utilisation",
      claim:
        "Under EDF and fixed priorities no deadline is missed at U <= 0.9. First come, first served misses a third.",
      read: (files) => {
        const summary = summaryOf(files);
        return {
          "EDF, missed at U <= 0.9, %": missedUpTo(summary, "edf", 0.9),
          "FP, missed at U <= 0.9, %": missedUpTo(summary, "fp", 0.9),
          "FCFS, missed, %": 100 * (overall(summary, "fcfs", "missRatio")?.mean ?? Number.NaN),
          [disturbedLabel]: disturbedIn(summary),
        };
      },
      shape: [
        { says: "EDF misses none at U <= 0.9 (at most 0.1 %)", holds: (n) => n["EDF, missed at U <= 0.9, %"] <= 0.1 },
        {
          says: "fixed priorities miss none at U <= 0.9 (at most 0.1 %)",
          holds: (n) => n["FP, missed at U <= 0.9, %"] <= 0.1,
        },
        { says: "FCFS misses more than 10 %", holds: (n) => n["FCFS, missed, %"] > 10 },
      ],
      isDisturbed,
      figures: [
        {
          file: "figure-5-miss-ratio.svg",
          ours: "docs/images/lab-figure-5.svg",
          note: reportNotes["figure-5-miss-ratio"],
        },
      ],
      published: {
        says: "200 sets for 3 s: EDF and fixed priorities missed none at U <= 0.9; FCFS missed 37.2 % of all jobs.",
        quote: "| EDF | 171 | 96,387 | 0.29 % | **0.000 %** |",
      },
    }),
    item({
      id: "figure-6",
      title: "Figure 6: overhead by utilisation",
      claim: "Scheduling costs 1 to 2 % of the jobs' execution. The paper's median was 4 %.",
      read: (files) => {
        const summary = summaryOf(files);
        const median = (series: string) => 100 * (overall(summary, series, "overhead")?.median ?? Number.NaN);
        return {
          "EDF, median overhead, %": median("edf"),
          "FP, median overhead, %": median("fp"),
          [disturbedLabel]: disturbedIn(summary),
        };
      },
      shape: [
        {
          says: "the median overhead under EDF is below the paper's 3.8 %",
          holds: (n) => n["EDF, median overhead, %"] < 3.8,
        },
        {
          says: "under fixed priorities it is below the paper's 4.4 %",
          holds: (n) => n["FP, median overhead, %"] < 4.4,
        },
      ],
      isDisturbed,
      figures: [
        { file: "figure-6-overhead.svg", ours: "docs/images/lab-figure-6.svg", note: reportNotes["figure-6-overhead"] },
      ],
      published: { says: "Median overhead 1.28 % under both.", quote: "| **0.000 %** | **1.28 %** | 0.044 %" },
    }),
    item({
      id: "response-times",
      title: "Response times against deadlines",
      claim: "Under EDF and fixed priorities most responses are far below their deadlines.",
      read: (files) => {
        const summary = summaryOf(files);
        const median = (series: string) => overall(summary, series, "medianResponse")?.median ?? Number.NaN;
        return {
          "EDF, median response / D": median("edf"),
          "FP, median response / D": median("fp"),
          "FCFS, median response / D": median("fcfs"),
          [disturbedLabel]: disturbedIn(summary),
        };
      },
      shape: [
        {
          says: "the median under EDF is below half of the deadline",
          holds: (n) => n["EDF, median response / D"] < 0.5,
        },
        {
          says: "it is below that of first come, first served",
          holds: (n) => n["EDF, median response / D"] < n["FCFS, median response / D"],
        },
      ],
      isDisturbed,
      figures: [
        { file: "response-times.svg", ours: "docs/images/lab-response-times.svg", note: reportNotes["response-times"] },
      ],
    }),
  ],
};
