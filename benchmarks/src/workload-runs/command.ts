/** What the words of `preempt-lab workloads` mean. */
import { type BrowserName, browserNames, requireBrowsers } from "../browsers/open.ts";
import { chooseOf, type ReportWords, reportOptions, writeReport } from "../report.ts";
import { measureWorkloads, type WorkloadRow } from "../workloads.ts";
import { browserHost } from "./browser-host.ts";
import { workloads } from "./catalog.ts";
import { workloadChart } from "./chart.ts";
import { nodeHost, type WorkloadHost } from "./host.ts";
import { showRatio, summarize, workloadTable } from "./summary.ts";
import { chooseVariants } from "./variants.ts";

export const workloadOptions = { ...reportOptions, variants: { type: "string" }, browser: { type: "string" } } as const;

export interface WorkloadWords extends ReportWords {
  /** Names, separated by commas; without browsers, Node. */
  readonly variants?: string;
  readonly browser?: string;
}

/**
 * @throws RangeError if a workload, a variant or a browser does not exist: before anything is measured
 * @throws LabError if a browser is not here, then as well
 */
export async function runWorkloads(words: WorkloadWords): Promise<void> {
  const { quick = false, only, variants = "default", browser } = words;
  const chosen = {
    workloads: chooseOf(workloads, only, "workload"),
    variants: chooseVariants(split(variants)),
  };
  const rows = await measureIn(chooseBrowsers(browser), (host) =>
    measureWorkloads({ ...chosen, quick, host, onRow: tellProgress }),
  );
  const options = Object.fromEntries(chosen.variants.map(({ name, options }) => [name, options]));
  const numbers = { variants: options, summary: summarize(rows), rows };
  writeReport({ numbers, table: workloadTable(rows), chart: (machine) => workloadChart(rows, machine) }, words);
}

function chooseBrowsers(names: string | undefined): BrowserName[] {
  const chosen = names === undefined ? [] : chooseOf(browserNames, names, "browser");
  requireBrowsers(chosen);
  return chosen;
}

/** In one browser after the other, or in Node. */
async function measureIn<Row>(
  browsers: readonly BrowserName[],
  measure: (host: WorkloadHost) => Promise<Row[]>,
): Promise<Row[]> {
  if (browsers.length === 0) return await measure(nodeHost);
  const rows: Row[] = [];
  for (const name of browsers) {
    const host = await browserHost(name);
    try {
      rows.push(...(await measure(host)));
    } finally {
      await host.close();
    }
  }
  return rows;
}

function split(names: string): string[] {
  return names.split(",").map((name) => name.trim());
}

/** It takes minutes: whoever waits sees it go on. What is written to a file is the table alone. */
function tellProgress({ workload, variant, ratio }: WorkloadRow): void {
  if (process.stderr.isTTY) console.error(`${workload}, ${variant}: ${showRatio(ratio)}`);
}
