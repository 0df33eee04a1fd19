/** `preempt-lab`: one command for each benchmark. */
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { callbackTable, measureCallbacks } from "./callbacks.ts";
import { labCommands, labSummary, runLabCommand } from "./lab/commands.ts";
import { runLatency } from "./latency/command.ts";
import { machineReport } from "./machine.ts";
import { runMicro } from "./micro/command.ts";
import { measureObserver, observerTable } from "./observer.ts";
import { measurePartitioned, partitionedTable } from "./partitioned.ts";
import { peerOptions, runPeers } from "./peers/command.ts";
import { type ReportWords, reportOptions } from "./report.ts";
import { measureRounds, roundsTable } from "./rounds.ts";
import { runScheduler } from "./scheduler/command.ts";
import { measureTransform, transformTable } from "./transform.ts";
import { runWorkloads, workloadOptions } from "./workload-runs/command.ts";

const usage = `preempt-lab: the schedulability laboratory and the benchmarks of Preempt

${labSummary}

Benchmarks:

  preempt-lab micro [--quick] [--only preemption,calls] [--json FILE] [--svg FILE]
                                         what a preemption costs at call depths 1 to 1000, the first one, a round of a
                                         loop at budgets 0 to 1000, calls, and a step in other ways to stay responsive
  preempt-lab transform [--quick] [--json]
                                         what the transform adds to compiling a project of 50,000 lines
                                         (--quick: 5,000), and to a file without annotations
  preempt-lab callbacks [--quick] [--json]
                                         what the preemptable counterparts of built-ins cost an element
  preempt-lab scheduler [--quick] [--only dispatch,switch] [--json FILE] [--svg FILE]
                                         what submitting, dispatching, switching and alarms cost among 100 to
                                         100,000 jobs or alarms that wait, by policy
  preempt-lab latency [--quick] [--only fib,matmul] [--json FILE] [--svg FILE]
                                         how long jobs keep the thread past their slice: the programs of
                                         ../src/workloads, beside a loop that looks at the clock all the time
  preempt-lab observer [--quick] [--json]
                                         what an observer costs a dispatch
  preempt-lab partitioned [--quick] [--json]
                                         what a job on another thread costs against a plain message, and what two
                                         cores bring
  preempt-lab peers [--quick] [--host node] [--only react,effect] [--programs quicksort] [--json FILE] [--svg FILE]
                                         other ways to keep a thread responsive: throughput, how long input waits,
                                         frames lost, lines changed, bytes; in Node, Chromium and Firefox
  preempt-lab rounds [--quick] [--json]  rounds of fixed length and rounds that end with the frame, in browsers:
                                         throughput, frames lost, lateness of timers
  preempt-lab workloads [--quick] [--only fib,matmul] [--variants default,paper] [--json FILE] [--svg FILE]
                                         what preemptability costs the programs of ../src/workloads, against
                                         their plain code; "--variants all" compares every option set

  --quick   fewer repetitions, less than a minute
  --json    the numbers as JSON, here or in a file
  --help    this text
`;

/** @returns the exit code: 0, or 2 for words it does not know; that of a command of the laboratory */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const [name = "", ...rest] = args;
    const command = labCommands.find((known) => known.name === name);
    if (command !== undefined) return await runLabCommand(command, rest);
    const report = reports.get(name);
    return report === undefined ? await benchmark(args) : await report(rest);
  } catch (error) {
    if (!isAboutWords(error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return 2;
  }
}

/** Of `parseArgs`, or a name that does not exist. */
function isAboutWords(error: unknown): error is Error {
  return error instanceof RangeError || String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS_");
}

/** A command that writes files, with words of its own. */
function command<Words extends ReportWords>(
  options: ParseArgsOptionsConfig,
  run: (words: Words) => Promise<void>,
): (args: readonly string[]) => Promise<number> {
  return async (args) => {
    const { values } = parseArgs({ args: [...args], options: { ...options, help } });
    if ("help" in values) console.log(usage);
    else await run(values as unknown as Words);
    return 0;
  };
}

async function benchmark(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: common });
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) {
    console.log(usage);
    return command === undefined && !values.help ? 2 : 0;
  }
  const found = rest.length === 0 ? benchmarks.get(command) : undefined;
  if (found === undefined) {
    console.error(`preempt-lab: there is no command "${[command, ...rest].join(" ")}".\n\n${usage}`);
    return 2;
  }
  const { numbers, table } = await found(values.quick ?? false);
  if (values.json) console.log(JSON.stringify({ machine: machineReport(), ...numbers }, undefined, 2));
  else console.log(`${machineReport()}\n\n${table}`);
  return 0;
}

const help = { type: "boolean", short: "h" } as const;
const common = { quick: { type: "boolean" }, json: { type: "boolean" }, help } as const;

interface Measured {
  readonly numbers: object;
  readonly table: string;
}

/** Those that write files, too. */
const reports = new Map<string, (args: readonly string[]) => Promise<number>>([
  ["latency", command(reportOptions, runLatency)],
  ["micro", command(reportOptions, runMicro)],
  ["peers", command(peerOptions, runPeers)],
  ["scheduler", command(reportOptions, runScheduler)],
  ["workloads", command(workloadOptions, runWorkloads)],
]);

const benchmarks = new Map<string, (quick: boolean) => Measured | Promise<Measured>>([
  [
    "callbacks",
    (quick) => {
      const rows = measureCallbacks({ repetitions: quick ? 5 : 25 });
      return { numbers: { rows }, table: callbackTable(rows) };
    },
  ],
  [
    "observer",
    async (quick) => {
      const rows = await measureObserver({ repetitions: quick ? 5 : 25 });
      return { numbers: { rows }, table: observerTable(rows) };
    },
  ],
  [
    "partitioned",
    async (quick) => {
      const report = await measurePartitioned({ repetitions: quick ? 7 : 25 });
      return { numbers: report, table: partitionedTable(report) };
    },
  ],
  [
    "rounds",
    async (quick) => {
      const rows = await measureRounds(quick ? { repetitions: 1, ms: 1000 } : { repetitions: 5, ms: 2000 });
      return { numbers: { rows }, table: roundsTable(rows) };
    },
  ],
  [
    "transform",
    (quick) => {
      const report = measureTransform({ quick });
      return { numbers: report, table: transformTable(report) };
    },
  ],
]);
