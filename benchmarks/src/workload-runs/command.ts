/** What the words of `preempt-lab workloads` mean. */
import { writeFileSync } from "node:fs";
import { machineReport } from "../machine.ts";
import { chooseOf } from "../report.ts";
import { measureWorkloads, type WorkloadRow } from "../workloads.ts";
import { workloads } from "./catalog.ts";
import { workloadChart } from "./chart.ts";
import { showRatio, summarize, workloadTable } from "./summary.ts";
import { chooseVariants } from "./variants.ts";

export const workloadOptions = {
  quick: { type: "boolean" },
  only: { type: "string" },
  variants: { type: "string" },
  json: { type: "string" },
  svg: { type: "string" },
} as const;

export interface WorkloadWords {
  readonly quick?: boolean;
  /** Names, separated by commas. */
  readonly only?: string;
  readonly variants?: string;
  /** Files to be written. */
  readonly json?: string;
  readonly svg?: string;
}

/** @throws RangeError if a workload or a variant does not exist: before anything is measured */
export async function runWorkloads({ quick = false, only, variants = "default", json, svg }: WorkloadWords) {
  const chosen = {
    workloads: chooseOf(workloads, only, "workload"),
    variants: chooseVariants(split(variants)),
  };
  const rows = await measureWorkloads({ ...chosen, quick, onRow: tellProgress });
  const machine = machineReport();
  if (json !== undefined) {
    const options = Object.fromEntries(chosen.variants.map(({ name, options }) => [name, options]));
    const report = { machine, quick, variants: options, summary: summarize(rows), rows };
    writeFileSync(json, `${JSON.stringify(report, undefined, 2)}\n`);
  }
  if (svg !== undefined) writeFileSync(svg, workloadChart(rows, machine));
  console.log(`${machine}\n\n${workloadTable(rows)}`);
}

function split(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}

/** It takes minutes: whoever waits sees it go on. What is written to a file is the table alone. */
function tellProgress({ workload, variant, ratio }: WorkloadRow): void {
  if (process.stderr.isTTY) console.error(`${workload}, ${variant}: ${showRatio(ratio)}`);
}
