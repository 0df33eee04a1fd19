/** What commands that write files have in common: their words, and where their results go. */
import { writeTo } from "./lab/write-file.ts";
import { machineReport } from "./machine.ts";

export const reportOptions = {
  quick: { type: "boolean" },
  only: { type: "string" },
  json: { type: "string" },
  svg: { type: "string" },
} as const;

export interface ReportWords {
  readonly quick?: boolean;
  /** Names, separated by commas. */
  readonly only?: string;
  /** Files to be written. */
  readonly json?: string;
  readonly svg?: string;
}

export interface Report {
  readonly numbers: object;
  readonly table: string;
  /** @param machine What it was measured on. */
  readonly chart: (machine: string) => string;
}

export function writeReport(report: Report, { quick = false, json, svg }: ReportWords): void {
  const machine = machineReport();
  if (json !== undefined) {
    writeTo(json, `${JSON.stringify({ machine, quick, ...report.numbers }, undefined, 2)}\n`);
  }
  if (svg !== undefined) writeTo(svg, report.chart(machine));
  console.log(`${machine}\n\n${report.table}`);
}

/**
 * Those of `all` that `only` names, in their own order; all of them without it.
 *
 * @param kind What they are, for the message
 * @throws RangeError if there is none of a name
 */
export function chooseOf<Name extends string>(all: readonly Name[], only: string | undefined, kind: string): Name[] {
  if (only === undefined) return [...all];
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !all.some((known) => known === name));
  if (unknown !== undefined) throw new RangeError(`There is no ${kind} "${unknown}". There are: ${all.join(", ")}.`);
  return all.filter((known) => names.includes(known));
}
