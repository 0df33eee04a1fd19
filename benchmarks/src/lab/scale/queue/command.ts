/**
 * `preempt-lab queue`: a grid for workers on any machine. Which grid, and how a cell is run, is what `run` is about;
 * this command is told.
 */
import type { ParseArgsOptionsConfig } from "node:util";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../../command.ts";
import { LabError } from "../../errors.ts";
import { checkChoice, isSet, numberOf, parallelOf, textOf } from "../../words.ts";
import type { Keyed } from "../keyed.ts";
import { ResultFile } from "../result-file.ts";
import type { ResultHeader } from "../result-lines.ts";
import type { CellRunner } from "../work-through.ts";
import type { QueueAddress } from "./connection.ts";
import type { QueueState } from "./state.ts";

/** What the queue is to be told. */
export interface QueueGrid<C extends Keyed, R extends Keyed> {
  /** Of `offer`, beside those of the queue; with their help. */
  readonly options: ParseArgsOptionsConfig;
  readonly help: string;
  /** @param names What stands behind `offer` */
  cells(words: Words, names: readonly string[], terminal: Terminal): Promise<{ header: ResultHeader; cells: C[] }>;
  /** On a machine that knows nothing of the grid but its header. */
  runner(header: ResultHeader): CellRunner<C, R>;
}

const verbs = ["offer", "work", "collect", "status", "forget"] as const;

export function queueCommand<C extends Keyed, R extends Keyed>(grid: QueueGrid<C, R>): LabCommand {
  return {
    name: "queue",
    help: `preempt-lab queue offer SETS --name NAME [--redis URL] [--retries N] [--again] [options of the grid]
preempt-lab queue work --name NAME [--redis URL] [--parallel N] [--stay]
preempt-lab queue collect --name NAME --out FILE [--redis URL] [--now]
preempt-lab queue status --name NAME [--redis URL] [--json]
preempt-lab queue forget --name NAME [--redis URL]

  offer puts the cells into the queue, work runs them on this machine, collect writes their results to a file. Each may
  be stopped and started again, and every cell counts once, whatever is killed in the meantime.

  --name NAME    of the queue; one for each grid
  --redis URL    where Redis is; default redis://127.0.0.1:6379
  --retries N    a cell that fails is tried again so often; default 0
  --again        cells that were given up are tried once more
  --parallel N   so many cells at a time on this machine; default 1, for cells disturb each other
  --stay         wait for more cells when all are done
  --out FILE     where results go; those that it has are kept
  --now          collect what there is, and do not wait for the rest
  --json         of status: { cells, results, waiting, running, failed, isOver }

${grid.help}

Examples:
  preempt-lab queue offer sets.json --name paper --redis redis://lab:6379
  preempt-lab queue work --name paper --redis redis://lab:6379     # on each machine
  preempt-lab queue collect --name paper --redis redis://lab:6379 --out results.jsonl`,
    options: {
      ...grid.options,
      name: { type: "string" },
      redis: { type: "string" },
      retries: { type: "string" },
      again: { type: "boolean" },
      parallel: { type: "string" },
      stay: { type: "boolean" },
      out: { type: "string" },
      now: { type: "boolean" },
      json: { type: "boolean" },
    },
    async run(words, [verb = "", ...names], terminal) {
      const chosen = checkChoice(verb, "what to do with the queue", verbs);
      if (names.length > 0 && chosen !== "offer") {
        throw new LabError("names", `"queue ${chosen}" takes no files, and ${names.join(" ")} was given.`);
      }
      const address = addressOf(words);
      switch (chosen) {
        case "offer":
          return await offer(grid, address, words, names, terminal);
        case "work":
          return await work(grid, address, words, terminal);
        case "collect":
          return await collect(address, words, terminal);
        case "status":
          await tellState(await (await theQueue()).queueState(address), isSet(words, "json"), terminal);
          return exitCodes.done;
        case "forget":
          await (await theQueue()).forgetQueue(address);
          return exitCodes.done;
      }
    },
  };
}

/** Loaded by those who use it: BullMQ takes half a second. */
function theQueue() {
  return import("./index.ts");
}

function addressOf(words: Words): QueueAddress {
  const queueName = textOf(words, "name");
  if (queueName === undefined) throw new LabError("no_name", 'name the queue: "--name NAME".');
  return { connection: textOf(words, "redis") ?? "redis://127.0.0.1:6379", queueName };
}

async function offer<C extends Keyed, R extends Keyed>(
  grid: QueueGrid<C, R>,
  address: QueueAddress,
  words: Words,
  names: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const retries = numberOf(words, "retries", { least: 0, most: 100, integer: true }) ?? 0;
  const { header, cells } = await grid.cells(words, names, terminal);
  const { offerCells } = await theQueue();
  const again = isSet(words, "again");
  const { added, known } = await offerCells({ ...address, header, cells, retries, again, signal: terminal.signal });
  terminal.err(`${address.queueName}: ${added} cells offered${known > 0 ? `, ${known} were there` : ""}\n`);
  return exitCodes.done;
}

async function work<C extends Keyed, R extends Keyed>(
  grid: QueueGrid<C, R>,
  address: QueueAddress,
  words: Words,
  terminal: Terminal,
): Promise<number> {
  const parallel = parallelOf(words) ?? 1;
  const { serveQueue } = await theQueue();
  const report = await serveQueue<C, R>({
    ...address,
    run: (header) => grid.runner(header),
    parallel,
    signal: terminal.signal,
    staysOn: isSet(words, "stay"),
    onEvent: (event) => {
      if (event.kind === "failed") terminal.err(`${event.key} failed: ${messageOf(event.error)}\n`);
      if (event.kind === "remark") terminal.err(`${event.text}\n`);
    },
  });
  const late = report.late > 0 ? `, ${report.late} that others had ended before` : "";
  terminal.err(`${address.queueName}: ${report.done} cells done here${late}, ${report.failures} attempts failed\n`);
  if (report.isInterrupted) return exitCodes.interrupted;
  return report.failures > 0 ? exitCodes.failed : exitCodes.done;
}

async function collect(address: QueueAddress, words: Words, terminal: Terminal): Promise<number> {
  const out = textOf(words, "out");
  if (out === undefined) throw new LabError("no_output", 'say where the results go: "--out FILE".');
  const { collectResults, queueHeader } = await theQueue();
  using file = ResultFile.open<Keyed>(out, await queueHeader(address));
  for (const remark of file.remarks) terminal.err(`${remark}\n`);
  let told = "";
  const { collected, failed, isComplete } = await collectResults({
    ...address,
    file,
    waits: !isSet(words, "now"),
    signal: terminal.signal,
    onProgress: (state) => {
      const text = describeState(state);
      // Whoever watches sees each change; a log has the end.
      if (terminal.isWatched && text !== told) terminal.err(`${text}\n`);
      told = text;
    },
  });
  for (const { key, reason } of failed) terminal.err(`${key} failed: ${reason}\n`);
  terminal.err(`${told}\n${out}: ${collected} results more, ${file.size} together\n`);
  if (terminal.signal.aborted && !isComplete) return exitCodes.interrupted;
  return failed.length > 0 ? exitCodes.failed : exitCodes.done;
}

async function tellState(state: QueueState, json: boolean, terminal: Terminal): Promise<void> {
  const { cells, results, waiting, running, failed, isOver } = state;
  const numbers = { cells, results, waiting, running, failed, isOver };
  await terminal.out(`${json ? JSON.stringify(numbers) : describeState(state)}\n`);
}

function describeState({ cells, results, waiting, running, failed }: QueueState): string {
  const parts = [`${results}/${cells} cells`, `${running} running`, `${waiting} waiting`];
  if (failed.length > 0) parts.push(`${failed.length} failed`);
  return parts.join(", ");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
