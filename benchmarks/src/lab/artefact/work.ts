/** Runs experiments, each once: what is done stays done, also after an interrupt. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { findEngines } from "../../rounds/browsers.ts";
import type { Terminal } from "../command.ts";
import { hashOf } from "../scale/hash.ts";
import { makeFolder, writeTo } from "../write-file.ts";
import { type Experiment, type Mode, type Need, needs } from "./experiment.ts";
import { checksumsIn, checksumsOf } from "./files.ts";
import { commitOf, type MachineFacts } from "./machine.ts";
import { type Done, doneFile, type ItemResult, openResult, readDone, resultOf } from "./result.ts";
import { runSteps } from "./run-steps.ts";

export interface WorkOptions {
  readonly mode: Mode;
  /** The folder of all results. */
  readonly out: string;
  readonly machine: MachineFacts;
  /** Runs what is done already as well. */
  readonly again: boolean;
}

/** Results by the ids of items. */
export type Results = ReadonlyMap<string, ItemResult>;

/**
 * Runs those that are not done yet, in their order, until the terminal's signal.
 *
 * @returns why experiments have no result, by their ids
 */
export async function workThrough(
  experiments: readonly Experiment[],
  { mode, out, machine, again }: WorkOptions,
  terminal: Terminal,
): Promise<ReadonlyMap<string, string>> {
  const failures = new Map<string, string>();
  for (const [i, experiment] of experiments.entries()) {
    if (terminal.signal.aborted) break;
    const folder = join(out, experiment.id);
    const tell = (words: string) => terminal.err(`[${i + 1}/${experiments.length}] ${experiment.id}: ${words}\n`);
    const missing = missingOf(experiment);
    if (missing.length > 0) {
      tell(`left out, needs ${missing.map((need) => needs[need]).join(" and ")}`);
      continue;
    }
    if (!again && isDone(experiment, mode, folder)) {
      tell("done before");
      continue;
    }
    const run = experiment[mode];
    tell(`some ${run.minutes < 1 ? "seconds" : `${run.minutes} min`}`);
    makeFolder(folder);
    const since = Date.now();
    const why = await runSteps(run.steps, folder, terminal.signal);
    // What was interrupted is open, and not wrong.
    if (terminal.signal.aborted) break;
    if (why !== undefined) {
      failures.set(experiment.id, why);
      tell(why);
      continue;
    }
    const done: Done = {
      key: keyOf(experiment, mode),
      mode,
      when: new Date(since).toISOString(),
      seconds: Math.round((Date.now() - since) / 1000),
      machine,
      inputs: checksumsOf(["pnpm-lock.yaml", ...(experiment.inputs ?? [])]),
      outputs: checksumsIn(folder),
    };
    writeTo(join(folder, doneFile), `${JSON.stringify(done, undefined, 2)}\n`);
  }
  return failures;
}

/** What became of each item, from the folders of results. */
export function resultsOf(
  experiments: readonly Experiment[],
  { mode, out }: Pick<WorkOptions, "mode" | "out">,
  failures: ReadonlyMap<string, string> = new Map(),
): Results {
  return new Map(
    experiments.flatMap((experiment) =>
      experiment.items.map((item): [string, ItemResult] => {
        const folder = join(out, experiment.id);
        if (readDone(folder)?.mode === mode) return [item.id, resultOf(item, folder, mode)];
        const why = failures.get(experiment.id);
        if (why !== undefined) return [item.id, { ...openResult, status: "failed", why }];
        const missing = missingOf(experiment);
        if (missing.length === 0) return [item.id, openResult];
        return [
          item.id,
          { ...openResult, status: "left out", why: `needs ${missing.map((need) => needs[need]).join(" and ")}` },
        ];
      }),
    ),
  );
}

/** Results of other sources, commands or inputs do not count. */
const isDone = (experiment: Experiment, mode: Mode, folder: string) =>
  readDone(folder)?.key === keyOf(experiment, mode);

export function keyOf(experiment: Experiment, mode: Mode): string {
  return hashOf([experiment[mode].steps, checksumsOf(experiment.inputs ?? []), commitOf() ?? ""]);
}

export function missingOf({ needs: all = [] }: Experiment): Need[] {
  return all.filter((need) => !isHere(need));
}

function isHere(need: Need): boolean {
  if (need === "nptest") return process.env.NPTEST !== undefined && existsSync(process.env.NPTEST);
  if (need === "npm") return onPath("npm");
  return findEngines().some(({ name }) => name.toLowerCase() === need);
}

function onPath(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}
