/** The sections of the page, each of a figure, what it says, and its numbers. */

import { noteDetails } from "../../figure-notes/note.ts";
import { reportNotes, scheduleNote } from "../../figure-notes/notes.ts";
import { measures } from "../cell.ts";
import { percent } from "../charts/show.ts";
import type { FigureName } from "../figures.ts";
import type { Summary } from "../summary.ts";
import { details, figure, list, paragraph, section } from "./html.ts";
import {
  binsTable,
  capital,
  chainsTable,
  comparisonsTable,
  exceededTable,
  messagesTable,
  overviewTable,
  predictionsTable,
  ranksTable,
  responsesTable,
  schedulabilityTable,
  suspensionsTable,
  verdictsTable,
} from "./tables.ts";

export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly html: string;
}

type Figures = Partial<Record<FigureName, string>>;

/** In the order of the page; those without data are left out. */
export function sectionsOf(summary: Summary, figures: Figures, gantts: ReadonlyMap<string, string>): Section[] {
  return [
    make("overview", "Overview", [overviewTable(summary)]),
    ...missRatio(summary, figures["figure-5-miss-ratio"]),
    ...overhead(summary, figures["figure-6-overhead"]),
    ...responses(summary, figures["response-times"]),
    ...schedulability(summary, figures.schedulability),
    ...ranks(summary, figures["task-ranks"]),
    ...models(summary),
    ...comparisons(summary),
    ...predictions(summary, figures.predictions),
    ...schedules(gantts),
    ...disturbed(summary),
    make("method", "How it was computed", [list(method(summary))]),
  ];
}

function make(id: string, heading: string, parts: readonly string[]): Section {
  return { id, heading, html: section(id, heading, parts) };
}

const publishedWords = (summary: Summary) =>
  summary.series.some(({ published }) => published)
    ? " Hollow marks and dashed lines are what the paper published."
    : "";

function missRatio(summary: Summary, svg: string | undefined): Section[] {
  if (svg === undefined) return [];
  const caption = `The share of jobs that ended after their deadlines, or not at all: Figure 5 of the paper.${publishedWords(summary)}`;
  return [
    make("miss-ratio", "Deadlines missed", [
      figure(svg, "Deadlines missed by utilisation", caption, noteDetails(reportNotes["figure-5-miss-ratio"])),
      details("Miss ratio by bin", [binsTable(summary, "missRatio", "mean")]),
    ]),
  ];
}

function overhead(summary: Summary, svg: string | undefined): Section[] {
  if (svg === undefined) return [];
  const medians = summary.measured
    .filter(({ measure, bin }) => measure === "overhead" && bin === undefined)
    .map(({ series, median }) => `${series} ${percent(median)}`);
  const caption = `(time of the scheduler with the jobs − time of the jobs) / time of the jobs: Figure 6 of the paper.${publishedWords(summary)}`;
  return [
    make("overhead", "Overhead", [
      paragraph(`Medians over all task sets: ${medians.join(", ")}.`),
      figure(svg, "Overhead by utilisation", caption, noteDetails(reportNotes["figure-6-overhead"])),
      details("Overhead by bin", [binsTable(summary, "overhead", "mean"), binsTable(summary, "overhead", "median")]),
    ]),
  ];
}

function responses(summary: Summary, svg: string | undefined): Section[] {
  if (svg === undefined) return [];
  const caption =
    "Response time, from the planned release to the end, as a multiple of the relative deadline. What stands right of the dashed line was late. Task sets with many jobs count more.";
  return [
    make("responses", "Response times", [
      figure(svg, "Response times against deadlines", caption, noteDetails(reportNotes["response-times"])),
      details("Response times in numbers", [responsesTable(summary)]),
    ]),
  ];
}

function schedulability(summary: Summary, svg: string | undefined): Section[] {
  if (svg === undefined) return [];
  const caption = `A task set counts if none of its jobs missed in any of its runs.${publishedWords(summary)}`;
  return [
    make("schedulability", "Schedulability", [
      figure(svg, "Task sets without a miss by utilisation", caption, noteDetails(reportNotes.schedulability)),
      schedulabilityTable(summary),
    ]),
  ];
}

function ranks(summary: Summary, svg: string | undefined): Section[] {
  if (svg === undefined) return [];
  const caption = "Who pays when there is too much work: under fixed priorities the tasks with the longest periods.";
  return [
    make("ranks", "Misses by task", [
      figure(svg, "Deadlines missed by rank of the task", caption, noteDetails(reportNotes["task-ranks"])),
      details("Misses by task in numbers", [ranksTable(summary)]),
    ]),
  ];
}

function models({ chains, suspensions, messages }: Summary): Section[] {
  const words = [
    chains.length > 0 && "chains",
    suspensions.length > 0 && "suspension",
    messages.length > 0 && "messages",
  ];
  const heading = words.filter((word) => word !== false).join(" and ");
  if (heading === "") return [];
  return [
    make("models", capital(heading), [
      ...(chains.length > 0 ? [chainsTable(chains)] : []),
      ...(suspensions.length > 0 ? [suspensionsTable(suspensions)] : []),
      ...(messages.length > 0 ? [messagesTable(messages)] : []),
    ]),
  ];
}

function comparisons({ comparisons: all }: Summary): Section[] {
  if (all.length === 0) return [];
  const found = measures.filter((measure) => all.some((one) => one.measure === measure));
  return [
    make("comparisons", "Comparisons", [
      paragraph(
        "Rank-sum tests ask whether values of a tend to be larger than those of b, signed-rank tests whether they are for the same task set. With many sets every difference is significant: look at the effect sizes. A is the chance that a value of a is larger than one of b; δ and r go from −1, a smaller, to 1.",
      ),
      ...found.map((measure) => comparisonsTable(all, measure)),
    ]),
  ];
}

function predictions({ predictions: all }: Summary, svg: string | undefined): Section[] {
  if (all === undefined) return [];
  const caption =
    "A point a task: its bound over the worst response that was measured. Points at one place are drawn once.";
  return [
    make("predictions", "Predictions", [
      ...(svg === undefined
        ? []
        : [figure(svg, "Predicted and measured worst response times", caption, noteDetails(reportNotes.predictions))]),
      predictionsTable(all),
      verdictsTable(all),
      exceededTable(all),
    ]),
  ];
}

function schedules(gantts: ReadonlyMap<string, string>): Section[] {
  if (gantts.size === 0) return [];
  const caption =
    "Drawn from starts and ends: a job runs until it ends or another one starts, and goes on when that one has ended.";
  return [
    make(
      "schedules",
      "Schedules",
      [...gantts].map(([key, svg]) => figure(svg, `Schedule of ${key}`, caption, noteDetails(scheduleNote))),
    ),
  ];
}

function disturbed({ disturbed: { included, keys } }: Summary): Section[] {
  if (keys.length === 0) return [];
  const words = `In ${keys.length === 1 ? "1 cell" : `${keys.length} cells`} other programs took the processor, so that misses tell nothing of the scheduler. ${included ? "They are in the figures, as was asked for." : "They are in no figure and no number here."}`;
  return [make("disturbed", "Disturbed runs", [paragraph(words), details("Their keys", [list(keys)])])];
}

function method({ binWidth }: Summary): string[] {
  return [
    "A cell is one task set in one variant, run once. Bins and totals are over cells; tests take one value for each task set, the mean over its repetitions.",
    `Bins of utilisation are ${binWidth} wide; a lower end belongs to its bin.`,
    "Miss ratio: jobs that ended after their deadlines, or not at all, over all jobs of the cell.",
    "Overhead: (scheduler's time − task time) / task time. First come, first served and the event loop have no scheduler, hence no overhead.",
    "Standard deviations are those of samples (n − 1); quartiles interpolate (type 7).",
    "Rank-sum (Mann-Whitney) tests count all ways to share out the ranks if both samples have at most 25 values, signed-rank tests all signs of at most 50 pairs, ties included; beyond, the normal approximation with corrections for ties and continuity. Pairs without a difference are left out. All p-values are two-sided.",
    "Holm's correction is over all rank-sum tests of the report, and over all signed-rank tests.",
    "Intervals of medians: percentiles of 1000 bootstrap samples; of more than 10,000 values the values of rank n/2 ± z √n / 2.",
    "Densities: Gaussian kernels over the logarithm to base 10, bandwidth by the normal reference rule. Response times are counted in 2000 bins a decade: their quantiles are good to 0.06 %.",
    "Comparisons with the paper are over the task sets that both ran. Its machine and engine were others: an Intel Core i5-6400, Node 8.10.",
  ];
}
