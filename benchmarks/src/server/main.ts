/** `preempt-lab server NAME`: experiments with servers, one for each study that they answer. */

import { nearNames } from "@preempt/checks";
import { exitCodes, type LabCommand } from "../lab/command.ts";
import { LabError } from "../lab/errors.ts";
import { isSet, textOf } from "../lab/words.ts";
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

  The machine should do nothing else. A full run takes some ten minutes.

Examples:
  preempt-lab server priority --quick
  preempt-lab server priority --out priority`,
  options: {
    out: { type: "string" },
    only: { type: "string" },
    json: { type: "boolean" },
    quick: { type: "boolean" },
  },
  async run(words, names, terminal) {
    const [name, ...others] = names;
    if (others.length > 0) throw new LabError("names", `server takes one name, and ${names.join(" ")} was given.`);
    const entry = entryOf(name);
    const out = textOf(words, "out");
    if (out !== undefined) makeFolder(out);
    const quick = isSet(words, "quick");
    const only = textOf(words, "only")
      ?.split(",")
      .map((part) => part.trim());
    const when = new Date().toISOString();
    const report = await (await entry.load()).run({ quick, only }, terminal);
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
