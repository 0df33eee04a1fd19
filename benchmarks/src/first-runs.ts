/**
 * What does preemptability cost before an engine has compiled anything? Each library of the workloads is loaded in a
 * process that has not seen it, and runs on its small input: plain, as it is transformed by default, and with
 * `optimize: "size"`. Processes take turns; medians of them count. (The others are so small that the first job costs more
 * than they do.)
 */
import { join } from "node:path";
import { runChild } from "./child.ts";
import type { FirstRuns, FirstRunsOrder } from "./first-runs/session.ts";
import { geometricMean, median } from "./statistics.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";
import { textTable } from "./text-table.ts";
import { libraries, type WorkloadName } from "./workload-runs/catalog.ts";
import { compileWorkload } from "./workload-runs/compile.ts";
import type { VariantOptions } from "./workload-runs/variants.ts";

/** How often it runs in a process. */
const runs = 20;

const forms: Readonly<Record<string, VariantOptions | undefined>> = {
  plain: undefined,
  default: {},
  size: { optimize: "size" },
};

/** Median milliseconds. */
export interface FirstRunsTimes {
  readonly load: number;
  readonly first: number;
  /** Of all runs, the first included. */
  readonly all: number;
}

export interface FirstRunsRow {
  readonly workload: WorkloadName;
  /** By form: plain, default, size. */
  readonly times: Readonly<Record<string, FirstRunsTimes>>;
}

export interface FirstRunsOptions {
  readonly workloads?: readonly WorkloadName[];
  /** Of each form. */
  readonly processes: number;
}

const session = new URL("./first-runs/session.ts", import.meta.url);

/** @throws Error if a program fails */
export async function measureFirstRuns(options: FirstRunsOptions): Promise<FirstRunsRow[]> {
  return await inTemporaryFolder("first-runs", async (folder) => {
    const rows: FirstRunsRow[] = [];
    for (const workload of options.workloads ?? libraries) {
      const programs = Object.entries(forms).map(([form, variant]) => ({
        form,
        module: compileWorkload(workload, { folder: join(folder, workload, form), variant }),
        reports: [] as FirstRuns[],
      }));
      for (let i = 0; i < options.processes; i++) {
        for (const { form, module, reports } of programs) {
          const order: FirstRunsOrder = { module, isPreemptable: form !== "plain", runs };
          reports.push(await runChild<FirstRuns>(`first runs of ${workload}, ${form}`, session, order));
        }
      }
      rows.push({ workload, times: Object.fromEntries(programs.map(({ form, reports }) => [form, summary(reports)])) });
    }
    return rows;
  });
}

function summary(reports: readonly FirstRuns[]): FirstRunsTimes {
  return {
    load: median(reports.map(({ load }) => load)),
    first: median(reports.map(({ runs }) => runs[0] as number)),
    all: median(reports.map(({ runs }) => runs.reduce((sum, time) => sum + time))),
  };
}

const parts = ["load", "first", "all"] as const;

/** Plain code in milliseconds, the others as ratios to it. */
export function firstRunsTable(rows: readonly FirstRunsRow[]): string {
  const others = Object.keys(forms).slice(1);
  const ratio = ({ times }: FirstRunsRow, form: string, part: (typeof parts)[number]) =>
    (times[form]?.[part] ?? Number.NaN) / (times.plain?.[part] ?? Number.NaN);
  const show = (value: number) => `${value.toFixed(1)}x`;
  const head = [
    "",
    "plain: load",
    "first",
    `${runs} runs`,
    ...others.flatMap((form) => [`${form}: load`, "first", `${runs} runs`]),
  ];
  const lines = rows.map((row) => [
    row.workload,
    ...parts.map((part) => `${row.times.plain?.[part].toFixed(1)} ms`),
    ...others.flatMap((form) => parts.map((part) => show(ratio(row, form, part)))),
  ]);
  const means = others.flatMap((form) =>
    parts.map((part) => show(geometricMean(rows.map((row) => ratio(row, form, part))))),
  );
  return textTable(head, [...lines, ["geometric mean", "", "", "", ...means]]);
}
