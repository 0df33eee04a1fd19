/** What the words of `preempt-lab rounds` mean. */
import { parseArgs } from "node:util";
import { machineReport } from "../machine.ts";
import { chooseOf } from "../report.ts";
import { measureRounds, type RoundsSettings, roundsTable } from "../rounds.ts";
import { usualRate } from "./rates.ts";

export const roundsOptions = {
  quick: { type: "boolean" },
  json: { type: "boolean" },
  only: { type: "string" },
  rates: { type: "string" },
} as const;

/** Film, and the fastest displays. */
const slowest = 24;
const fastest = 240;

/** @throws RangeError if a browser or a rate is none: before anything is measured */
export async function runRounds(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: roundsOptions });
  const measured = await measureRounds(settingsOf(values));
  if (values.json) console.log(JSON.stringify({ machine: machineReport(), ...measured }, undefined, 2));
  else console.log(`${machineReport()}\n\n${roundsTable(measured)}`);
}

/** @throws RangeError */
export function settingsOf(words: { quick?: boolean; only?: string; rates?: string }): RoundsSettings {
  const effort = words.quick ? { repetitions: 1, ms: 1000 } : { repetitions: 5, ms: 2000 };
  const browsers = chooseOf(["chromium", "firefox"] as const, words.only?.toLowerCase(), "browser");
  return { ...effort, browsers, rates: ratesOf(words.rates ?? String(usualRate)) };
}

function ratesOf(text: string): number[] {
  return text.split(",").map((word) => {
    const hz = Number(word);
    if (hz >= slowest && hz <= fastest) return hz;
    throw new RangeError(`A rate is "${word.trim()}". Give frames per second from ${slowest} to ${fastest}: 60,144.`);
  });
}
