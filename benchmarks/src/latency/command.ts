/** What the words of `preempt-lab latency` mean. */
import { type LatencyRow, measureLatency } from "../latency.ts";
import { chooseOf, type ReportWords, reportOptions, writeReport } from "../report.ts";
import { workloads } from "../workload-runs/catalog.ts";
import { latencyChart } from "./chart.ts";
import { measurePaces } from "./paces.ts";
import { latencyTable, microseconds, paceTable } from "./table.ts";

export const latencyOptions = { ...reportOptions, slice: { type: "string" } } as const;

export interface LatencyWords extends ReportWords {
  /** Milliseconds; by default as that of a scheduler, 1. */
  readonly slice?: string;
}

/** @throws RangeError if a workload does not exist, or the slice is none: before anything is measured */
export async function runLatency(words: LatencyWords): Promise<void> {
  const slice = sliceOf(words.slice ?? "1");
  const chosen = chooseOf(workloads, words.only, "workload");
  const rows = await measureLatency({
    workloads: chosen,
    stretches: words.quick ? 200 : 2500,
    slice,
    onRow: tellProgress,
  });
  const paces = await measurePaces();
  const table = `${latencyTable(rows)}\n\n${paceTable(paces)}`;
  writeReport(
    { numbers: { slice, rows, paces }, table, chart: (machine) => latencyChart(rows, slice, machine) },
    words,
  );
}

function sliceOf(text: string): number {
  const slice = Number(text);
  if (slice > 0 && slice <= 1000) return slice;
  throw new RangeError(`--slice is "${text}". Give milliseconds above 0, 1000 at most.`);
}

/** It takes minutes: whoever waits sees it go on. */
function tellProgress({ workload, job }: LatencyRow): void {
  if (process.stderr.isTTY) console.error(`${workload}: p99.9 ${microseconds(job.p999)} µs`);
}
