/** The tables of the page. */
import { type Measure, measureWords } from "../cell.ts";
import { decimals, digits, percent, pValue, time, whole } from "../charts/show.ts";
import { type Comparison, sizeWord } from "../compare.ts";
import type { Measured } from "../measured.ts";
import type { ChainTimes, Messages, Suspensions } from "../model-times.ts";
import { chainTimeWords } from "../model-times.ts";
import type { PredictionResult } from "../predictions.ts";
import type { Summary } from "../summary.ts";
import { taskClassWords } from "../task-ranks.ts";
import { table } from "./html.ts";

const shares: readonly Measure[] = ["missRatio", "overhead"];

/** Ratios of jobs and times are percentages; responses are multiples of the deadline. */
export const show = (measure: Measure, value: number): string =>
  shares.includes(measure) ? percent(value) : digits(value);

export function overviewTable({ series, measured, schedulability }: Summary): string {
  const overall = (name: string, measure: Measure) =>
    measured.find((row) => row.series === name && row.measure === measure && row.bin === undefined);
  return table({
    caption: "Over all task sets. In brackets: the bootstrap's 95 % interval of the median.",
    head: [
      "variant",
      "sets",
      "cells",
      "jobs",
      "missed",
      "mean miss ratio",
      "median overhead",
      "median response / D",
      "sets without a miss",
      "weighted schedulability",
    ],
    rows: series.map(({ name, sets, cells, jobs, misses }) => {
      const kept = schedulability.find((one) => one.series === name);
      return [
        name,
        whole(sets),
        whole(cells),
        whole(jobs),
        whole(misses),
        percent(overall(name, "missRatio")?.mean ?? Number.NaN),
        median(overall(name, "overhead")),
        median(overall(name, "medianResponse")),
        kept === undefined ? "–" : `${whole(kept.withoutMiss)} of ${whole(kept.sets)}`,
        kept === undefined ? "–" : kept.weighted.toFixed(3),
      ];
    }),
  });
}

function median(row: Measured | undefined): string {
  if (row === undefined) return "–";
  const [from, to] = row.medianInterval;
  return `${show(row.measure, row.median)} [${show(row.measure, from)}, ${show(row.measure, to)}]`;
}

/** One measure: bins down, variants across. */
export function binsTable({ series, measured, binWidth }: Summary, measure: Measure, of: "mean" | "median"): string {
  const rows = measured.filter((row) => row.measure === measure);
  const names = series.map(({ name }) => name).filter((name) => rows.some((row) => row.series === name));
  const starts = [...new Set(rows.flatMap(({ bin }) => (bin === undefined ? [] : [bin.from])))].sort((a, b) => a - b);
  const cell = (name: string, from: number | undefined) => {
    const row = rows.find((one) => one.series === name && one.bin?.from === from);
    if (row === undefined) return "–";
    const value = of === "mean" ? `${show(measure, row.mean)} ± ${show(measure, row.deviation)}` : median(row);
    return `${value} (${whole(row.count)})`;
  };
  const what = of === "mean" ? "mean ± standard deviation" : "median [95 % interval]";
  return table({
    caption: `${capital(measureWords[measure])} by utilisation: ${what}, and in round brackets the number of cells.`,
    head: ["utilisation", ...names],
    rows: [
      ...starts.map((from) => [
        `${digits(from)} – ${digits(Number((from + binWidth).toPrecision(12)))}`,
        ...names.map((name) => cell(name, from)),
      ]),
      ["all", ...names.map((name) => cell(name, undefined))],
    ],
  });
}

export function responsesTable({ responses }: Summary): string {
  return table({
    caption: "Response time as a multiple of the relative deadline, over all jobs.",
    head: ["variant, tasks", "jobs", "median", "95 %", "99 %", "worst", "beyond the deadline", "not ended"],
    rows: responses.map(({ variant, taskClass, jobs, median, p95, p99, worst, late, unfinished }) => [
      `${variant}, ${taskClassWords[taskClass]}`,
      whole(jobs),
      ...[median, p95, p99, worst].map(digits),
      percent(late),
      whole(unfinished),
    ]),
  });
}

export function schedulabilityTable({ schedulability }: Summary): string {
  return table({
    caption: "Task sets without a miss in any of their runs.",
    head: ["variant", "sets", "without a miss", "share", "weighted schedulability"],
    rows: schedulability.map(({ series, sets, withoutMiss, weighted }) => [
      series,
      whole(sets),
      whole(withoutMiss),
      percent(withoutMiss / sets),
      digits(weighted),
    ]),
  });
}

export function ranksTable({ ranks }: Summary): string {
  const variants = [...new Set(ranks.map(({ variant }) => variant))];
  const all = [...new Set(ranks.map(({ rank }) => rank))].sort((a, b) => a - b);
  return table({
    caption: "Miss ratio by rank of the task's period in its set, and in brackets the missed jobs.",
    head: ["rank", ...variants],
    rows: all.map((rank) => [
      String(rank),
      ...variants.map((variant) => {
        const row = ranks.find((one) => one.variant === variant && one.rank === rank);
        return row === undefined ? "–" : `${percent(row.missRatio)} (${whole(row.misses)})`;
      }),
    ]),
  });
}

export function comparisonsTable(comparisons: readonly Comparison[], measure: Measure): string {
  const rows = comparisons.filter((one) => one.measure === measure);
  return table({
    caption: `${capital(measureWords[measure])}: one value for each task set. p-values are corrected by Holm.`,
    head: [
      "a against b",
      "median a",
      "median b",
      "rank-sum p",
      "A (a larger)",
      "Cliff's δ",
      "common sets",
      "median a − b",
      "signed-rank p",
      "rank-biserial r",
    ],
    rows: rows.map(({ a, b, medians, rankSum, paired }) => [
      `${a} against ${b}`,
      show(measure, medians[0]),
      show(measure, medians[1]),
      `${pValue(rankSum.corrected)}${rankSum.exact ? " (exact)" : ""}`,
      decimals(rankSum.larger),
      `${decimals(rankSum.delta)} ${sizeWord(rankSum.delta)}`,
      ...(paired === undefined
        ? ["0", "–", "–", "–"]
        : [
            whole(paired.pairs + paired.equal),
            show(measure, paired.medianDifference),
            `${pValue(paired.corrected)}${paired.exact ? " (exact)" : ""}`,
            decimals(paired.correlation),
          ]),
    ]),
  });
}

export function predictionsTable(predictions: readonly PredictionResult[]): string {
  return table({
    caption: "Bound / measured worst response, over the tasks: 1 is exact, below 1 the bound does not hold.",
    head: [
      "variant",
      "sets",
      "tasks",
      "least",
      "lower quartile",
      "median",
      "upper quartile",
      "most",
      "exceeded",
      "no bound",
    ],
    rows: predictions.map(({ variant, sets, pessimism, exceeded, withoutBound }) => [
      variant,
      whole(sets),
      whole(pessimism.count),
      ...[pessimism.least, pessimism.lower, pessimism.median, pessimism.upper, pessimism.most].map(digits),
      whole(exceeded),
      whole(withoutBound),
    ]),
  });
}

export function verdictsTable(predictions: readonly PredictionResult[]): string {
  return table({
    caption: "Task sets: what was predicted, and whether a deadline was missed.",
    head: [
      "variant",
      "schedulable, none missed",
      "schedulable, yet missed",
      "not schedulable, yet none missed",
      "not schedulable, missed",
    ],
    rows: predictions.map(({ variant, verdicts }) => [
      variant,
      whole(verdicts.predictedAndMet),
      whole(verdicts.predictedYetMissed),
      whole(verdicts.notPredictedYetMet),
      whole(verdicts.notPredictedAndMissed),
    ]),
  });
}

/** Tasks that took longest against their bounds: where to look first. */
export function exceededTable(predictions: readonly PredictionResult[], most = 20): string {
  const all = predictions.flatMap(({ variant, points }) => points.map((point) => ({ variant, ...point })));
  const worst = all
    .filter(({ bound, measured }) => measured > bound)
    .sort((a, b) => b.measured / b.bound - a.measured / a.bound)
    .slice(0, most);
  if (worst.length === 0) return "";
  return table({
    caption: `Bounds that do not hold, the ${worst.length === 1 ? "only one" : `${worst.length} furthest off`}.`,
    head: ["set, task, variant", "bound", "measured", "measured / bound"],
    rows: worst.map(({ set, task, variant, bound, measured }) => [
      `${set}, task ${task}, ${variant}`,
      time(bound),
      time(measured),
      digits(measured / bound),
    ]),
  });
}

export function chainsTable(chains: readonly ChainTimes[]): string {
  return table({
    caption:
      "Chains of tasks: of each chain the longest time, over all chains of a variant. Above D: of those with an end-to-end deadline.",
    head: ["variant, time", "chains", "least", "median", "upper quartile", "longest", "above D"],
    rows: chains.map(({ variant, time: what, trigger, chains: found, late, withDeadline }) => [
      `${variant}, ${chainTimeWords[what]} (${trigger}-triggered)`,
      whole(found.count),
      ...[found.least, found.median, found.upper, found.most].map(time),
      withDeadline === 0 ? "–" : `${whole(late)} of ${whole(withDeadline)}`,
    ]),
  });
}

export function suspensionsTable(suspensions: readonly Suspensions[]): string {
  return table({
    caption:
      "Jobs that suspend themselves, by task: the mean suspension over S, and by how much the longest one was above S. Timers are late.",
    head: ["variant", "tasks", "mean / S: median", "above S: median", "upper quartile", "longest"],
    rows: suspensions.map(({ variant, share, longer }) => [
      variant,
      whole(longer.count),
      digits(share.median),
      ...[longer.median, longer.upper, longer.most].map(time),
    ]),
  });
}

export function messagesTable(messages: readonly Messages[]): string {
  return table({
    caption:
      "Messages between threads: from the end of a job to the release of the next one. Median and 99 %: the medians of those of the cells.",
    head: ["variant, way", "messages", "least", "median", "99 %", "longest"],
    rows: messages.map(({ variant, hops, count, ...times }) => [
      `${variant}, ${hops === 1 ? "main thread and another one" : "through the main thread"}`,
      whole(count),
      ...[times.least, times.median, times.p99, times.most].map(time),
    ]),
  });
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
