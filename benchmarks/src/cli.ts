/** `preempt-lab`: one command for each benchmark. */
import { parseArgs } from "node:util";
import { callbackTable, measureCallbacks } from "./callbacks.ts";
import { depthTable, measureDepth } from "./depth.ts";
import { machineReport } from "./machine.ts";

const usage = `preempt-lab: benchmarks of Preempt

  preempt-lab depth [--quick] [--json]   what a preemption costs at call depth 1, 10, 100 and 1000,
                                         for run-or-capture and for the paper's yield*
  preempt-lab callbacks [--quick] [--json]   what the preemptable counterparts of built-ins cost an element

  --quick   fewer repetitions, a few seconds
  --json    the numbers as JSON
  --help    this text
`;

/** @returns the exit code: 0, or 2 for words it does not know */
export function main(args: readonly string[]): number {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  const [command, ...rest] = parsed.positionals;
  if (parsed.values.help || command === undefined) {
    console.log(usage);
    return command === undefined && !parsed.values.help ? 2 : 0;
  }
  if ((command !== "depth" && command !== "callbacks") || rest.length > 0) {
    console.error(`preempt-lab: there is no command "${[command, ...rest].join(" ")}".\n\n${usage}`);
    return 2;
  }
  const repetitions = parsed.values.quick ? 5 : 25;
  const { rows, table } = command === "depth" ? depth(repetitions) : callbacks(repetitions);
  if (parsed.values.json) console.log(JSON.stringify({ machine: machineReport(), rows }, undefined, 2));
  else console.log(`${machineReport()}\n\n${table}`);
  return 0;
}

function depth(repetitions: number) {
  const rows = measureDepth({ repetitions });
  return { rows, table: depthTable(rows) };
}

function callbacks(repetitions: number) {
  const rows = measureCallbacks({ repetitions });
  return { rows, table: callbackTable(rows) };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { quick: { type: "boolean" }, json: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}
