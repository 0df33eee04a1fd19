/** The commands of the laboratory, in the order in which they are used. */
import { parseArgs } from "node:util";
import { analyze } from "./analyze/command.ts";
import { exitCodes, type LabCommand, type Words } from "./command.ts";
import { LabError } from "./errors.ts";
import { generate } from "./generate/command.ts";
import { importPaper } from "./import/command.ts";
import { overheads } from "./overheads/command.ts";
import { paper } from "./paper/command.ts";
import { report } from "./report/command.ts";
import { runCommand } from "./run/command.ts";
import { queue } from "./run/queue-grid.ts";
import { merge } from "./scale/merge-command.ts";
import { simulate } from "./simulate/command.ts";
import { processTerminal } from "./terminal.ts";
import { validate } from "./validate/command.ts";

export const labCommands: readonly LabCommand[] = [
  generate,
  importPaper,
  analyze,
  simulate,
  overheads,
  runCommand,
  queue,
  merge,
  validate,
  report,
  paper,
];

/** For the list of all commands. */
export const labSummary: string = labCommands
  .map(({ name, summary }) => `  preempt-lab ${name.padEnd(10)} ${summary}`)
  .join("\n");

/** @returns the exit code */
export async function runLabCommand(command: LabCommand, args: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...command.options, help: { type: "boolean", short: "h" } },
    });
    if (!values.help) return await command.run(values as Words, positionals, terminal);
    await terminal.out(`${command.help}\n`);
    return exitCodes.done;
  } catch (error) {
    if (terminal.signal.aborted && error === terminal.signal.reason) return exitCodes.interrupted;
    if (!(error instanceof LabError) && !isAboutWords(error)) throw error;
    terminal.err(`preempt-lab ${command.name}: ${error.message}\n`);
    if (isAboutWords(error)) terminal.err(`\n${command.help}\n`);
    return exitCodes.refused;
  }
}

function isAboutWords(error: unknown): error is Error {
  return String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS_");
}
