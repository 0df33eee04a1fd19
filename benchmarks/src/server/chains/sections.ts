/** The report of the chains. */
import { digits } from "../../lab/report/charts/show.ts";
import type { TaskSet } from "../../lab/task-set.ts";
import { median, quantile } from "../../statistics.ts";
import type { ReportFigure, ReportSection, ReportTable } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { earlyArrivals, reasons, responsesOf, type StageComparison } from "./compare.ts";
import { type KindName, kindNames, kinds } from "./kinds.ts";
import type { MeasuredVariant, Phase } from "./measure.ts";
import type { ModelTimes } from "./model.ts";

export interface VariantResult {
  readonly measured: MeasuredVariant;
  readonly times: ModelTimes;
  readonly set: TaskSet;
  readonly stages: readonly StageComparison[];
}

export function sectionsOf(results: readonly VariantResult[]): ReportSection[] {
  return [
    { heading: "Measured", paragraphs: [setting()], tables: [arrivalTable(results), executionTable(results)] },
    ...results.map((result) => ({
      heading: `Responses: ${result.measured.variant}`,
      paragraphs: [verdictOf(result)],
      tables: [responseTable(result)],
      figures: [figureOf(result)],
    })),
    { heading: "Outside of the model", tables: [outsideTable(results)] },
  ];
}

const setting = () =>
  kindNames
    .map((kind) => {
      const { T, D, stages } = kinds[kind];
      return `${kind} (${stages.join(", ")}): at least ${T} ms between two requests, due within ${D} ms`;
    })
    .join("; ");

/** Whether the measured responses obey the bounds. */
export function verdictOf({ stages }: Pick<VariantResult, "stages">): string {
  const of = (reason: (typeof reasons)[number]) => stages.reduce((sum, { above }) => sum + above[reason], 0);
  const all = reasons.reduce((sum, reason) => sum + of(reason), 0);
  const count = stages.reduce((sum, one) => sum + (one.bound === null ? 0 : one.count), 0);
  if (all === 0) return `None of ${count} responses is above its bound.`;
  const parts = reasons.filter((reason) => of(reason) > 0).map((reason) => `${reason} ${of(reason)}`);
  return `${all} of ${count} responses are above their bounds: ${parts.join(", ")}.`;
}

function gapsOf({ client }: Phase, kind: KindName): number[] {
  const sent = client.filter((one) => one.kind === kind).map((one) => one.sent);
  return sent.slice(1).map((at, i) => at - (sent[i] as number));
}

function arrivalTable(results: readonly VariantResult[]): ReportTable {
  return {
    caption: "Milliseconds between two requests of a kind, as they were sent",
    head: ["", "requests", "T", "shortest", "median"],
    rows: results.flatMap(({ measured: { variant, together } }) =>
      kindNames.map((kind) => {
        const gaps = gapsOf(together, kind);
        const [shortest, middle] = gaps.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...gaps), median(gaps)];
        return [
          `${variant}, ${kind}`,
          String(gaps.length + 1),
          String(kinds[kind].T),
          digits(shortest),
          digits(middle),
        ];
      }),
    ),
  };
}

function executionTable(results: readonly VariantResult[]): ReportTable {
  return {
    caption: "Execution times in milliseconds, without waiting for a processor",
    head: ["", "count", "median", "p99", "longest", "longest alone"],
    rows: results.flatMap(({ measured: { variant, alone, together } }) =>
      kindNames.flatMap((kind) =>
        kinds[kind].stages.map((name, place) => {
          const of = ({ stages }: Phase) =>
            stages.filter((one) => one.kind === kind && one.stage === place).map(({ executed }) => executed);
          const { count, median: middle, p99, worst } = responsesOf(of(together));
          const longestAlone = responsesOf(of(alone)).worst;
          return [`${variant}, ${kind}: ${name}`, String(count), ...[middle, p99, worst, longestAlone].map(digits)];
        }),
      ),
    ),
  };
}

const orDash = (value: number | null) => (value === null ? "–" : digits(value));

function responseTable({ measured: { together }, stages }: VariantResult): ReportTable {
  return {
    caption: "Milliseconds from the sending of a request to the end of a stage, and to the whole answer at the client",
    head: ["", "count", "median", "p99", "worst", "simulated worst", "bound", "above the bound"],
    rows: kindNames.flatMap((kind) => [
      ...stages
        .filter((one) => one.kind === kind)
        .map((one) => [
          `${kind}: ${one.stage}`,
          String(one.count),
          ...[one.median, one.p99, one.worst].map(digits),
          ...[one.simulated, one.bound].map(orDash),
          one.bound === null ? "–" : String(reasons.reduce((sum, reason) => sum + one.above[reason], 0)),
        ]),
      clientRow(together, kind),
    ]),
  };
}

function atClient({ client }: Phase, kind: KindName) {
  return responsesOf(
    client.flatMap(({ kind: its, sent, done }) => (its === kind && done !== undefined ? [done - sent] : [])),
  );
}

function clientRow(together: Phase, kind: KindName): string[] {
  const { count, median: middle, p99, worst } = atClient(together, kind);
  return [`${kind}: at the client`, String(count), ...[middle, p99, worst].map(digits), "–", "–", "–"];
}

/** The way of a page: each line is one number, at the end of each stage. */
function figureOf({ measured: { variant, together }, stages }: VariantResult): ReportFigure {
  const page = stages.filter(({ kind }) => kind === "page");
  const client = atClient(together, "page");
  const values = (of: (one: StageComparison) => number | null, last = Number.NaN) => [
    ...page.map((one) => of(one) ?? Number.NaN),
    last,
  ];
  return lineFigure({
    name: `server-chains-${variant.replace(" ", "-")}`,
    title: `A page on its way through the server: ${variant}`,
    note: "From the sending of the request to the end of each stage. The bound holds for the executions that were measured.",
    caption: `Milliseconds from the sending of a page's request to the end of each stage: ${variant}`,
    titles: { up: "milliseconds", across: "" },
    columns: [...page.map(({ stage }) => stage), "at the client"],
    scale: "log",
    lines: [
      { name: "bound", values: values(({ bound }) => bound) },
      { name: "simulated worst", values: values(({ simulated }) => simulated) },
      { name: "measured worst", values: values(({ worst }) => worst, client.worst) },
      { name: "measured p99", values: values(({ p99 }) => p99, client.p99) },
      { name: "measured median", values: values(({ median: middle }) => middle, client.median) },
    ],
  });
}

function outsideTable(results: readonly VariantResult[]): ReportTable {
  const columns = results.map((result) => outsideOf(result));
  return {
    caption: "What is no part of the model, in the run of all requests",
    head: ["", ...results.map(({ measured }) => measured.variant)],
    rows: (columns[0] ?? []).map(([name], i) => [name, ...columns.map((column) => column[i]?.[1] ?? "–")]),
  };
}

function outsideOf({ measured: { together, others }, times, stages }: VariantResult): [string, string][] {
  const { stages: records, collections, client, lateness } = together;
  const waits = records.map((one) => one.waitedAtEnd - one.waitedAtStart);
  const inStages = collections.filter(({ at }) => records.some(({ start, end }) => start <= at && at < end)).length;
  return [
    ["requests", String(client.length)],
    ["without an answer", String(client.filter(({ done }) => done === undefined).length)],
    [
      "stages that executed longer than their C",
      String(records.filter((one) => one.executed > (times.executed[one.kind][one.stage] as number)).length),
    ],
    ["sooner than T after the one before", String(earlyArrivals(together).length)],
    ["garbage collections", String(collections.length)],
    ["of these within a stage, which count as execution", String(inStages)],
    ["the longest one, ms", digits(collections.reduce((most, { length }) => Math.max(most, length), 0))],
    [
      "stages in which the thread waited 0.5 ms or more for a processor",
      String(waits.filter((one) => one >= 0.5).length),
    ],
    ["the longest such wait, ms", digits(waits.reduce((most, wait) => Math.max(most, wait), 0))],
    ["processors that other programs used", others === undefined ? "–" : digits(others)],
    ["from the client to the idle server, 99 %, ms", digits(times.transit)],
    ["of the thread outside of stages, for each request, ms", digits(times.rest)],
    ["a round of jobs, 99.5 %, ms", times.round === 0 ? "–" : digits(times.round)],
    ["the event loop between two rounds, 95 %, ms", times.round === 0 ? "–" : digits(times.turn)],
    ["a dispatch, ms", times.round === 0 ? "–" : digits(times.dispatch)],
    ["the generator was late, 99 %, ms", digits(lateness)],
    [
      "responses above their bounds, unexplained",
      String(stages.reduce((sum, { above }) => sum + above.unexplained, 0)),
    ],
    ["stages, 99 % of the waits, ms", digits(quantile(waits, 0.99))],
  ];
}
