/** What the words of `preempt-lab alarms` mean. */
import { parseArgs } from "node:util";
import { type AlarmsSettings, alarmsTable, measureAlarms } from "../alarms.ts";
import { type BrowserName, browserNames, requireBrowsers } from "../browsers/open.ts";
import { machineReport } from "../machine.ts";
import { chooseOf } from "../report.ts";

const words = { quick: { type: "boolean" }, json: { type: "boolean" }, only: { type: "string" } } as const;
const usual: readonly BrowserName[] = ["chromium", "firefox"];

/**
 * @throws RangeError if there is no such browser at all
 * @throws LabError if one of them is not here: before anything is measured
 */
export async function runAlarms(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: words });
  const settings = alarmsSettings(values);
  requireBrowsers(settings.browsers);
  const rows = await measureAlarms(settings);
  if (values.json) console.log(JSON.stringify({ machine: machineReport(), rows }, undefined, 2));
  else console.log(`${machineReport()}\n\n${alarmsTable(rows)}`);
}

/** @throws RangeError */
export function alarmsSettings({ quick, only }: { quick?: boolean; only?: string }): AlarmsSettings {
  const browsers = only === undefined ? usual : chooseOf(browserNames, only, "browser");
  return { browsers, ...(quick ? { turns: 1, ms: 1000 } : { turns: 5, ms: 1500 }) };
}
