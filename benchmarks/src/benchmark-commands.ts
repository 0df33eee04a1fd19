/** Runs benchmarks by name. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { alarmsTable, measureAlarms } from "./alarms.ts";
import { benchmarkHelp } from "./benchmark-help.ts";
import { inBrowsers } from "./browsers/command.ts";
import { callbackTable, measureCallbacks } from "./callbacks.ts";
import { complexityTable, measureComplexity } from "./complexity.ts";
import { constructTable, measureConstructs } from "./constructs.ts";
import { doublingTable, measureDoubling } from "./doubling.ts";
import { firstRunsTable, measureFirstRuns } from "./first-runs.ts";
import { runGallery } from "./gallery/command.ts";
import { hopsTable, measureHops } from "./hops.ts";
import { LabError } from "./lab/errors.ts";
import { checkWritable } from "./lab/write-file.ts";
import { latencyOptions, runLatency } from "./latency/command.ts";
import { machineReport } from "./machine.ts";
import { runMicro } from "./micro/command.ts";
import { measureMixed, mixedTable } from "./mixed.ts";
import { measureObserver, observerTable } from "./observer.ts";
import { measurePartitioned, partitionedTable } from "./partitioned.ts";
import { peerOptions, runPeers } from "./peers/command.ts";
import { type ReportWords, reportOptions } from "./report.ts";
import { runRounds } from "./rounds/command.ts";
import { runScheduler } from "./scheduler/command.ts";
import { measureShare, shareTable } from "./share.ts";
import { measureStartUp, startUpTable } from "./start-up.ts";
import { measureTransform, transformTable } from "./transform.ts";
import { packagesOptions, runPackages } from "./untuned/packages/command.ts";
import { runSuites, suitesOptions } from "./untuned/suites/command.ts";
import { runWorkloads, workloadOptions } from "./workload-runs/command.ts";

/**
 * @param name One of `benchmarkNames`
 * @returns the exit code: 0, or 2 for words that the benchmark does not know, or if something is not here
 */
export async function runBenchmark(name: string, args: readonly string[]): Promise<number> {
  try {
    await (benchmarks.get(name) as Benchmark)(args);
    return 0;
  } catch (error) {
    if (!isAboutWords(error) && !(error instanceof LabError)) throw error;
    const help = error instanceof LabError ? "" : `\n\n${benchmarkHelp(name)}`;
    console.error(`preempt-lab ${name}: ${error.message}${help}`);
    return 2;
  }
}

/** Of `parseArgs`, or a name that does not exist. */
function isAboutWords(error: unknown): error is Error {
  return error instanceof RangeError || String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS_");
}

type Benchmark = (args: readonly string[]) => Promise<void>;

/** One that writes files, with words of its own. */
function report<Words extends ReportWords>(
  options: ParseArgsOptionsConfig,
  run: (words: Words) => Promise<void>,
): Benchmark {
  return async (args) => {
    const { values } = parseArgs({ args: [...args], options });
    const words = values as unknown as Words;
    // What cannot be written is said now, and not after minutes.
    for (const file of [words.json, words.svg]) if (file !== undefined) checkWritable(file);
    await run(words);
  };
}

interface Measured {
  readonly numbers: object;
  readonly table: string;
}

/** One that prints a table, or its numbers. */
function table(measure: (quick: boolean) => Measured | Promise<Measured>): Benchmark {
  return async (args) => {
    const options = { quick: { type: "boolean" }, json: { type: "boolean" } } as const;
    const { values } = parseArgs({ args: [...args], options });
    const { numbers, table } = await measure(values.quick ?? false);
    if (values.json) console.log(JSON.stringify({ machine: machineReport(), ...numbers }, undefined, 2));
    else console.log(`${machineReport()}\n\n${table}`);
  };
}

const benchmarks = new Map<string, Benchmark>([
  ["alarms", inBrowsers(measureAlarms, alarmsTable)],
  ["gallery", runGallery],
  ["hops", inBrowsers(measureHops, hopsTable)],
  ["latency", report(latencyOptions, runLatency)],
  ["micro", report(reportOptions, runMicro)],
  ["peers", report(peerOptions, runPeers)],
  ["scheduler", report(reportOptions, runScheduler)],
  ["rounds", runRounds],
  ["share", inBrowsers(measureShare, shareTable)],
  ["packages", report(packagesOptions, runPackages)],
  ["suites", report(suitesOptions, runSuites)],
  ["workloads", report(workloadOptions, runWorkloads)],
  [
    "callbacks",
    table((quick) => {
      const rows = measureCallbacks({ repetitions: quick ? 5 : 25 });
      return { numbers: { rows }, table: callbackTable(rows) };
    }),
  ],
  [
    "complexity",
    table(async (quick) => {
      const rows = await measureComplexity(quick ? [1000, 10_000, 100_000] : [1000, 10_000, 100_000, 1_000_000], 3);
      return { numbers: { rows }, table: complexityTable(rows) };
    }),
  ],
  [
    "constructs",
    table(async (quick) => {
      const rows = await measureConstructs(quick ? 5 : 31);
      return { numbers: { rows }, table: constructTable(rows) };
    }),
  ],
  [
    "first-runs",
    table(async (quick) => {
      const rows = await measureFirstRuns({ processes: quick ? 1 : 7 });
      return { numbers: { rows }, table: firstRunsTable(rows) };
    }),
  ],
  [
    "start-up",
    table(async (quick) => {
      const numbers = await measureStartUp({ processes: quick ? 3 : 11 });
      return { numbers, table: startUpTable(numbers) };
    }),
  ],
  [
    "mixed",
    table(async (quick) => {
      const rows = await measureMixed(quick ? { repetitions: 5, processes: 1 } : { repetitions: 15, processes: 5 });
      return { numbers: { rows }, table: mixedTable(rows) };
    }),
  ],
  [
    "observer",
    table(async (quick) => {
      const rows = await measureObserver({ repetitions: quick ? 5 : 25 });
      return { numbers: { rows }, table: observerTable(rows) };
    }),
  ],
  [
    "partitioned",
    table(async (quick) => {
      const numbers = await measurePartitioned({ repetitions: quick ? 7 : 25 });
      return { numbers, table: partitionedTable(numbers) };
    }),
  ],
  [
    "doubling",
    table((quick) => {
      const rows = measureDoubling(quick ? { from: 25, rounds: 1 } : { from: 100, rounds: 3 });
      return { numbers: { rows }, table: doublingTable(rows) };
    }),
  ],
  [
    "transform",
    table((quick) => {
      const numbers = measureTransform({ quick });
      return { numbers, table: transformTable(numbers) };
    }),
  ],
]);
