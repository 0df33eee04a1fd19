/** What the report says of the chat. */
import { digits, pValue } from "../../lab/report/charts/show.ts";
import { median } from "../../statistics.ts";
import type { ReportSection, ReportTable } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { type Comparison, compareWith, type Measure, measures } from "./compare.ts";
import { densityFigure } from "./density-figure.ts";
import type { Turn } from "./measure.ts";
import { baseline, kindNames, study } from "./variants.ts";

export interface Sweep {
  readonly sizes: readonly number[];
  readonly intervals: readonly number[];
  readonly turns: readonly Turn[];
}

export const sweptName = (size: number, interval: number): string => `${size} in ${interval} ms`;

const percentChange = (change: number) => `${change > 0 ? "+" : ""}${digits(change)} %`;
const signed = ({ change, interval }: Comparison) =>
  `${percentChange(change)} (${digits(interval[0])} to ${digits(interval[1])})`;

const of = (turns: readonly Turn[], name: string) => turns.filter(({ variant }) => variant === name);
const namesOf = (turns: readonly Turn[]) => [...new Set(turns.map(({ variant }) => variant))];
const middle = (turns: readonly Turn[], value: (turn: Turn) => number) => digits(median(turns.map(value)));

const usual: readonly Measure[] = ["cpuPerDelivery", "switches", "p50", "p99", "alert"];
const heavy: readonly Measure[] = ["throughput", "cpuPerDelivery", "switches", "p99", "alert"];

/** The study's claims beside what was measured at the load that is too much for the plain emitter. */
export function studySection(turns: readonly Turn[]): ReportSection {
  const found = compareWith(baseline, turns, ["throughput", "cpuPerDelivery", "switches"]);
  const row = (claim: string, percent: number, measure: Measure) => [
    claim,
    percentChange(percent),
    ...namesOf(turns)
      .filter((name) => name !== baseline)
      .map((name) => signed(found.find((one) => one.variant === name && one.measure === measure) as Comparison)),
  ];
  return {
    heading: "The study's claims",
    paragraphs: [
      "The study reports three numbers for its batches. Here is what was measured at the heavy load, which is more than the plain emitter can deliver. Each number compares with the plain emitter: Hodges and Lehmann's estimate over the blocks, with a 95 % interval.",
    ],
    tables: [
      {
        caption: "The study's numbers beside ours",
        head: ["", "the study", ...namesOf(turns).filter((name) => name !== baseline)],
        rows: [
          row("requests (here: messages delivered a second)", study.requests, "throughput"),
          row("CPU (here: for a delivered message)", study.cpu, "cpuPerDelivery"),
          row("context switches (here: for a delivered message)", study.switches, "switches"),
        ],
      },
    ],
  };
}

export function loadSection(heading: string, name: string, turns: readonly Turn[], say: string): ReportSection {
  const names = namesOf(turns);
  const isHeavy = name === "heavy";
  return {
    heading,
    paragraphs: [say],
    tables: [
      numbersTable(turns),
      latencyTable(turns),
      comparisonTable(compareWith(baseline, turns, isHeavy ? heavy : usual)),
    ],
    figures: [
      densityFigure({
        name: `batching-cpu-${name}`,
        title: `Processor time of the server for a delivered message, ${name} load`,
        caption: "Kernel density estimates over the blocks; the strokes are the blocks.",
        across: "µs for a message delivered to one connection",
        samples: names.map((variant) => ({
          name: variant,
          values: of(turns, variant).map((turn) => turn.cpuPerDelivery),
        })),
      }),
      lineFigure({
        name: `batching-latency-${name}`,
        title: `p99 latency by kind of message, ${name} load`,
        note: "Medians over the blocks, in milliseconds, from the instant at which a message was to be sent.",
        caption: "p99 latency of alerts, chat messages and typing notices.",
        titles: { up: "ms", across: "way to deliver" },
        columns: names,
        scale: "log",
        lines: kindNames.map((kind) => ({
          name: kind,
          values: names.map((variant) => median(of(turns, variant).map((turn) => turn.kinds[kind].p99))),
        })),
      }),
    ],
  };
}

function numbersTable(turns: readonly Turn[]): ReportTable {
  return {
    caption: "Medians over the blocks",
    head: [
      "",
      "blocks",
      "delivered a second",
      "CPU, µs for each",
      "part of a core",
      "messages in a frame",
      "switches for 1,000: voluntary",
      "involuntary",
      "heap, MB",
      "held at first",
      "lost",
      "processors that others used",
    ],
    rows: namesOf(turns).map((name) => {
      const own = of(turns, name);
      return [
        name,
        String(own.length),
        middle(own, ({ throughput }) => throughput),
        middle(own, ({ cpuPerDelivery }) => cpuPerDelivery),
        middle(own, ({ cpuShare }) => cpuShare),
        middle(own, ({ perFrame }) => perFrame),
        middle(own, ({ voluntary }) => voluntary),
        middle(own, ({ involuntary }) => involuntary),
        middle(own, ({ heap }) => heap),
        middle(own, ({ held }) => held),
        middle(own, ({ lost }) => lost),
        middle(own, ({ others }) => others ?? Number.NaN),
      ];
    }),
  };
}

function latencyTable(turns: readonly Turn[]): ReportTable {
  return {
    caption: "Latency in milliseconds: medians over the blocks of p50 and p99",
    head: ["", "all, p50", "all, p99", ...kindNames.flatMap((kind) => [`${kind}, p50`, `${kind}, p99`])],
    rows: namesOf(turns).map((name) => {
      const own = of(turns, name);
      return [
        name,
        middle(own, ({ p50 }) => p50),
        middle(own, ({ p99 }) => p99),
        ...kindNames.flatMap((kind) => [
          middle(own, ({ kinds }) => kinds[kind].p50),
          middle(own, ({ kinds }) => kinds[kind].p99),
        ]),
      ];
    }),
  };
}

function comparisonTable(comparisons: readonly Comparison[]): ReportTable {
  return {
    caption: "Against the plain emitter. p-values are corrected by Holm over the table",
    head: ["", "change (95 % interval)", "signed-rank p", "rank-sum p", "Cliff's δ"],
    rows: comparisons.map((one) => [
      `${measures[one.measure]}: ${one.variant}`,
      signed(one),
      pValue(one.signedRank),
      pValue(one.rankSum),
      `${digits(one.delta)} ${one.size}`,
    ]),
  };
}

export function sweepSection({ sizes, intervals, turns }: Sweep): ReportSection {
  const value = (size: number, interval: number, pick: (turn: Turn) => number) =>
    median(of(turns, sweptName(size, interval)).map(pick));
  const table = (caption: string, pick: (turn: Turn) => number): ReportTable => ({
    caption,
    head: ["most messages in a batch", ...intervals.map((interval) => `${interval} ms`)],
    rows: sizes.map((size) => [String(size), ...intervals.map((interval) => digits(value(size, interval, pick)))]),
  });
  const figure = (name: string, title: string, up: string, pick: (turn: Turn) => number) =>
    lineFigure({
      name: `batching-sweep-${name}`,
      title,
      note: "A line for each size of batches; medians over the blocks.",
      caption: `${title}, by interval and size.`,
      titles: { up, across: "longest interval" },
      columns: intervals.map((interval) => `${interval} ms`),
      lines: sizes.map((size) => ({
        name: size === 1 ? "1 message" : `${size} messages`,
        values: intervals.map((interval) => value(size, interval, pick)),
      })),
    });
  return {
    heading: "Size and interval",
    paragraphs: [
      "Batches by room, first come first served, at the usual load. The interval is how long a message waits for others at most.",
    ],
    tables: [
      table("CPU for a delivered message, µs", ({ cpuPerDelivery }) => cpuPerDelivery),
      table("p99 latency, ms", ({ p99 }) => p99),
      table("Messages in a frame", ({ perFrame }) => perFrame),
    ],
    figures: [
      figure("cpu", "CPU for a delivered message", "µs", ({ cpuPerDelivery }) => cpuPerDelivery),
      figure("latency", "p99 latency", "ms", ({ p99 }) => p99),
    ],
  };
}

/** What cannot be shown in JavaScript, whatever is measured. */
export const limits: ReportSection = {
  heading: "What is not comparable",
  paragraphs: [
    "The study batches at the event loop. libuv does not see JavaScript listeners: it calls one function for each readable socket, and an emitter calls its listeners on the same stack. So no listener costs a wake-up or a context switch, and batching listeners saves none of these. What batches save here is work for each message: a JSON text, and for each connection a WebSocket frame and a system call to write it.",
    "Context switches of the server depend on how often it runs out of work, and on what else the machine does. Fewer writes mean fewer switches only as far as the processor is handed to the readers of those sockets. Voluntary switches (the process waits) and involuntary ones (it is preempted) are shown apart.",
    "The study's hardware, load and number of runs are not ours. Its requests are answered by the server; ours are messages to rooms of 50, so a saving for each delivery counts 50 times.",
    "All variants run in one process, in turns. So memory is that of the whole process, and a variant's garbage may be collected in the turn of another. Speaking connections read nothing: the clients' processor time is not part of the result.",
  ],
};
