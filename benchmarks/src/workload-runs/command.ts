/** What the words of `preempt-lab workloads` mean. */
import { chooseOf, type ReportWords, reportOptions, writeReport } from "../report.ts";
import { measureWorkloads, type WorkloadRow } from "../workloads.ts";
import { workloads } from "./catalog.ts";
import { workloadChart } from "./chart.ts";
import { showRatio, summarize, workloadTable } from "./summary.ts";
import { chooseVariants } from "./variants.ts";

export const workloadOptions = { ...reportOptions, variants: { type: "string" } } as const;

export interface WorkloadWords extends ReportWords {
  /** Names, separated by commas. */
  readonly variants?: string;
}

/** @throws RangeError if a workload or a variant does not exist: before anything is measured */
export async function runWorkloads(words: WorkloadWords): Promise<void> {
  const { quick = false, only, variants = "default" } = words;
  const chosen = {
    workloads: chooseOf(workloads, only, "workload"),
    variants: chooseVariants(split(variants)),
  };
  const rows = await measureWorkloads({ ...chosen, quick, onRow: tellProgress });
  const options = Object.fromEntries(chosen.variants.map(({ name, options }) => [name, options]));
  const numbers = { variants: options, summary: summarize(rows), rows };
  writeReport({ numbers, table: workloadTable(rows), chart: (machine) => workloadChart(rows, machine) }, words);
}

function split(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}

/** It takes minutes: whoever waits sees it go on. What is written to a file is the table alone. */
function tellProgress({ workload, variant, ratio }: WorkloadRow): void {
  if (process.stderr.isTTY) console.error(`${workload}, ${variant}: ${showRatio(ratio)}`);
}
