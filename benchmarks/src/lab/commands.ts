/** The commands of the laboratory, in the order in which they are used. */
import { parseArgs } from "node:util";
import { nearNames } from "@preempt/checks";
import { exitCodes, type LabCommand, type Words } from "./command.ts";
import { processTerminal } from "./terminal.ts";

interface Entry {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<LabCommand>;
}

/** For commands whose processes need it: without a build each of these would fail, and not the command. */
async function withRuntime(load: Entry["load"]): Promise<LabCommand> {
  await import("@preempt/runtime");
  return load();
}

const entries: readonly Entry[] = [
  {
    name: "generate",
    summary: "synthetic task sets as a task-set file",
    load: async () => (await import("./generate/command.ts")).generate,
  },
  {
    name: "import",
    summary: "task sets of other tools, and of traces, as a task-set file",
    load: async () => (await import("./import/command.ts")).importSets,
  },
  {
    name: "export",
    summary: "task sets for other tools: SimSo, SchedCAT, Cheddar, np-schedulability-analysis, CSV",
    load: async () => (await import("./export/command.ts")).exportSets,
  },
  {
    name: "analyze",
    summary: "exact schedulability tests of task sets",
    load: async () => (await import("./analyze/command.ts")).analyze,
  },
  {
    name: "explore",
    summary: "all schedules of sets whose jobs run to their ends, with varying times",
    load: async () => (await import("./explore/command.ts")).explore,
  },
  {
    name: "simulate",
    summary: "runs task sets under virtual time: who had the processor when, and who was late",
    load: async () => (await import("./simulate/command.ts")).simulate,
  },
  {
    name: "soundness",
    summary: "tries to refute the bounds: simulates random sets in patterns that seek the worst",
    load: () => withRuntime(async () => (await import("./soundness/command.ts")).soundness),
  },
  {
    name: "overheads",
    summary: "what the kernel costs on this machine, for its own schedulability test",
    load: () => withRuntime(async () => (await import("./overheads/command.ts")).overheads),
  },
  {
    name: "run",
    summary: "runs task sets for real on this engine, and writes down what became of each job",
    load: () => withRuntime(async () => (await import("./run/command.ts")).runCommand),
  },
  {
    name: "queue",
    summary: "the cells of a grid for workers on any machine, by a Redis server",
    load: () => withRuntime(async () => (await import("./run/queue-grid.ts")).queue),
  },
  {
    name: "merge",
    summary: "the results of shards in one file",
    load: async () => (await import("./scale/merge-command.ts")).merge,
  },
  {
    name: "report",
    summary: "figures, statistics and a page of what was measured",
    load: async () => (await import("./report/command.ts")).report,
  },
  {
    name: "tables",
    summary: "results as tables for pandas, R and spreadsheets: CSV and Parquet, with a data dictionary",
    load: async () => (await import("./tables/command.ts")).tablesCommand,
  },
  {
    name: "validate",
    summary: "executes sets that the kernel's own test accepts: no deadline may be missed",
    load: () => withRuntime(async () => (await import("./validate/command.ts")).validate),
  },
  {
    name: "experiment",
    summary: "long callbacks on the event loop and the kernel; chains of a real page, measured and bounded",
    load: () => withRuntime(async () => (await import("./experiment/main.ts")).experiment),
  },
  {
    name: "paper",
    summary: "the paper's Table II and Figures 4, 5 and 6, on this machine, beside what was published",
    load: () => withRuntime(async () => (await import("./paper/command.ts")).paper),
  },
  {
    name: "artefact",
    summary: "every figure and table again, and a page that compares this run with ours",
    load: () => withRuntime(async () => (await import("./artefact/command.ts")).artefact),
  },
  {
    name: "macro",
    summary: "the paper's Figures 7 and 8: frame rates under load in browsers, FCFS and EDF",
    load: () => withRuntime(async () => (await import("../macro/command.ts")).macro),
  },
  {
    name: "server",
    summary: "experiments with servers under load: waiting times, deadlines, overload",
    load: () => withRuntime(async () => (await import("../server/main.ts")).server),
  },
];

export const labNames: readonly string[] = entries.map(({ name }) => name);

/** For the list of all commands. */
export const labSummary: string = entries
  .map(({ name, summary }) => `  preempt-lab ${name.padEnd(10)} ${summary}`)
  .join("\n");

/** @param name One of {@link labNames} */
export function loadLabCommand(name: string): Promise<LabCommand> {
  return (entries.find((entry) => entry.name === name) as Entry).load();
}

/** @returns the exit code */
export async function runLabCommand(name: string, args: readonly string[]): Promise<number> {
  const command = await loadLabCommand(name);
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
    if (terminal.isInterruption(error)) return exitCodes.interrupted;
    if (isAboutWords(error)) {
      const words = wordsOf(error, Object.keys(command.options));
      terminal.err(`preempt-lab ${name}: option_words: ${words}\n"preempt-lab ${name} --help" lists the options.\n`);
    } else if (isAboutInput(error)) terminal.err(`preempt-lab ${name}: ${error.message}\n`);
    else throw error;
    return exitCodes.refused;
  }
}

/** What `parseArgs` says; of an option that is not there, which one may be meant, in place of how to write file names. */
function wordsOf({ message }: Error, known: readonly string[]): string {
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(message) ?? [];
  if (unknown === undefined) return message;
  const near = nearNames(unknown, known).map((option) => `--${option}`);
  return `Unknown option '--${unknown}'.${near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`}`;
}

function isAboutWords(error: unknown): error is Error {
  return String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS_");
}

/** Of the laboratory, or of the analyses and the kernel that it asks; by name, for errors of threads have lost their class. */
function isAboutInput(error: unknown): error is Error {
  return error instanceof Error && (error.name === "LabError" || error.name === "PreemptError");
}
