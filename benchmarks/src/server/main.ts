/** `preempt-lab server NAME`: experiments with servers, one for each study that they answer. */

import { nearNames } from "@preempt/checks";
import { exitCodes, type LabCommand } from "../lab/command.ts";
import { LabError } from "../lab/errors.ts";
import { isSet, runSizeOf, textOf } from "../lab/words.ts";
import { makeFolder } from "../lab/write-file.ts";
import { machineReport } from "../machine.ts";
import type { ServerExperiment } from "./experiment.ts";
import { textOfReport, writeExperiment } from "./write-report.ts";

interface Entry {
  /** One line for the help. */
  readonly summary: string;
  readonly load: () => Promise<ServerExperiment>;
}

/** What an experiment needs is loaded when it is asked for. */
const experiments: Readonly<Record<string, Entry>> = {
  priority: {
    summary: "first come first served against priorities, deadlines and preemption in Express",
    load: async () => (await import("./priority/experiment.ts")).priority,
  },
  batching: {
    summary: "a chat with 2,000 connections: events at once, in batches, by priority, by deadline",
    load: async () => (await import("./batching/experiment.ts")).batching,
  },
  device: {
    summary: "a small device's two-phase load through slow lines: precomputed answers, and the order of service",
    load: async () => (await import("./device/experiment.ts")).device,
  },
  peers: {
    summary: "urgent requests beside bulky ones: Fastify, Express, guards, queues, threads, and Preempt",
    load: async () => (await import("./peers/experiment.ts")).peers,
  },
  chains: {
    summary: "a request's way through a server, with its event loop and with Preempt: measured, simulated, bounded",
    load: async () => (await import("./chains/experiment.ts")).chains,
  },
  edge: {
    summary: "deadlines at an edge server: FCFS, EDF, admission, shortest first, against a clairvoyant bound",
    load: async () => (await import("./edge/experiment.ts")).edge,
  },
  overload: {
    summary: "more requests than can be answered: guards by the event loop, cached answers, and admission by class",
    load: async () => (await import("./overload/experiment.ts")).overload,
  },
};

const summaries = Object.entries(experiments)
  .map(([name, { summary }]) => `    ${name.padEnd(10)} ${summary}`)
  .join("\n");

export const server: LabCommand = {
  name: "server",
  help: `preempt-lab server NAME [--out DIR] [options]

  Experiments with real servers on 127.0.0.1, beside the studies that they answer:

${summaries}

  --out DIR     index.html, report.md, data.json and the figures
  --only NAMES  parts or variants of the experiment, separated by commas
  --json        all numbers as JSON on standard output, instead of tables
  --quick       a small run, less than a minute; its numbers say little
  --full        a large run, of chains and edge; the command prints first how long it takes

  The machine should do nothing else. Without --quick a run takes some ten minutes.

Examples:
  preempt-lab server priority --quick
  preempt-lab server priority --out priority`,
  options: {
    out: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean" },
    quick: { type: "boolean" },
    full: { type: "boolean" },
  },
  async run(words, names, terminal) {
    const [name, ...others] = names;
    if (others.length > 0) throw new LabError("names", `server takes one name, and ${names.join(" ")} was given.`);
    const entry = entryOf(name);
    const out = textOf(words, "out");
    if (out !== undefined) makeFolder(out);
    const size = runSizeOf(words);
    const [quick, full] = [size === "quick", size === "full"];
    const only = textOf(words, "only")
      ?.split(",")
      .map((part) => part.trim());
    const when = new Date().toISOString();
    const experiment = await entry.load();
    const { durations } = experiment;
    if (full && durations === undefined) {
      throw new LabError("full_unknown", `the experiment ${name} has no --full run. Leave it out.`);
    }
    if (durations !== undefined) {
      terminal.err(`This run takes ${durations[size]} on an idle machine.\n`);
    }
    const report = await experiment.run({ quick, full, only }, terminal);
    const written = { machine: machineReport(), when, quick };
    if (out !== undefined) writeExperiment(out, name as string, report, written);
    await terminal.out(
      isSet(words, "json") ? `${JSON.stringify({ ...written, ...report.raw })}\n` : textOfReport(report, written),
    );
    return terminal.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  },
};

/** @throws LabError for a name that is none */
function entryOf(name: string | undefined): Entry {
  const all = Object.keys(experiments);
  if (name === undefined) throw new LabError("name_missing", `server takes a name. Give one of ${all.join(", ")}.`);
  const entry = experiments[name];
  if (entry !== undefined) return entry;
  const [near] = nearNames(name, all);
  const meant = near === undefined ? `Give one of ${all.join(", ")}.` : `Did you mean ${near}?`;
  throw new LabError("name_unknown", `there is no experiment "${name}". ${meant}`);
}
