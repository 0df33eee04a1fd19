/** Benchmarks of rows that are measured in browsers by turns: what their words mean. */
import { parseArgs } from "node:util";
import { machineReport } from "../machine.ts";
import { chooseOf } from "../report.ts";
import { type BrowserName, browserNames, requireBrowsers } from "./open.ts";

const words = { quick: { type: "boolean" }, json: { type: "boolean" }, only: { type: "string" } } as const;
const usual: readonly BrowserName[] = ["chromium", "firefox"];

export interface BrowserSettings {
  readonly browsers: readonly BrowserName[];
  /** Of each way that is compared, and about how long each lasts at most, in milliseconds. */
  readonly turns: number;
  readonly ms: number;
}

/**
 * @throws RangeError if there is no such browser at all
 * @throws LabError if one of them is not here: before anything is measured
 */
export function inBrowsers<Row>(
  measure: (settings: BrowserSettings) => Promise<Row[]>,
  table: (rows: readonly Row[]) => string,
): (args: readonly string[]) => Promise<void> {
  return async (args) => {
    const { values } = parseArgs({ args: [...args], options: words });
    const settings = settingsOf(values);
    requireBrowsers(settings.browsers);
    const rows = await measure(settings);
    if (values.json) console.log(JSON.stringify({ machine: machineReport(), rows }, undefined, 2));
    else console.log(`${machineReport()}\n\n${table(rows)}`);
  };
}

/** @throws RangeError */
export function settingsOf({ quick, only }: { quick?: boolean; only?: string }): BrowserSettings {
  const browsers = only === undefined ? usual : chooseOf(browserNames, only, "browser");
  return { browsers, ...(quick ? { turns: 1, ms: 1000 } : { turns: 5, ms: 1500 }) };
}
