/** What the words of `preempt-lab latency` mean. */
import { type LatencyRow, measureLatency } from "../latency.ts";
import { chooseOf, type ReportWords, writeReport } from "../report.ts";
import { workloads } from "../workload-runs/catalog.ts";
import { latencyChart } from "./chart.ts";
import { measurePaces } from "./paces.ts";
import { latencyTable, microseconds, paceTable } from "./table.ts";

/** @throws RangeError if a workload does not exist: before anything is measured */
export async function runLatency(words: ReportWords): Promise<void> {
  const chosen = chooseOf(workloads, words.only, "workload");
  const rows = await measureLatency({ workloads: chosen, stretches: words.quick ? 200 : 2500, onRow: tellProgress });
  const paces = await measurePaces();
  const table = `${latencyTable(rows)}\n\n${paceTable(paces)}`;
  writeReport({ numbers: { rows, paces }, table, chart: (machine) => latencyChart(rows, machine) }, words);
}

/** It takes minutes: whoever waits sees it go on. */
function tellProgress({ workload, job }: LatencyRow): void {
  if (process.stderr.isTTY) console.error(`${workload}: p99.9 ${microseconds(job.p999)} µs`);
}
